import { expect, test } from 'vitest'
import { type FileCoverage, leastCovered, toPercent } from '../../../src/core/model/coverage.ts'

test.each([
  [{ covered: 0, total: 3 }, 0],
  [{ covered: 2, total: 3 }, 66.6],
  [{ covered: 1999, total: 2000 }, 99.9],
  [{ covered: 3, total: 3 }, 100],
])('%j is %d percent, never rounded up', (ratio, percent) => {
  expect(toPercent(ratio)).toBe(percent)
})

test('coverage of nothing has no percentage', () => {
  expect(toPercent({ covered: 0, total: 0 })).toBeNull()
})

test('the least covered files come first: of as much, the one that lacks most, then by path', () => {
  const file = (path: string, covered: number, total: number): FileCoverage => ({ path, lines: { covered, total } })
  const files = [
    file('all.js', 3, 3),
    file('z.js', 1, 2),
    file('big.js', 10, 20),
    file('nothing.js', 0, 0),
    file('a.js', 1, 2),
    file('none.js', 0, 1),
    { path: 'no-counts.js' },
    { path: 'blocks.go', statements: { covered: 1, total: 4 } },
  ]
  expect(leastCovered(files).map(({ path }) => path)).toEqual([
    'none.js',
    'blocks.go',
    'big.js',
    'a.js',
    'z.js',
    'all.js',
    'no-counts.js',
    'nothing.js',
  ])
})
