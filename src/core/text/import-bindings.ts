/** Reads which modules a file imports, as paths in the tree, and which files they may be. */
import { type Binding, getSyntax, type ImportRange, OWN_PACKAGE, readImports } from '../../syntax/index.ts'
import { getFolder, isContent, resolvePath } from './nearby.ts'

/** Equal for imports with the same meaning. */
export const toBindingKey = ({ module, name, local }: Binding): string => JSON.stringify([module, name, local])

const JS = /\.(?:[cm]?[jt]sx?|vue|svelte)$/

/** @returns with one spelling for all forms of a module, relative ones from the top; null for a text that is not read */
export function importsIn(path: string, text: string): readonly ImportRange[] | null {
  const found = getSyntax(path) === null ? readPlainImports(path, text) : readImports(path, text)
  const toOwn = (binding: Binding) => ({ ...binding, module: toModule(path, binding.module) })
  return found?.map((one) => ({ ...one, bindings: one.bindings.map(toOwn) })) ?? null
}

/** @returns what it imports; null for a text that is not read */
export const bindingsIn = (path: string, text: string): readonly Binding[] | null =>
  importsIn(path, text)?.flatMap(({ bindings }) => bindings) ?? null

const ADDRESS = /^(?:data|https?|blob):/

/** Names modules that a file imports only to run them: their order and the folder of a file may change. */
export function effectsIn(path: string, text: string): readonly string[] {
  const isEffect = ({ module, local }: Binding) =>
    ADDRESS.test(module) || local === '_' || (local === '' && JS.test(path) && !isContent(module))
  const toName = ({ module }: Binding) => (ADDRESS.test(module) ? module : module.slice(module.lastIndexOf('/') + 1))
  return (bindingsIn(path, text) ?? []).filter(isEffect).map(toName).toSorted()
}

/** Removes imports from a text. @returns the text itself where it is not read */
export const withoutImports = (path: string, text: string): string =>
  (importsIn(path, text) ?? []).reduceRight((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), text)

/** Languages without a grammar, and how most of them import: by the line. */
const PLAIN = /\.(?:kts?|scala|groovy|vue|svelte|cr)$/
const PLAIN_IMPORT =
  /^[ \t]*(?<kind>package|import|require)[ \t]+(?:static[ \t]+)?(?<rest>[^\n;]*?)(?:[ \t]+as[ \t]+(?<alias>\w+))?;?[ \t]*$/gm

function readPlainImports(path: string, text: string): readonly ImportRange[] {
  if (!PLAIN.test(path)) return []
  return [...text.matchAll(PLAIN_IMPORT)].map(({ 0: all, index, groups = {} }) => {
    const { kind, rest = '', alias } = groups
    const quoted = /["']([^"']+)["']/.exec(rest)?.[1]
    const module = quoted ?? rest.replaceAll('.', '/')
    const name = quoted === undefined && kind === 'import' ? lastOf(module) : ''
    const local = kind === 'package' ? OWN_PACKAGE : (alias ?? (/\W/.test(name) ? '*' : name))
    return { start: index, end: index + all.length, isCall: false, bindings: [{ module, name, local }] }
  })
}

/** Removes endings that compilers add or omit. */
function toModule(path: string, written: string): string {
  const module = written.startsWith('.') ? resolvePath(getFolder(path), written) : written
  if (!JS.test(path)) return module
  return written.startsWith('.') ? jsStem(module) : module.replace(/^node:/, '')
}

const jsStem = (path: string) => path.replace(/\.[jt]sx?$/, '').replace(/\.([cm])ts$/, '.$1js')

const toStem = (path: string) => (JS.test(path) || path.endsWith('.json') ? jsStem(path) : path.replace(/\.\w+$/, ''))
const isAt = (module: string, path: string) =>
  [toStem(path), path].includes(module) || toStem(path) === `${module}/index`

/** Returns whether a module, as a path in the tree, is this file; the top of a package of Python may be a folder. */
export function isModuleAt(module: string, path: string): boolean {
  const ending = `/${module}`
  return isAt(module, path) || (path.endsWith('.py') && `/${path.replace(/(?:\/__init__)?\.py$/, '')}`.endsWith(ending))
}

/** Returns whether a binding may refer to this file. */
export function canFollow({ module }: Binding, path: string): boolean {
  const stem = toStem(path)
  if (isAt(module, path)) return true
  const parts = module.split('/')
  if (JS.test(path))
    return !module.startsWith('.') && parts.length > 1 && `/${stem}`.endsWith(`/${parts.slice(1).join('/')}`)
  const places = [lastOf(stem), lastOf(getFolder(path))].filter((place) => place !== '' && place !== '.')
  return parts.slice(-2).some((part) => places.includes(part.replace(/\.h\w*$/, '')))
}

/** How aliases and Rust name the project itself. */
const ALIAS = /^[@~#]\//
const OWN_CRATE = /^(?:(?:crate|self|super)\/)+/

/** Returns whether two spellings name one source, as far as the importing file shows: an index, an alias, a relative path. */
export function isSameSource(one: Binding, other: Binding, path: string): boolean {
  const [a = '', b = ''] = [one, other].map(({ module }) => module.replace(/\/(?:index|__init__)$/, ''))
  const isSameName = one.name === other.name || one.name === '*' || other.name === '*'
  return isSameName && (a === b || isLonger(a, b, path) || isLonger(b, a, path))
}

/** Returns whether a module is the other one, spelled from a folder further up. */
function isLonger(long: string, short: string, path: string): boolean {
  if (OWN_CRATE.test(long) && OWN_CRATE.test(short))
    return `/${long.replace(OWN_CRATE, '')}`.endsWith(`/${short.replace(OWN_CRATE, '')}`)
  const rest = short.replace(ALIAS, '')
  // A package has a plain name, too.
  if (JS.test(path) ? rest === short : !short.includes('/')) return false
  return long.endsWith(`/${rest}`) && path.startsWith(long.slice(0, -rest.length))
}

const lastOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)
