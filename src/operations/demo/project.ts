/** The small shop of the demo: real files, run by Node's own test runner, so that nothing is installed. */

export type Files = Readonly<Record<string, string | null>>

export interface DemoCommit {
  readonly message: string
  readonly files: Files
  /** Merges this branch instead of an ordinary commit; `files` are then edited inside the merge. */
  readonly merge?: string
}

/** Runs on any Node that readers have: "Reproduce it" runs it with theirs. */
const SCRIPT = 'node --test'

export const SHOP: Files = {
  'package.json': `{ "name": "shop", "private": true, "type": "module", "scripts": { "test": "${SCRIPT}" } }\n`,
  'README.md': '# A small shop\n',
  'src/cart.js': `export function total(items) {
  return items.reduce((sum, { price, quantity }) => sum + price * quantity, 0)
}
`,
  'test/cart.test.js': `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { total } from '../src/cart.js'

test('adds up prices', () => {
  assert.equal(total([{ price: 3, quantity: 2 }, { price: 4, quantity: 1 }]), 10)
})

test('an empty cart costs nothing', () => {
  assert.equal(total([]), 0)
})
`,
}

/** Creates a test file about discounts; each line of `cases` is one test. */
export function discountTest(...cases: readonly (readonly [name: string, body: string])[]): string {
  const tests = cases.map(([name, body]) => `\ntest('${name}', () => {\n  ${body}\n})\n`)
  return `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { discount } from '../src/discount.js'
${tests.join('')}`
}

export const TEN_PERCENT = ['takes ten percent off from 100 on', 'assert.equal(discount(200), 20)'] as const
export const SMALL_CART = ['gives nothing below 100', 'assert.equal(discount(99), 0)'] as const

export const DISCOUNT = `export function discount(total) {
  return total < 100 ? 0 : total / 10
}
`
export const HALF_DISCOUNT = `export function discount(total) {
  return total < 100 ? 0 : total / 20
}
`

/**
 * Creates the cart.
 * @param refusal what it does with a negative quantity
 */
export const refusingCart = (refusal: string): string => `export function total(items) {
  if (items.some(({ quantity }) => quantity < 0)) ${refusal}
  return items.reduce((sum, { price, quantity }) => sum + price * quantity, 0)
}
`

/** The first cycle's RED, as most stories need it. */
export const RED: DemoCommit = {
  message: 'test: discounts\n\nTask: 1.1\nPhase: red',
  files: { 'test/discount.test.js': discountTest(TEN_PERCENT, SMALL_CART) },
}

export const GREEN: DemoCommit = {
  message: 'feat: discounts\n\nTask: 1.1\nPhase: green',
  files: { 'src/discount.js': DISCOUNT },
}

export const SECOND_RED: DemoCommit = {
  message: 'test: negative quantities\n\nTask: 1.2\nPhase: red',
  files: {
    'test/cart.test.js': `${SHOP['test/cart.test.js']}
test('refuses a negative quantity', () => {
  assert.throws(() => total([{ price: 3, quantity: -1 }]), RangeError)
})
`,
  },
}

export const SECOND_GREEN: DemoCommit = {
  message: 'feat: refuse negative quantities\n\nTask: 1.2\nPhase: green',
  files: { 'src/cart.js': refusingCart("throw new RangeError('a quantity is negative')") },
}
