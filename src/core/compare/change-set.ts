/** Combines changes of several commits into what still differs in the end. */
import type { Blob, FileChange, FileClass, FileParts } from '../model/commit.ts'

export type ChangeSet = ReadonlyMap<string, FileChange>

export const NO_CHANGES: ChangeSet = new Map()

/** Adds later changes to a set; removes a path that is back to its first blob. */
export function compose(set: ChangeSet, changes: Iterable<FileChange>): ChangeSet {
  const composed = new Map(set)
  for (const change of changes) {
    const first = composed.get(change.path)
    const merged = first ? joined(first, change) : change
    if (isSameBlob(merged.before, merged.after)) composed.delete(change.path)
    else composed.set(change.path, merged)
  }
  return composed
}

/** Keeps a mark only when both edits have it. */
function joined(first: FileChange, { edit, from, ...change }: FileChange): FileChange {
  const parts = joinParts(first, change)
  return {
    ...change,
    ...(parts && { parts }),
    ...(parts && { class: getClass(first, change, parts) }),
    before: first.before,
    ...(edit !== undefined && edit === first.edit && { edit }),
    ...(from !== undefined && from === first.from && { from }),
  }
}

/** A side that was not divided has unknown parts: they count as changed. */
function joinParts(first: FileChange, { parts }: FileChange): FileParts | null {
  if (first.parts === undefined && parts === undefined) return null
  const join = (part: keyof FileParts) => [first.parts?.[part][0] ?? '', parts?.[part][1] ?? 'unknown'] as const
  return { code: join('code'), tests: join('tests') }
}

/** Once code was involved, what is left of both decides. */
function getClass(first: FileChange, change: FileChange, { code, tests }: FileParts): FileClass {
  if (first.class === 'test' && change.class === 'test') return 'test'
  return isChanged(code) || !isChanged(tests) ? 'production' : 'test'
}

const isChanged = ([before, after]: FileParts['code']) => before !== after

/** Updates only paths of the set: for changes that add no blame, but may remove some. */
export function follow(set: ChangeSet, changes: readonly FileChange[]): ChangeSet {
  return compose(
    set,
    changes.filter(({ path }) => set.has(path)),
  )
}

/** Lists paths of the given classes, sorted. A file whose code and tests changed has both classes. */
export function getPaths(set: ChangeSet, ...classes: readonly FileClass[]): string[] {
  const isMixed = ({ parts }: FileChange) => parts !== undefined && isChanged(parts.code) && isChanged(parts.tests)
  return [...set.values()]
    .filter((change) => classes.includes(change.class) || (classes.includes('test') && isMixed(change)))
    .map(({ path }) => path)
    .toSorted()
}

/** Returns whether two sets lead to the same files. */
export function isSameSet(one: ChangeSet, other: ChangeSet): boolean {
  return (
    one.size === other.size && [...one.values()].every(({ path, after }) => isSameBlob(after, other.get(path)?.after))
  )
}

function isSameBlob(one: Blob | null, other: Blob | null | undefined): boolean {
  return other !== undefined && one?.id === other?.id && one?.mode === other?.mode
}
