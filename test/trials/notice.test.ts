import { expect, test } from 'vitest'
import { indexRun } from '../../src/core/compare/compare.ts'
import { askSuite } from '../../src/trials/notice.ts'
import { run as createRun } from '../core/support.ts'

const MINUTE_MS = 60_000
const suite = createRun({ 'a.test.js > a': 'passed' })

/** Asks a suite that notices nothing about one change. */
async function ask(durationMs: number) {
  let runs = 0
  const index = async () => {
    runs += 1
    return indexRun(suite)
  }
  const answer = await askSuite({ index, announce: async () => undefined }, ['a change'], {
    measured: { runs: [suite], durationMs },
    shards: 1,
    toEdits: async () => [],
  })
  return { ...answer, runs }
}

test.each([
  [1 * MINUTE_MS, { unnoticed: ['a change'], noticed: [], runs: 1 }],
  [10 * MINUTE_MS, { unnoticed: [], noticed: [], runs: 0 }],
])('a suite of %i ms runs with changed code only if it can end within the limit of such runs', async (ms, expected) => {
  expect(await ask(ms)).toEqual(expected)
})
