/** A project small enough for a story: a cart, tested by Node's own runner, so that nothing is installed. */
import { RUN_ONCE } from './branch.ts'
import type { Files } from './repository.ts'

export const SHOP: Files = {
  'package.json': '{ "name": "shop", "type": "module", "scripts": { "test": "node --test --test-isolation=none" } }\n',
  'src/cart.js': 'export const total = (items) => items.reduce((sum, price) => sum + price, 0)\n',
  'test/cart.test.js': nodeTest('../src/cart.js', 'total', { 'adds up': 'assert.equal(total([1, 2]), 3)' }),
}

/** The shop for stories in which repeating a failure shows nothing. */
export const SHOP_ONCE: Files = { ...RUN_ONCE, ...SHOP }

/** The shop without sandboxes: what its tests write anywhere can be seen from outside. */
export const OPEN_SHOP: Files = {
  ...SHOP,
  '.github/tdd-gate.yml': 'version: 1\npolicy: { isolation: off }\n',
}

/** A node:test file: `import { <names> } from '<module>'`, and a test for each entry. */
export function nodeTest(module: string, names: string, tests: Readonly<Record<string, string>>): string {
  const bodies = Object.entries(tests).map(([name, body]) => `test(${JSON.stringify(name)}, () => {\n  ${body}\n})\n`)
  return `import assert from 'node:assert/strict'\nimport { test } from 'node:test'\nimport { ${names} } from '${module}'\n\n${bodies.join('\n')}`
}

const DISCOUNT_TEST = nodeTest('../src/discount.js', 'discount', { 'takes a tenth': 'assert.equal(discount(200), 20)' })

export const RED: Files = { 'test/discount.test.js': DISCOUNT_TEST }
export const WRONG: Files = { 'src/discount.js': 'export const discount = (total) => total / 20\n' }
export const GREEN: Files = { 'src/discount.js': 'export const discount = (total) => total / 10\n' }

export const RED_TAX: Files = {
  'test/tax.test.js': nodeTest('../src/tax.js', 'tax', { 'adds a fifth': 'assert.equal(tax(100), 20)' }),
}
export const GREEN_TAX: Files = { 'src/tax.js': 'export const tax = (total) => total / 5\n' }

/** Tests of a discount that leave its edge open, and code that passes them. */
export const LOOSE_DISCOUNT = {
  tests: {
    'test/discount.test.js': nodeTest('../src/discount.js', 'discount', {
      large: 'assert.equal(discount(200), 20)',
      small: 'assert.equal(discount(50), 0)',
    }),
  },
  code: {
    'src/discount.js': 'export function discount(total) {\n  if (total > 100) return total / 10\n  return 0\n}\n',
  },
} as const satisfies Readonly<Record<string, Files>>
