import { expect, test } from 'vitest'
import { isUsedUp } from '../../../src/core/compare/ablation.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND

test.each([
  ['six runs are the default', undefined, { runs: 5, ms: 0 }, SECOND, false],
  ['the seventh run is too many', undefined, { runs: 6, ms: 0 }, SECOND, true],
  ['half a minute is always there', undefined, { runs: 1, ms: 29 * SECOND }, SECOND, false],
  ['a short suite gets no more time', undefined, { runs: 1, ms: 30 * SECOND }, SECOND, true],
  ['a long suite gets half of its time', undefined, { runs: 1, ms: 4 * MINUTE }, 10 * MINUTE, false],
  ['and no more than half', undefined, { runs: 1, ms: 5 * MINUTE }, 10 * MINUTE, true],
  ['hunks are configured', { hunks: 20 }, { runs: 19, ms: 0 }, SECOND, false],
  ['minutes replace the share of the suite', { minutes: 2 }, { runs: 1, ms: MINUTE }, SECOND, false],
  ['minutes are a limit', { minutes: 2 }, { runs: 1, ms: 2 * MINUTE }, 60 * MINUTE, true],
] as const)('the budget of reverted hunks: %s', (_, budget, spent, suiteMs, answer) => {
  expect(isUsedUp(budget, spent, suiteMs)).toBe(answer)
})
