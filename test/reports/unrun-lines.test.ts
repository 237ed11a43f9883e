import { expect, test } from 'vitest'
import { unrunLines } from '../../src/reports/coverage/coverage.ts'

const hits = (counts: Readonly<Record<number, number>>) =>
  new Map(Object.entries(counts).map(([n, count]) => [Number(n), count]))
const added = new Map([['a.js', [1, 2, 3, 4, 5, 8]]])

test('`unrunLines` gives added lines that did not run, those with unmeasured ones between them as one range', () => {
  const coverage = { totals: {}, files: [{ path: 'a.js', hits: hits({ 1: 2, 2: 0, 4: 0, 5: 1, 7: 0, 8: 0 }) }] }
  expect(unrunLines(coverage, added)).toEqual([
    { path: 'a.js', first: 2, last: 4 },
    { path: 'a.js', first: 8, last: 8 },
  ])
})

test('`unrunLines` says nothing of files that no report measured', () => {
  expect(unrunLines({ totals: {}, files: [{ path: 'b.js', hits: hits({ 1: 0 }) }, { path: 'a.js' }] }, added)).toEqual(
    [],
  )
})
