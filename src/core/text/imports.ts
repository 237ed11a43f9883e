/**
 * Checks whether the imports of a test follow code that its commit moves, or have another form with the same meaning.
 */
import { type Binding, readWords } from '../../syntax/index.ts'
import type { FileClass } from '../model/commit.ts'
import { exportedNames } from './exports.ts'
import { canFollow, importsIn, isSameSource, toBindingKey } from './import-bindings.ts'

export interface TextAt {
  readonly path: string
  readonly text: string
}

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
  const handed = (file: ChangedFile, one: string | null, other: string | null): Handed[] => {
    if (one === null) return []
    return [{ path: file.path, class: file.class, names: other === null ? null : missingIn(other, file.path, one) }]
  }
  return {
    left: changes.flatMap((file) => handed(file, file.before, file.after)),
    added: changes.flatMap((file) => handed(file, file.after, file.before)),
  }
}

/** Returns exported names that the other text lacks. */
function missingIn(text: string, path: string, other: string): ReadonlySet<string> {
  const known = new Set(exportedNames(path, text))
  return new Set(exportedNames(path, other).filter((name) => !known.has(name)))
}

/**
 * Checks imports. Each removed or added import must have the same meaning in another form, or its file must be removed
 * or added too. Unused imports may be removed. Any other change may alter what a test demands.
 */
export function importsFollow(old: TextAt, now: TextAt, moves: Moves): boolean {
  const exchanged = getExchanged(old, now)
  if (exchanged === null) return false
  const { gone, came } = exchanged
  if (gone.length !== came.length) return false
  return gone.every((binding) => {
    const successor = came.find(({ name, local }) => name === binding.name && local === binding.local)
    return successor !== undefined && isMoved(binding, successor, moves)
  })
}

/** An import that binds the same name to something else. */
interface ChangedSource {
  readonly was: Binding
  readonly is: Binding
}

/** Returns imports whose names mean something else now, code that the commit moves aside. */
export function changedSources(old: TextAt, now: TextAt, moves: Moves): readonly ChangedSource[] {
  const { gone, came } = getExchanged(old, now) ?? { gone: [], came: [] }
  // Without a name, only the number tells that one stands for another.
  const isLone = gone.length === came.length
  return gone.flatMap((was) => {
    const is = came.find(({ local }) => local === was.local && (isNamed(was) || isLone))
    if (is === undefined || isMoved(was, is, moves) || isSameSource(was, is, now.path)) return []
    return [{ was, is }]
  })
}

const isNamed = ({ local }: Binding) => /^[\p{L}_$]/u.test(local)

/** Returns imports of code that only one of the texts has. Unused ones do not count as gone. Null where one is not read. */
function getExchanged(old: TextAt, now: TextAt) {
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

function getBindings({ path, text }: TextAt): ReadonlyMap<string, Binding> | null {
  const bindings = importsIn(path, text)?.flatMap((one) => one.bindings)
  return bindings ? new Map(bindings.map((binding) => [toBindingKey(binding), binding])) : null
}

function getClasses(binding: Binding, handed: readonly Handed[]): ReadonlySet<FileClass> {
  const known = handed.filter(
    ({ path, names }) => (names === null || names.has(binding.name)) && canFollow(binding, path),
  )
  return new Set(known.map((file) => file.class))
}
