import { expect, test } from 'vitest'
import { indexRun } from '../../src/core/compare/compare.ts'
import type { TriedChange } from '../../src/core/model/counterfactuals.ts'
import { ask, type ChangeQuestion } from '../../src/trials/notice.ts'
import { run as createRun } from '../core/support.ts'

type Change = readonly [line: number, noticedBy: string | null]
const DRIVER = 'driver.test.js > a'
const OTHER = 'other.test.js > b'
const NEAR = { files: ['driver.test.js'], tests: [DRIVER] }

/** Asks a driver and another test about changes, of which the tests notice what these name. */
async function getRows(
  changes: readonly Change[],
  budget = { near: 9, suites: 9 },
  more: Partial<ChangeQuestion<Change>> = {},
) {
  const rows: Omit<TriedChange, 'trial'>[] = []
  const ran: string[] = []
  let together: readonly Change[] = []
  const question: ChangeQuestion<Change> = {
    toEdits: async (some) => {
      together = some
      return []
    },
    describe: ([line]) => [{ lines: { path: 'src/a.js', first: line, last: line }, change: 'another value' }],
    ...more,
  }
  const runs: Parameters<typeof ask>[0] = {
    index: async (_, files) => {
      ran.push(`${files ?? 'suite'}: ${together.map(([line]) => line).join(' ')}`)
      const get = (id: string) => (together.some(([, by]) => by === id) ? 'failed' : 'passed')
      return indexRun(createRun({ [DRIVER]: get(DRIVER), [OTHER]: get(OTHER) }))
    },
    announce: async () => undefined,
    mayRun: (files) => {
      if (files === null) return budget.suites-- > 0
      return budget.near-- > 0
    },
    note: (some) => void rows.push(...some),
    passing: [
      [DRIVER, { file: 'driver.test.js' }],
      [OTHER, { file: 'other.test.js' }],
    ],
    isDivided: false,
  }
  const { untried } = await ask(runs, changes, NEAR, question)
  return { rows: rows.map(({ lines, result, test }) => [lines?.first, result, test]), ran, untried: untried.length }
}

test('the drivers are asked about each change, and the suite about all that they miss at once', async () => {
  expect(
    await getRows([
      [1, DRIVER],
      [2, null],
      [3, OTHER],
    ]),
  ).toEqual({
    rows: [
      [1, 'noticed', DRIVER],
      [2, 'unnoticed', null],
      [3, 'noticed', OTHER],
    ],
    ran: [
      'driver.test.js: 1',
      'driver.test.js: 2',
      'driver.test.js: 3',
      'suite: 2 3',
      'other.test.js: 2',
      'other.test.js: 3',
    ],
    untried: 0,
  })
})

test('changes that cannot stand in one text run one after another', async () => {
  const { ran, rows } = await getRows(
    [
      [1, null],
      [2, null],
      [3, null],
    ],
    undefined,
    { clash: ([one], [other]) => one + other === 3 },
  )
  expect(ran.slice(3)).toEqual(['suite: 1 3', 'suite: 2'])
  expect(rows.map(([, result]) => result)).toEqual(['unnoticed', 'unnoticed', 'unnoticed'])
})

test('what the budget leaves out is noted', async () => {
  const { rows, untried } = await getRows(
    [
      [1, DRIVER],
      [2, null],
      [3, DRIVER],
    ],
    { near: 2, suites: 0 },
  )
  expect(rows).toEqual([
    [1, 'noticed', DRIVER],
    [3, 'untried', null],
    [2, 'unknown', null],
  ])
  expect(untried).toBe(1)
})
