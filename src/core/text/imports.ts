/**
 * Checks whether the imports of a test follow code that its commit moves, or have another form with the same meaning.
 */
import { type Binding, getSyntax, readExports, readOptional, readWords } from '../../syntax/index.ts'
import type { FileClass } from '../model/commit.ts'
import { bindingsIn, canFollow, isSameSource, toBindingKey } from './import-bindings.ts'
import type { Changed, TextFile } from './nearby.ts'

/** A file of the commit with its texts; null where there is none. */
export interface ChangedFile {
  readonly path: string
  readonly class: FileClass
  readonly before: string | null
  readonly after: string | null
}

/** The exports that a file lost or gained: all of them when names are null. */
interface Handed {
  readonly path: string
  readonly class: FileClass
  readonly names: ReadonlySet<string> | null
}

export interface Moves {
  readonly left: readonly Handed[]
  readonly added: readonly Handed[]
}

export function movesIn(changes: readonly ChangedFile[]): Moves {
  const handed = ({ path, class: own }: ChangedFile, one: string | null, other: string | null): Handed[] => {
    if (one === null) return []
    const known = new Set(other === null ? [] : exportedNames(path, other))
    const names = other === null ? null : new Set(exportedNames(path, one).filter((name) => !known.has(name)))
    return [{ path, class: own, names }]
  }
  return {
    left: changes.flatMap((file) => handed(file, file.before, file.after)),
    added: changes.flatMap((file) => handed(file, file.after, file.before)),
  }
}

/**
 * Checks imports. Each removed or added import must have the same meaning in another form, or its file must be removed
 * or added too. Unused imports may be removed. Any other change may alter what a test demands.
 */
export function importsFollow(old: TextFile, now: TextFile, moves: Moves): boolean {
  const exchanged = getExchanged(old, now)
  if (exchanged === null) return false
  const { gone, came } = exchanged
  if (gone.length !== came.length) return false
  return gone.every((binding) => {
    const successor = came.find(({ name, local }) => name === binding.name && local === binding.local)
    return successor !== undefined && isMoved(binding, successor, moves)
  })
}

/** Returns what names of imports were and are, where they mean something else now, code that the commit moves aside. */
export function changedSources(old: TextFile, now: TextFile, moves: Moves) {
  const { gone, came } = getExchanged(old, now) ?? { gone: [], came: [] }
  // Without a name, only the number tells that one stands for another.
  const isLone = gone.length === came.length
  return gone.flatMap((was) => {
    const is = came.find(({ local }) => local === was.local && (/^[\p{L}_$]/u.test(was.local) || isLone))
    if (is === undefined || isMoved(was, is, moves) || isSameSource(was, is, now.path)) return []
    return [{ was, is }]
  })
}

/** Returns imports of code that only one of the texts has. Unused ones do not count as gone. Null where one is not read. */
function getExchanged(old: TextFile, now: TextFile) {
  const [before, after] = [getBindings(old), getBindings(now)]
  if (before === null || after === null) return null
  const words = readWords(old.path, old.text)
  const isUsed = ({ local }: Binding) => words === null || !/^[\w$]+$/.test(local) || words.has(local)
  return {
    gone: [...before.values()].filter((binding) => !after.has(toBindingKey(binding)) && isUsed(binding)),
    came: [...after.values()].filter((binding) => !before.has(toBindingKey(binding))),
  }
}

function isMoved(was: Binding, is: Binding, { left, added }: Moves): boolean {
  const classes = getClasses(was, left)
  return [...getClasses(is, added)].some((known) => classes.has(known))
}

function getBindings({ path, text }: TextFile): ReadonlyMap<string, Binding> | null {
  const bindings = bindingsIn(path, text)
  return bindings ? new Map(bindings.map((binding) => [toBindingKey(binding), binding])) : null
}

function getClasses(binding: Binding, handed: readonly Handed[]): ReadonlySet<FileClass> {
  const known = handed.filter(
    ({ path, names }) => (names === null || names.has(binding.name)) && canFollow(binding, path),
  )
  return new Set(known.map((file) => file.class))
}

/** Names in evidence; more are beyond review. */
const MAX_EXPORTS = 20

/** Returns, by path and sorted, exported names that no changed file had before in any place. */
export function addedExports(files: readonly Changed[]): ReadonlyMap<string, readonly string[]> {
  const known = new Set(files.flatMap(({ path, before }) => (before === null ? [] : [...wordsOf(path, before)])))
  const added = new Map<string, readonly string[]>()
  for (const { path, before, after } of files) {
    const own = exportedNames(path, after).filter((name) => !known.has(name))
    const names = new Set([...own, ...addedOptional(path, before ?? '', after)])
    if (names.size > 0) added.set(path, [...names].toSorted().slice(0, MAX_EXPORTS))
  }
  return added
}

/** Of functions that had fewer before; another name for one is none. */
function addedOptional(path: string, before: string, after: string): readonly string[] {
  if (getSyntax(path) === null) return []
  const [old, now] = [readOptional(path, before), readOptional(path, after)]
  return [...(now ?? [])].flatMap(([name, own]) =>
    own.slice(old?.get(name)?.length ?? own.length).map((one) => `${name}(${one})`),
  )
}

const wordsOf = (path: string, text: string) => readWords(path, text) ?? text.match(/[\p{L}\p{N}_$]+/gu) ?? []

/** Returns all exported names, old ones included: each word of a text that does not parse, none of an unknown language. */
function exportedNames(path: string, text: string): readonly string[] {
  return getSyntax(path) === null ? [] : (readExports(path, text) ?? [...new Set(wordsOf(path, text))])
}
