/** Collects the parts of a run that a page shows in one pass. */
import { isFailing, type Outcome, type TestCase } from '../../core/model/test-run.ts'

export interface CaseSummary {
  readonly outcomes: Readonly<Record<Outcome, number>>
  /** Counts by outcome and mark: `passed flaky`. */
  readonly marks: ReadonlyMap<string, number>
  /** The first failing tests. */
  readonly failing: readonly TestCase[]
  /** The slowest tests, and those with the most retries, worst first. */
  readonly slowest: readonly TestCase[]
  readonly retried: readonly TestCase[]
  /** The first tests with a name that changes between runs. */
  readonly unstable: readonly TestCase[]
  readonly unstableCount: number
}

interface ListLimits {
  readonly failing: number
  readonly listed: number
}

/** Faster tests are not listed. */
const SLOW_MS = 1_000

export function summariseCases(cases: readonly TestCase[], most: ListLimits): CaseSummary {
  const outcomes = { passed: 0, failed: 0, errored: 0, skipped: 0 }
  const marks = new Map<string, number>()
  const failing: TestCase[] = []
  const unstable: TestCase[] = []
  const slowest = highest(most.listed)
  const retried = highest(most.listed)
  let unstableCount = 0
  for (const test of cases) {
    const { outcome, mark, durationMs, retries } = test
    outcomes[outcome] += 1
    if (mark !== null) marks.set(`${outcome} ${mark}`, (marks.get(`${outcome} ${mark}`) ?? 0) + 1)
    if (failing.length < most.failing && isFailing(outcome)) failing.push(test)
    if (durationMs !== null && durationMs >= SLOW_MS) slowest.add(test, durationMs)
    if (retries > 0) retried.add(test, retries)
    if (!test.isVolatile) continue
    unstableCount += 1
    if (unstable.length < most.listed) unstable.push(test)
  }
  return { outcomes, marks, failing, slowest: slowest.tests(), retried: retried.tests(), unstable, unstableCount }
}

/** Collects the tests with the highest values; of equal ones the first. */
function highest(most: number) {
  const found: { readonly test: TestCase; readonly figure: number }[] = []
  return {
    add: (test: TestCase, figure: number) => {
      if (found.length === most && (found.at(-1)?.figure ?? 0) >= figure) return
      const at = found.findIndex((other) => other.figure < figure)
      found.splice(at < 0 ? found.length : at, 0, { test, figure })
      if (found.length > most) found.pop()
    },
    tests: () => found.map(({ test }) => test),
  }
}
