/**
 * Checks whether the imports of a test follow code that its commit moves, or have another form with the same meaning.
 */
import type { FileClass } from '../model/commit.ts'
import { importStatements, withoutImports } from './edits.ts'
import { exportedNames } from './exports.ts'
import { type Binding, bindingsIn, canFollow, toBindingKey } from './import-bindings.ts'

interface TextAt {
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
  const [before, after] = [getBindings(old), getBindings(now)]
  const gone = [...before.values()].filter((binding) => !after.has(toBindingKey(binding)) && isUsed(binding, old))
  const came = [...after.values()].filter((binding) => !before.has(toBindingKey(binding)))
  if (gone.length !== came.length) return false
  return gone.every((binding) => {
    const successor = came.find(({ name, local }) => name === binding.name && local === binding.local)
    if (successor === undefined) return false
    const classes = getClasses(binding, moves.left)
    return [...getClasses(successor, moves.added)].some((known) => classes.has(known))
  })
}

function getBindings({ path, text }: TextAt): ReadonlyMap<string, Binding> {
  const bindings = bindingsIn(path, importStatements(path, text))
  return new Map(bindings.map((binding) => [toBindingKey(binding), binding]))
}

function isUsed({ local }: Binding, { path, text }: TextAt): boolean {
  if (!/^[\w$]+$/.test(local)) return true
  return new Set<string>(withoutImports(path, text).match(/[\w$]+/g)).has(local)
}

function getClasses(binding: Binding, handed: readonly Handed[]): ReadonlySet<FileClass> {
  const known = handed.filter(
    ({ path, names }) => (names === null || names.has(binding.name)) && canFollow(binding, path),
  )
  return new Set(known.map((file) => file.class))
}
