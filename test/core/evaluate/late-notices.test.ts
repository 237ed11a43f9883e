import { expect, test } from 'vitest'
import { settleNoticed } from '../../../src/core/evaluate/late-notices.ts'
import { judged } from '../../support/decision.ts'

const MUTANT = { path: 'src/a.js', line: 2, from: 'a < b', to: 'a <= b' }
const LATE = { ...MUTANT, tests: ['edges.test.js > edge'] }

test('tests that come later notice a change by its code, however it is said for people', () => {
  const row = {
    trial: 'mutated-production',
    lines: { path: 'src/a.js', first: 2, last: 2 },
    asked: 3,
    result: 'unnoticed',
    test: null,
  } as const
  const tried = [
    { ...row, change: 'a smaller number', from: 'a < b', to: 'a <= b' },
    { ...row, change: 'a <= b for a < b' },
  ]
  const commit = judged({ sha: 'a1', tried })
  const open = new Map([['a1', { tried: 2, untried: 0, survived: [MUTANT] }]])
  const [settled] = settleNoticed([commit], open, [LATE])
  expect(settled?.tried?.map(({ result, test: by }) => [result, by])).toEqual([
    ['noticed', 'edges.test.js > edge'],
    ['unnoticed', null],
  ])
})
