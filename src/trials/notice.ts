/** Finds out which tests notice changes of code: the drivers first, then the suite for what these do not notice. */

import { DEFAULT_HUNKS } from '../core/compare/ablation.ts'
import { indexRun, type RunIndex } from '../core/compare/compare.ts'
import type { Measured } from '../core/compare/measured.ts'
import type { TreeEdit } from '../core/evaluate/measurement-plan.ts'
import type { TestId } from '../core/model/test-run.ts'
import { mayEndInTime, type TrialRuns } from './trial-runs.ts'

/** Builds the edits of several changes, which can stand in one tree. */
type ToEdits<C> = (changes: readonly C[]) => Promise<readonly TreeEdit[]>

interface Asked<C> {
  readonly measured: Pick<Measured, 'runs' | 'durationMs'>
  readonly shards: number
  readonly toEdits: ToEdits<C>
}

/** A change, and the first test that failed with it. */
interface NoticedChange<C> {
  readonly change: C
  readonly test: TestId
}

/** Of other changes it is unknown whether a test notices them. */
interface Answer<C> {
  readonly unnoticed: readonly C[]
  readonly noticed: readonly NoticedChange<C>[]
}

/** Returns the tests that passed with the code as it is. */
export const passingTests = ({ runs }: Pick<Measured, 'runs'>) =>
  [...indexRun(runs[0]!)].filter(([, { outcome }]) => outcome === 'passed')

/** Returns the first of the tests that no longer passes; null where all do. */
export const firstFailing = (run: RunIndex, tests: Iterable<TestId>): TestId | null =>
  [...tests].toSorted().find((id) => run.get(id)?.outcome !== 'passed') ?? null

/** Files that run at once, and tests of them that must notice. */
interface Near<C> {
  readonly files: readonly string[]
  readonly tests: Iterable<TestId>
  readonly toEdits: ToEdits<C>
}

/** Runs the near test files with each change. */
export async function askNear<C>(
  runs: Pick<TrialRuns, 'index' | 'announce'>,
  changes: readonly C[],
  { files, tests, toEdits }: Near<C>,
): Promise<{ readonly missed: readonly C[]; readonly noticed: readonly NoticedChange<C>[] }> {
  const ids = [...tests]
  if (ids.length === 0) return { missed: changes, noticed: [] }
  await runs.announce(
    changes.map((change) => () => toEdits([change])),
    files,
  )
  const missed: C[] = []
  const noticed: NoticedChange<C>[] = []
  for (const change of changes) {
    const test = firstFailing(await runs.index(await toEdits([change]), files), ids)
    if (test === null) missed.push(change)
    else noticed.push({ change, test })
  }
  return { missed, noticed }
}

/**
 * Runs the suite with all changes at once, and its files that fail once more for each change. A long suite is not
 * asked: each run would end at its limit, without an answer.
 */
export async function askSuite<C>(
  runs: Pick<TrialRuns, 'index' | 'announce'>,
  changes: readonly C[],
  { measured, shards, toEdits }: Asked<C>,
): Promise<Answer<C>> {
  if (changes.length === 0 || !mayEndInTime(measured.durationMs)) return { unnoticed: [], noticed: [] }
  const together = await runs.index(await toEdits(changes), null)
  const noticing = passingTests(measured).filter(([id]) => together.get(id)?.outcome !== 'passed')
  const [first] = noticing
  if (first === undefined) return { unnoticed: changes, noticed: [] }
  if (changes.length === 1) return { unnoticed: [], noticed: [{ change: changes[0]!, test: first[0] }] }
  const files = new Set(noticing.map(([, { file }]) => file))
  // Shards see different slices fail, so they would run different trees.
  if (shards > 1 || files.has(null)) return { unnoticed: [], noticed: [] }
  const watch = [...files].filter((file) => file !== null).toSorted()
  const near = { files: watch, tests: noticing.map(([id]) => id), toEdits }
  const { missed, noticed } = await askNear(runs, changes.slice(0, DEFAULT_HUNKS), near)
  return { unnoticed: missed, noticed }
}
