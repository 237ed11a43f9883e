import { expect, test } from 'vitest'
import { toPauseLines } from '../../../src/render/run/answer.ts'

test('a pause names the folder of the run, the results of the last attempt, the diff, and who goes on how', () => {
  expect(toPauseLines('/state/runs/a b', 'test-results/7.1-green-attempt3.json')).toEqual([
    'the run is kept in /state/runs/a b',
    '  $ git diff HEAD~1',
    "  $ cat '/state/runs/a b/test-results/7.1-green-attempt3.json'",
    '  $ tdd-gate resume',
  ])
})
