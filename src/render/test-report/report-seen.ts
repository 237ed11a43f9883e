/** What a page tells of the tests of a run, gathered in one go: there may be millions, and few are shown. */
import { isFailing, type Outcome, type TestCase, type TestCases } from '../../core/model/test-run.ts'

export interface Seen {
  readonly outcomes: Readonly<Record<Outcome, number>>
  /** By outcome and mark: `passed flaky`. */
  readonly marks: ReadonlyMap<string, number>
  /** The first of them. */
  readonly failing: readonly TestCase[]
  /** The slowest, and those that were tried again most often, worst first. */
  readonly slowest: readonly TestCase[]
  readonly retried: readonly TestCase[]
  /** The first of those with a name that will be another one next time. */
  readonly unstable: readonly TestCase[]
  readonly unstableCount: number
}

export interface Most {
  readonly failing: number
  readonly listed: number
}

/** Faster tests are not worth a line. */
const SLOW_MS = 1_000

export function seenIn(cases: TestCases, most: Most): Seen {
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

/** The tests with the highest figures; of equal ones those that came first. */
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
