import { expect, test } from 'vitest'
import { findTestConvention } from '../../../src/core/text/test-convention.ts'

test.each([
  [['test/a.test.ts', 'test/b.test.ts', 'src/c.spec.ts'], 'test/*.test.ts'],
  [['tests/test_a.py', 'tests/test_b.py', 'tests/conftest.py'], 'tests/test_*.py'],
  [['cart/a_test.go', 'cart/b_test.go'], 'cart/*_test.go'],
  [['src/test/java/CartTest.java'], 'src/test/java/*Test.java'],
  [['test/fixtures/a.json'], null],
])('the test files %j are called %s', (paths, pattern) => {
  expect(findTestConvention(paths, '', 5).pattern).toBe(pattern)
})

test('test files named after the subtask come first, at most as many as asked for', () => {
  const paths = ['test/a.test.ts', 'test/cart-total.test.ts', 'test/cart.test.ts']
  expect(findTestConvention(paths, 'Total of a cart', 2).nearby).toEqual([
    'test/cart-total.test.ts',
    'test/cart.test.ts',
  ])
})
