/** Whether lines that an edit adds to a test file may change what its old tests mean. */
import type { Binding } from '../../syntax/index.ts'
import { importsIn, toBindingKey, withoutImports } from './import-bindings.ts'

const WORD = /[A-Za-z_$][\w$]*/g
/** Sets a value that the line does not own, or replaces a module. Too many matches cost one run. */
const SETS =
  /^\s*(?:global|nonlocal)\s|^\s*(?!(?:this|self)\b)[A-Za-z_$][\w$]*(?:\.[\w$]+|\[[^\]]*\])+\s*=(?![=>])|\b(?:setattr|delattr|Object\.(?:assign|define\w+|setPrototypeOf)|globalThis|sys\.modules|prototype|(?:class|module|instance)_eval|define_(?:singleton_)?method|const_set)\b|\b(?:jest|vi|mock)\.\w*[mM](?:ock|odule)\b/m
/** In JavaScript, an assignment without a declaration sets a variable of the file. */
const SETS_JS = /^\s*[A-Za-z_$][\w$]*\s*=(?![=>])/m

/**
 * Returns whether an edit can reach tests that it leaves as they are. Such an edit imports a name that they use from
 * elsewhere, or sets something outside its own lines.
 */
export function reachesOldTests(path: string, before: string, after: string): boolean {
  const old = new Set(before.split('\n'))
  const added = after.split('\n').filter((line) => !old.has(line))
  const text = withoutImports(path, added.join('\n'))
  if (setsOthers(path, text)) return true
  const [old2, now] = [before, after].map((one) => importsIn(path, one)?.flatMap(({ bindings }) => bindings))
  if (old2 === undefined || now === undefined) return true
  const known = new Set(old2.map(toBindingKey))
  const used = new Set(withoutImports(path, before).match(WORD))
  return now.some((binding) => !known.has(toBindingKey(binding)) && bindsOneOf(binding, used))
}

/** All names, or none: such an import may define, replace or set anything. */
const UNNAMED = /^[*._]?$/

/** Returns whether an import may bind one of these names. */
function bindsOneOf({ local }: Binding, names: ReadonlySet<string>): boolean {
  return UNNAMED.test(local) || names.has(local.match(WORD)?.[0] ?? '')
}

/** Returns whether a line sets a value that its own text does not declare. */
function setsOthers(path: string, text: string): boolean {
  return SETS.test(text) || (/\.[cm]?[jt]sx?$/.test(path) && SETS_JS.test(text))
}

/** In Ruby each definition outside of a test may replace another one. */
const DEFINES_RUBY = /^\s*(?:def (?!test_|setup\b|teardown\b)|class (?!\w*(?:Test|Spec)\w* <))/m

/** Returns whether a new test file may replace what old tests call. @param changed paths of production */
export function mayReplace(path: string, text: string, changed: readonly string[]): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const isNamesake = !name.startsWith('__') && changed.some((other) => `/${other}`.endsWith(`/${name}`))
  return isNamesake || setsOthers(path, text) || (path.endsWith('.rb') && DEFINES_RUBY.test(text))
}
