/** Parses import statements into bindings: which name of which module a text uses under which name. */
import type { ImportStatements } from './edits.ts'

export interface Binding {
  /** One spelling for all forms of a module; a path in the tree for a relative one of JavaScript or Python. */
  readonly module: string
  /** `*` for the whole module, empty without a name. */
  readonly name: string
  readonly local: string
}

/** Equal for imports with the same meaning. */
export const toBindingKey = ({ module, name, local }: Binding): string => JSON.stringify([module, name, local])

const JS = /\.(?:[cm]?[jt]sx?|vue|svelte)$/

/** Returns every import of a file, types aside. */
export function bindingsIn(path: string, { statements, calls }: ImportStatements): readonly Binding[] {
  if (JS.test(path)) {
    // The rest of the text is the same, so the n-th call corresponds to the n-th one before.
    const called = calls.map((text, n) => ({ module: jsModule(path, text), name: '', local: `#${n}` }))
    return [...statements.flatMap((text) => jsBindings(path, text)), ...called]
  }
  if (/\.pyi?$/.test(path)) return statements.flatMap((text) => pythonBindings(path, text))
  if (path.endsWith('.go')) return statements.flatMap(goBindings)
  return statements.flatMap(otherBindings)
}

function jsBindings(path: string, statement: string): readonly Binding[] {
  const string = /(['"])([^'"\n]*)\1/.exec(statement)
  if (!string || /^\s*(?:['"]|(?:import|export)\s+type\b(?!\s*(?:from\b|,)))/.test(statement)) return []
  const module = jsModule(path, string[0])
  const clause = statement
    .slice(0, string.index)
    .replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, '')
    .replace(/^\s*(?:import|export|const|let|var|require)\b|\bfrom\s*$|=?\s*require\s*\(\s*$|\(\s*$/g, '')
  const [, listed = ''] = /\{([^}]*)\}/.exec(clause) ?? []
  const whole = getEntries(clause.replace(/\{[^}]*\}/, '')).map((entry) => entry.replace(/^\*\s*as\s+/, ''))
  const names = getEntries(listed).filter((entry) => !/^type\s+(?!as\b)/.test(entry))
  const bindings = [
    ...whole.map((local) => ({ module, name: '*', local })),
    ...names.map((entry) => ({ module, ...aliased(entry, /\s+as\s+|\s*:\s*/) })),
  ]
  return clause.trim() === '' ? [{ module, name: '', local: '' }] : bindings
}

/** Removes endings that compilers add or omit. */
function jsModule(path: string, quoted: string): string {
  const module = quoted.slice(1, -1)
  return module.startsWith('.') ? jsStem(resolve(getDir(path), module)) : module.replace(/^node:/, '')
}

const jsStem = (path: string) => path.replace(/\.[jt]sx?$/, '').replace(/\.([cm])ts$/, '.$1js')

function pythonBindings(path: string, statement: string): readonly Binding[] {
  const text = statement.replace(/#[^\n]*/g, '').replace(/[()\\]/g, ' ')
  const [, from, names = ''] = /^\s*from\s+([\w.]+)\s+import\s+([\s\S]*)$/.exec(text) ?? []
  if (from !== undefined) {
    const module = pythonModule(path, from)
    return getEntries(names).map((entry) => ({ module, ...aliased(entry, /\s+as\s+/) }))
  }
  return getEntries(text.replace(/^\s*import\s+/, '')).map((entry) => {
    const { name, local } = aliased(entry, /\s+as\s+/)
    return { module: pythonModule(path, name), name: '*', local }
  })
}

function pythonModule(path: string, module: string): string {
  const dots = module.length - module.replace(/^\.+/, '').length
  const rest = module.slice(dots).replaceAll('.', '/')
  return dots === 0 ? rest : resolve(getDir(path), `./${'../'.repeat(dots - 1)}${rest}`)
}

function goBindings(statement: string): readonly Binding[] {
  if (!/^\s*import\b/.test(statement)) return []
  const imports = statement.replace(/^\s*import\b/, '').matchAll(/(?:([\w.]+)[ \t]+)?"([^"\n]+)"/g)
  return [...imports].map(([, alias, module = '']) => ({
    module,
    name: '',
    local: alias ?? lastOf(module.replace(/\/v\d+$/, '')),
  }))
}

const KEYWORDS = /^\s*(?:#\s*include|(?:pub\s+)?use|import|package|using|require(?:_relative)?)\b(?:\s+static\b)?/

/** Stands for the name that a statement gives to its own file. */
export const OWN_PACKAGE = '#package'
/** C# names the alias first. */
const ALIAS_FIRST = /^\s*(\w+)\s*=(?!>)\s*(.+)$/s

function otherBindings(statement: string): readonly Binding[] {
  const [, own] = /^\s*package\s+([\w.]+)/.exec(statement) ?? []
  if (own !== undefined) return [{ module: own.replaceAll('.', '/'), name: '', local: OWN_PACKAGE }]
  const isNamed = /^\s*(?:import|(?:pub\s+)?use)\b/.test(statement)
  const text = statement
    .replace(KEYWORDS, '')
    .replace(/;\s*$/, '')
    .replace(/['"<>]/g, '')
    .replace(ALIAS_FIRST, '$2 as $1')
    .trim()
  const [, prefix = '', listed] = /^([^{]*)\{([\s\S]*)\}$/.exec(text) ?? []
  const entries = listed === undefined ? [text] : getEntries(listed).map((entry) => prefix + entry)
  return entries.map((entry) => {
    const { name: full, local } = aliased(entry, /\s+as\s+|\s*=>\s*/)
    const module = full.replace(/::|\\|\.(?!h\b)/g, '/')
    const name = isNamed ? lastOf(module) : ''
    return { module, name, local: isNamed && local === full ? name : local === full ? '' : local }
  })
}

/** Returns whether a binding may refer to this file. */
export function canFollow({ module }: Binding, path: string): boolean {
  const stem = JS.test(path) || path.endsWith('.json') ? jsStem(path) : path.replace(/\.\w+$/, '')
  if ([stem, path].includes(module) || stem === `${module}/index`) return true
  const parts = module.split('/')
  if (JS.test(path))
    return !module.startsWith('.') && parts.length > 1 && `/${stem}`.endsWith(`/${parts.slice(1).join('/')}`)
  const places = [lastOf(stem), lastOf(getDir(path))].filter((place) => place !== '')
  return places.some((place) => parts.slice(-2).includes(place))
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

const getEntries = (list: string) =>
  list
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')

function aliased(entry: string, as: RegExp): Pick<Binding, 'name' | 'local'> {
  const [name = '', local = name] = entry.split(as).map((part) => part.trim())
  return { name, local }
}

const getDir = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('/')))
const lastOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)

function resolve(dir: string, relative: string): string {
  const parts = dir === '' ? [] : dir.split('/')
  for (const part of relative.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '.' && part !== '') parts.push(part)
  }
  return parts.join('/')
}
