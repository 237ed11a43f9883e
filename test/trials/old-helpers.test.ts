/** Shared test code that a RED edits: tests that use it run with the code as it was. */
import { describe, expect, test } from 'vitest'
import { createBranch, RUN_ONCE } from '../support/branch.ts'
import type { Files } from '../support/repository.ts'
import { nodeTest, RED, SHOP } from '../support/shop.ts'

const SAME = "import assert from 'node:assert/strict'\nexport const same = (one, other) => assert.equal(one, other)\n"
const CART_TEST = (body = 'same(total([1, 2]), 3)') =>
  `import { same } from './support/same.js'\n${nodeTest('../src/cart.js', 'total', { 'adds up': body })}`
const BASE = { ...SHOP, 'test/support/same.js': SAME, 'test/cart.test.js': CART_TEST() }
const GREEN = { 'src/discount.js': 'export const discount = (total) => total / 10\n' }
const BROKEN = { ...GREEN, 'src/cart.js': 'export const total = () => 0\n' }
const LAX = "import assert from 'node:assert/strict'\nexport const same = (one) => assert.equal(typeof one, 'number')\n"

async function shownBy(red: Files, green: Files, base: Files = BASE) {
  await using branch = await createBranch({ ...RUN_ONCE, ...base })
  await branch.red({ ...RED, ...red })
  await branch.green(green)
  const { decision, conclusion } = await branch.verify()
  expect(conclusion).toBe('success')
  const shown = decision.commits.flatMap(({ findings }) => findings)
  return shown.filter(({ rule }) => rule === 'helper-change-is-shown')
}

describe('an old test that passes with the new shared code only is shown', () => {
  test.each<[string, Files, Files, Files]>([
    ['a helper that asks for less', { 'test/support/same.js': LAX }, BROKEN, BASE],
    [
      'a helper behind another one',
      { 'test/support/same.js': LAX },
      BROKEN,
      {
        ...BASE,
        'test/support/all.js': "export { same } from './same.js'\n",
        'test/cart.test.js': CART_TEST().replace('same.js', 'all.js'),
      },
    ],
    [
      'a file of data',
      { 'test/fixtures/prices.json': '[0]\n' },
      BROKEN,
      {
        ...BASE,
        'test/fixtures/prices.json': '[1, 2]\n',
        'test/cart.test.js': `import { readFileSync } from 'node:fs'\nconst prices = JSON.parse(readFileSync('test/fixtures/prices.json', 'utf8'))\n${nodeTest(
          '../src/cart.js',
          'total',
          { 'adds up': 'assert.equal(total(prices), prices.reduce((sum, price) => sum + price))' },
        )}`,
      },
    ],
  ])('%s', async (_, red, green, base) => {
    const shown = await shownBy(red, green, base)
    expect(shown.map(({ level, tests }) => [level, tests])).toEqual([['warn', ['test/cart.test.js > adds up']]])
  })
})

const CART = (total: string) => ({ 'src/cart.js': `export const cart = { total: ${total} }\n` })
const OBJECT_BASE = {
  ...SHOP,
  ...CART('(items) => items[0] + items[1]'),
  'test/cart.test.js': nodeTest('../src/cart.js', 'cart', { 'adds up': 'assert.equal(cart.total([1, 2]), 3)' }),
}
const SETS = { 'test/aside.js': "import { cart } from '../src/cart.js'\n\ncart.total = () => 3\n" }
const DRIVER = {
  'test/discount.test.js': `import './aside.js'\n${RED['test/discount.test.js']}`,
}

describe('a new test file that sets a value in production', () => {
  test('is shown where an old test passes only with it', async () => {
    const shown = await shownBy({ ...SETS, ...DRIVER }, { ...GREEN, ...CART('() => 0') }, OBJECT_BASE)
    expect(shown.map(({ level, tests, paths }) => [level, tests, paths])).toEqual([
      ['warn', ['test/cart.test.js > adds up'], ['test/aside.js', 'test/discount.test.js']],
    ])
  })

  test('is not shown where the code still works', async () => {
    const green = { ...GREEN, ...CART('([one, other]) => one + other') }
    expect(await shownBy({ ...SETS, ...DRIVER }, green, OBJECT_BASE)).toEqual([])
  })
})

describe('honest work with shared code shows nothing', () => {
  test.each([
    ['a helper that offers more', { 'test/support/same.js': `${SAME}export const more = () => 1\n` }, GREEN],
    ['a helper that asks for less, where nothing needs that', { 'test/support/same.js': LAX }, GREEN],
    ['no helper', {}, GREEN],
  ])('%s', async (_, red, green) => {
    expect(await shownBy(red, green)).toEqual([])
  })

  test('a test that the helper makes fail anew', async () => {
    const green = { ...GREEN, 'src/cart.js': 'export const total = (items) => ({ sum: items[0] + items[1] })\n' }
    const red = {
      'test/support/same.js': SAME.replace('equal(one,', 'equal(one.sum,'),
      'test/cart.test.js': `${CART_TEST()}// The sum is a part of the total.\n`,
    }
    expect(await shownBy(red, green)).toEqual([])
  })
})
