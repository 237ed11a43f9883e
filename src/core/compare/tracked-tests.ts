/** Collects details of the tests of some files: every execution, unstable names, and passes without the code. */
import type { TrackedTest } from '../model/evidence.ts'
import type { Outcome, TestCase, TestId, TestRun } from '../model/test-run.ts'
import { byId, getIds, order } from '../util/order.ts'

/** A run by id, built once and compared many times. */
export type RunIndex = ReadonlyMap<TestId, Pick<TestCase, 'outcome' | 'file' | 'isVolatile'>>

export function indexRun(run: TestRun): RunIndex {
  return new Map(
    provedBy(run).cases.map((test) => [
      test.id,
      { outcome: test.outcome, file: test.file, isVolatile: test.isVolatile },
    ]),
  )
}

/**
 * Returns the run by what it proves. A test that failed as declared passed for its runner but proves nothing, like a
 * skipped one: production code could declare it, too.
 */
export function provedBy(run: TestRun): TestRun {
  const isExpected = ({ mark }: TestCase) => mark === 'expected-failure'
  if (!run.cases.some(isExpected)) return run
  return { ...run, cases: run.cases.map((test) => (isExpected(test) ? { ...test, outcome: 'skipped' } : test)) }
}

interface OpenBaseState {
  readonly baseline: RunIndex
  readonly openTests: ReadonlySet<TestId>
  readonly openFiles: ReadonlySet<string>
}

/** Returns whether an open cycle waits for the test, by its name or its file. */
export function isOpen({ id, file }: TestCase, { openTests, openFiles }: OpenBaseState): boolean {
  return openTests.has(id) || (file !== null && openFiles.has(file))
}

/**
 * Returns whether a test is skipped now and was before its file stopped loading, or by its own text. Production code
 * cannot make it run.
 */
export function isDormant(
  { id, outcome }: TestCase,
  { openTests, baseline }: OpenBaseState,
  writtenSkips: ReadonlySet<TestId> = new Set(),
): boolean {
  if (outcome !== 'skipped' || openTests.has(id)) return false
  return (baseline.get(id)?.outcome ?? (writtenSkips.has(id) ? 'skipped' : null)) === 'skipped'
}

/** Collects every test that any execution showed, with its outcome in each; an absent test counts as skipped. */
export function collectOutcomes(runs: readonly TestRun[], isTracked: (test: TestCase) => boolean): TrackedTest[] {
  const indexes = runs.map(indexRun)
  const files = new Map(runs.flatMap((run) => run.cases.filter(isTracked).map(({ id, file }) => [id, file])))
  return [...files]
    .map(([id, file]) => ({ id, file, outcomes: indexes.map((run): Outcome => run.get(id)?.outcome ?? 'skipped') }))
    .toSorted(byId)
}

/**
 * Finds names that change from run to run, and duplicates of an unknown file. A name with a time or a port changes,
 * unless several runs show it. The number of a duplicate in one file is a name of its own: RED freezes the file, and so
 * the order in which it declares its tests.
 */
export function unstableIds(cases: readonly TestCase[], runs: readonly TestRun[]): TestId[] {
  const key = ({ variant, suite, name }: TestCase) => JSON.stringify([variant, suite, name])
  const unplaced = cases.filter(({ file }) => file === null)
  const duplicates = new Set(unplaced.filter(({ nth }) => nth > 1).map(key))
  const seen = runs.map((run) => new Set(run.cases.filter(({ isVolatile }) => isVolatile).map(({ id }) => id)))
  const isSteady = ({ id }: TestCase) => seen.length > 1 && seen.every((ids) => ids.has(id))
  const isChanging = (test: TestCase) => test.isVolatile && !isSteady(test)
  return getIds(cases.filter((test) => isChanging(test) || (test.file === null && duplicates.has(key(test)))))
}

/** Returns drivers that pass without the production change. */
export function stillPassing(
  without: TestRun,
  isDriver: (test: TrackedTest) => boolean,
  cases: readonly TestCase[],
): TestId[] {
  const index = indexRun(without)
  return cases
    .filter(({ id, file, outcome }) => isDriver({ id, file, outcomes: [outcome] }))
    .flatMap(({ id }) => (index.get(id)?.outcome === 'passed' ? [id] : []))
    .toSorted(order)
}
