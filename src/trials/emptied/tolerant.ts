/** Finds comparisons of production that accept a very different value, where a driver needs that. */

import type { FileSource } from '../../changes/reached.ts'
import type { RunIndex } from '../../core/compare/compare.ts'
import type { TreeEdit } from '../../core/evaluate/measurement-plan.ts'
import { isFailing, type TestId } from '../../core/model/test-run.ts'
import type { Scratch } from '../../git/scratch.ts'
import { strictEqualities } from '../../rewriting/strict.ts'

interface Tolerance {
  readonly session: { readonly scratch: Scratch }
  readonly drivers: ReadonlySet<TestId>
}

/**
 * Runs the drivers with strict comparisons.
 * @returns all new comparisons when a driver fails: one of them accepted what it must not
 */
export async function findTolerant(
  { session, drivers }: Tolerance,
  sources: readonly FileSource[],
  run: (edits: readonly TreeEdit[]) => Promise<RunIndex>,
): Promise<readonly string[]> {
  const strict = await Promise.all(sources.map(strictEqualities))
  const ids = await session.scratch.writeBlobs(strict.flatMap((one) => one?.text ?? []))
  const edits = sources.flatMap(({ path, mode }, n): TreeEdit[] =>
    strict[n] ? [{ path, blob: { mode, id: ids.shift() ?? '' } }] : [],
  )
  if (edits.length === 0) return []
  const index = await run(edits)
  if (![...drivers].some((id) => isFailing(index.get(id)?.outcome ?? 'skipped'))) return []
  return sources.flatMap(({ path }, n) => strict[n]?.names.map((name) => `${path}: ${name}`) ?? [])
}
