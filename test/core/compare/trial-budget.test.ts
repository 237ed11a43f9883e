import { expect, test } from 'vitest'
import { getRunCost, getShare, getTrialBudget } from '../../../src/core/compare/trial-budget.ts'

/** @returns how often a run of so many tests fits into the budget of a suite */
const getRuns = (tests: number, suite: number, suites?: number) =>
  Math.floor(getTrialBudget(suite, suites) / getRunCost(tests))

test.each([
  ['a small suite has sixteen short runs and one of the suite', 4, 40, undefined, 16],
  ['a large suite has more short runs, which are a small part of it', 4, 5_000, undefined, 41],
  ['a large suite runs once', 5_000, 5_000, undefined, 1],
  ['a configured budget is a number of runs of the suite', 5_000, 5_000, 3, 3],
  ['half a run of a large suite is several short runs', 4, 5_000, 0.5, 12],
  ['without a budget nothing runs', 4, 5_000, 0, 0],
] as const)('the budget of trials: %s', (_, tests, suite, suites, runs) => {
  expect(getRuns(tests, suite, suites)).toBe(runs)
})

test('a trial leaves half of the budget for the next one', () => {
  expect(getShare(getTrialBudget(0, 4))).toBe(400)
})
