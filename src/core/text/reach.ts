/** Whether lines that an edit adds to a test file may change what its old tests mean. */
import { type Binding, getSyntax, readDefinitions, readSetters, readWords } from '../../syntax/index.ts'
import { importsIn, toBindingKey } from './import-bindings.ts'

/**
 * Returns whether an edit can reach tests that it leaves as they are. Such an edit imports a name that they use from
 * elsewhere, or sets something outside of its own lines. Too many matches cost one run.
 */
export function reachesOldTests(path: string, before: string, after: string): boolean {
  const [old, now] = [before, after].map((text) => getBindings(path, text))
  const [was, is] = [settersOf(path, before), settersOf(path, after)]
  const used = getSyntax(path) === null ? new Set(before.match(/\w+/g)) : readWords(path, before)
  if (!(old && now && was && is && used)) return true
  const [known, set] = [new Set(old.map(toBindingKey)), new Set(was)]
  const isUsed = ({ local }: Binding) =>
    UNNAMED.test(local) || used.has(/[\p{L}_$][\p{L}\p{N}_$]*/u.exec(local)?.[0] ?? '')
  const isAdded = (binding: Binding) => !known.has(toBindingKey(binding)) && isUsed(binding)
  return is.some((setter) => !set.has(setter)) || now.some(isAdded)
}

/** Of languages without a grammar: a line that sets a member. */
const PLAIN_SETTER = /^\s*(?!(?:this|self)\b)[A-Za-z_$][\w$]*(?:\.[\w$]+|\[[^\]]*\])+\s*=(?![=>]).*$/gm

const settersOf = (path: string, text: string): readonly string[] | null =>
  getSyntax(path) === null ? (text.match(PLAIN_SETTER) ?? []) : readSetters(path, text)

/** Returns null for a text that is not read; a call that loads a module binds no name. */
function getBindings(path: string, text: string): readonly Binding[] | null {
  const found = importsIn(path, text)
  return (
    found?.flatMap(({ isCall, bindings }) => (isCall ? bindings.map((one) => ({ ...one, local: '' })) : bindings)) ??
    null
  )
}

/** All names, or none: such an import may define, replace or set anything. */
const UNNAMED = /^[*._]?$/

/** In Ruby each definition outside of a test may replace another one. */
const OF_TESTS = /^(?:def (?:test_|setup\b|teardown\b)|class \w*(?:Test|Spec)\w* <)/

/** Returns whether a new test file may replace what old tests call. @param changed paths of production */
export function mayReplace(path: string, text: string, changed: readonly string[]): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const isNamesake = !name.startsWith('__') && changed.some((other) => `/${other}`.endsWith(`/${name}`))
  if (isNamesake || settersOf(path, text)?.length !== 0) return true
  return path.endsWith('.rb') && readDefinitions(path, text)?.every((head) => OF_TESTS.test(head)) !== true
}
