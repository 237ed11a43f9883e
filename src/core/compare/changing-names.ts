/** Tests whose names change from run to run: within their file, a passing one stands in for one that is gone. */
import type { TestId, TestRun } from '../model/test-run.ts'
import { order } from '../util/order.ts'
import type { RunIndex } from './tracked-tests.ts'

export interface ChangingNames {
  /** Tests of the baseline that its tree, run again, did not have. */
  readonly gone: ReadonlySet<TestId>
  /** The tests that two runs of the commit share, by file; any other test of these files changes its name. */
  readonly steady: ReadonlyMap<string, ReadonlySet<TestId>>
}

const NONE: ChangingNames = { gone: new Set(), steady: new Map() }

export function markChanging(run: TestRun, { steady }: ChangingNames = NONE): TestRun {
  if (steady.size === 0) return run
  const isChanging = (id: TestId, file: string | null) => file !== null && steady.get(file)?.has(id) === false
  return {
    ...run,
    cases: run.cases.map((test) => (isChanging(test.id, test.file) ? { ...test, isVolatile: true } : test)),
  }
}

export function markGone(baseline: RunIndex, { gone }: ChangingNames = NONE): RunIndex {
  if (gone.size === 0) return baseline
  return new Map([...baseline].map(([id, test]) => [id, gone.has(id) ? { ...test, isVolatile: true } : test]))
}

/** Returns the tests of the run that change their names. */
export function getChanging({ cases }: TestRun, { steady }: ChangingNames): TestId[] {
  const ids = cases.flatMap(({ id, file }) => (file !== null && steady.get(file)?.has(id) === false ? [id] : []))
  return ids.toSorted(order)
}
