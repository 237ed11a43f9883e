/** Tests whose names change from run to run: within their file, a passing one stands in for one that is gone. */
import type { TestCase, TestId, TestRun } from '../model/test-run.ts'
import { order } from '../util/order.ts'
import type { RunIndex } from './tracked-tests.ts'

export interface ChangingNames {
  /** Tests of the baseline that its tree, run again, did not have. */
  readonly gone: ReadonlySet<TestId>
  /** The tests that two runs of the commit share, by file; any other test of these files changes its name. */
  readonly steady: ReadonlyMap<string, ReadonlySet<TestId>>
}

const NONE: ChangingNames = { gone: new Set(), steady: new Map() }

const isChanging = ({ id, file }: TestCase, { steady }: ChangingNames): boolean =>
  file !== null && steady.get(file)?.has(id) === false

export function markChanging(run: TestRun, changing: ChangingNames = NONE): TestRun {
  if (changing.steady.size === 0) return run
  return { ...run, cases: run.cases.map((test) => (isChanging(test, changing) ? { ...test, isVolatile: true } : test)) }
}

export function markGone(baseline: RunIndex, { gone }: ChangingNames = NONE): RunIndex {
  if (gone.size === 0) return baseline
  return new Map([...baseline].map(([id, test]) => [id, gone.has(id) ? { ...test, isVolatile: true } : test]))
}

/** Names in evidence: as many as people read. */
const MAX_NAMED = 20

/** Returns tests of the run that change their names. */
export function getChanging({ cases }: TestRun, changing: ChangingNames): readonly TestId[] {
  const ids = cases.flatMap((test) => (isChanging(test, changing) ? [test.id] : []))
  return ids.toSorted(order).slice(0, MAX_NAMED)
}
