/**
 * Finds test files that moved: the same content, apart from imports, disappears in one place and appears in another.
 */
import type { FileChange } from '../model/commit.ts'
import type { TestId } from '../model/test-run.ts'
import { order } from '../util/order.ts'

/** Maps old paths to new ones. One new file stands for one removed file, however many had the same content. */
export function getMoves(changes: Iterable<FileChange>): ReadonlyMap<string, string> {
  const tests = [...changes].filter((change) => change.class === 'test').toSorted((a, b) => order(a.path, b.path))
  const arrived = Map.groupBy(
    tests.filter(({ before, from }) => before === null && from === undefined),
    ({ after }) => getContent(after),
  )
  const moves = new Map<string, string>(tests.flatMap(({ path, from }) => (from === undefined ? [] : [[from, path]])))
  for (const { path, before, after } of tests) {
    if (before === null || after !== null || moves.has(path)) continue
    const to = arrived.get(getContent(before))?.shift()
    if (to) moves.set(path, to.path)
  }
  return moves
}

function getContent(blob: FileChange['after']): string {
  return blob === null ? '' : `${blob.mode} ${blob.id}`
}

/** `[variant] `, with escapes. */
const VARIANT = /^\[(?:[^\]\\]|\\.)*\] /

/** Returns a test's id after its file moved; null when the id does not contain the file's name literally. */
export function movedId(id: TestId, from: string, to: string): TestId | null {
  const place = id.startsWith('[') ? (VARIANT.exec(id)?.[0].length ?? 0) : 0
  const rest = id.slice(place)
  return rest.startsWith(`${from} > `) ? `${id.slice(0, place)}${to}${rest.slice(from.length)}` : null
}
