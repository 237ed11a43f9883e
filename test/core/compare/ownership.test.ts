import { describe, expect, test } from 'vitest'
import { createOwnership } from '../../../src/core/compare/ownership.ts'
import type { FileClass } from '../../../src/core/model/commit.ts'

const classify = (path: string): FileClass =>
  /(^|\/)(tests?|fixtures)\/|\.test\.|_test\.|test_/.test(path) ? 'test' : path.endsWith('.md') ? 'docs' : 'production'
const isOurs = createOwnership({
  paths: [
    'shop/prices.py',
    'src/money/round.ts',
    'lib/tax.rb',
    'src/main/java/com/shop/Cart.java',
    'tests/helpers/data.py',
  ],
  names: ['@acme/shop', 'example.com/shop', ''],
  classify,
})
const module = (name: string) => ({ kind: 'module' as const, name })

describe('a missing module is the project’s own', () => {
  test.each([
    ['asked for by a relative path', './cart.ts', 'src/cart.test.ts'],
    ['asked for from another folder', '../../src/cart', 'tests/unit/cart.test.ts'],
    ['asked for by an absolute path', '/work/tree/src/cart.js', 'src/cart.test.js'],
    ['asked for as a URL', 'file:///work/tree/src/cart.js', 'src/cart.test.js'],
    ['a test helper to be written', './helper.ts', 'src/cart.test.ts'],
    ['asked for by an alias', '@/cart', 'src/cart.test.ts'],
    ['a package of its workspace', '@acme/shop/cart', 'src/cart.test.ts'],
    ['a package of its Go module', 'example.com/shop/cart', 'shop_test.go'],
    ['a new module of an existing Python package', 'shop.cart', 'tests/test_cart.py'],
    ['a module below a source root', 'money', 'tests/test_money.py'],
    ['a module beside the test', 'helpers', 'tests/test_data.py'],
    ['what the test file is called after', 'cart', 'tests/test_cart.py'],
    ['a class of an existing Java package', 'com.shop.Basket', 'src/test/java/com/shop/BasketTest.java'],
  ])('%s', (_, name, from) => {
    expect(isOurs(module(name), from)).toBe(true)
  })
})

describe('a missing module belongs to another project', () => {
  test.each([
    ['a package for JavaScript', 'lodash', 'src/cart.test.ts'],
    ['a scoped package whose name begins alike', '@acme/shopping', 'src/cart.test.ts'],
    ['a package for Python', 'numpy', 'tests/test_cart.py'],
    ['a Go module', 'github.com/stretchr/testify', 'shop_test.go'],
    ['a Java library', 'org.junit.Assert', 'src/test/java/com/shop/CartTest.java'],
    ['a file of an installed package', '/work/tree/node_modules/lodash/index.js', 'src/cart.test.js'],
    ['a fixture', './fixtures/prices.json', 'src/cart.test.ts'],
    ['a document', '../README.md', 'src/cart.test.ts'],
    ['nothing at all', '', 'tests/test_cart.py'],
    ['something that no file asked for', 'numpy', null],
  ])('%s', (_, name, from) => {
    expect(isOurs(module(name), from)).toBe(false)
  })
})

test('a missing symbol is called from a module that is there', () => {
  expect(isOurs({ kind: 'symbol', name: 'addItem' }, 'src/cart.test.ts')).toBe(true)
})
