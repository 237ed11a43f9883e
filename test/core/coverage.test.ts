import { expect, test } from 'vitest'
import { percentOf } from '../../src/core/coverage.ts'

test.each([
  [{ covered: 0, total: 3 }, 0],
  [{ covered: 2, total: 3 }, 66.6],
  [{ covered: 1999, total: 2000 }, 99.9],
  [{ covered: 3, total: 3 }, 100],
])('%j is %d percent, never rounded up', (ratio, percent) => {
  expect(percentOf(ratio)).toBe(percent)
})

test('of nothing there is no percentage: neither all of it is covered nor none', () => {
  expect(percentOf({ covered: 0, total: 0 })).toBeNull()
})
