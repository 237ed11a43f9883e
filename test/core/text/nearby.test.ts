import { expect, test } from 'vitest'
import { nearby } from '../../../src/core/text/nearby.ts'

test('a file brings its folder along, for runners that know packages only', () => {
  expect([...nearby(['shop/cart/cart_test.go', 'main_test.go'])]).toEqual([
    'shop/cart/cart_test.go',
    'shop/cart',
    'main_test.go',
    '.',
  ])
})
