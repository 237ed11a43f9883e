/** Lists ways to look test-driven without being it. The named rule must reject each of them, for that reason. */
import type { DemoStory } from './honest.ts'
import { DISCOUNT, discountTest, GREEN, HALF_DISCOUNT, RED, SHOP, SMALL_CART, TEN_PERCENT } from './project.ts'

export interface Cheat extends DemoStory {
  readonly rejectedBy: string
}

const green = (files: Cheat['commits'][number]['files'], claim = '') => ({
  message: `feat: discounts\n\n${claim}Task: 1.1\nPhase: green`,
  files,
})
const red = (files: Cheat['commits'][number]['files']) => ({
  message: 'test: discounts\n\nTask: 1.1\nPhase: red',
  files,
})
const HEADER = "import assert from 'node:assert/strict'\nimport { test } from 'node:test'\n"
const CART_TESTS = SHOP['test/cart.test.js'] ?? ''

export const CHEATS: readonly Cheat[] = [
  {
    title: 'tests and code in one commit',
    sequence: 'commits',
    rejectedBy: 'red-before-green',
    commits: [{ message: 'Discounts, test first!', files: { ...RED.files, ...GREEN.files } }],
  },
  {
    title: 'code without any test',
    sequence: 'commits',
    rejectedBy: 'red-before-green',
    commits: [{ message: 'Discounts, all green', files: GREEN.files }],
  },
  {
    title: 'code hidden in a chore',
    sequence: 'commits',
    rejectedBy: 'neutral-changes-nothing',
    commits: [{ message: 'chore: tidy up\n\nPhase: neutral', files: GREEN.files }],
  },
  {
    title: 'a test that never failed',
    sequence: 'commits',
    rejectedBy: 'red-has-driver',
    commits: [red({ 'test/more.test.js': `${HEADER}\ntest('works', () => {\n  assert.ok(true)\n})\n` })],
  },
  {
    title: 'a RED that is only a syntax error, fixed at GREEN',
    sequence: 'commits',
    rejectedBy: 'green-keeps-tests',
    commits: [
      red({ 'test/discount.test.js': `${HEADER}\ntest('discounts', () => {\n` }),
      green({ ...GREEN.files, 'test/discount.test.js': discountTest(TEN_PERCENT) }),
    ],
  },
  {
    title: 'a RED that imports a package that is not installed, and a GREEN that stops importing it',
    sequence: 'commits',
    rejectedBy: 'green-keeps-tests',
    commits: [
      red({ 'test/discount.test.js': `${HEADER}import chai from 'chai'\n\ntest('discounts', () => chai.fail())\n` }),
      green({ ...GREEN.files, 'test/discount.test.js': discountTest(TEN_PERCENT) }),
    ],
  },
  {
    title: 'the assertion weakened at GREEN',
    sequence: 'commits',
    rejectedBy: 'green-keeps-tests',
    commits: [
      RED,
      green({
        'src/discount.js': HALF_DISCOUNT,
        'test/discount.test.js': discountTest([TEN_PERCENT[0], 'assert.ok(discount(200) > 0)'], SMALL_CART),
      }),
    ],
  },
  {
    title: 'the failing test deleted at GREEN',
    sequence: 'commits',
    rejectedBy: 'green-keeps-tests',
    commits: [RED, green({ 'src/discount.js': HALF_DISCOUNT, 'test/discount.test.js': discountTest(SMALL_CART) })],
  },
  {
    title: 'the failing test skipped in a later RED',
    sequence: 'commits',
    rejectedBy: 'no-test-silenced',
    commits: [
      RED,
      GREEN,
      {
        message: 'test: more\n\nTask: 1.2\nPhase: red',
        files: {
          'test/cart.test.js': `${CART_TESTS.replace("test('adds", "test.skip('adds")}
test('knows its currency', () => {
  assert.equal(total.currency, 'EUR')
})
`,
        },
      },
    ],
  },
  {
    title: 'process.exit(0) inside a test',
    sequence: 'commits',
    rejectedBy: 'measurement-agrees',
    commits: [RED, green({ 'src/discount.js': 'export function discount() {\n  process.exit(0)\n}\n' })],
  },
  {
    title: 'a fixture instead of code',
    sequence: 'commits',
    rejectedBy: 'green-changes-production',
    commits: [
      red({
        'test/prices.test.js': `${HEADER}import { prices } from './fixtures/prices.js'\n\ntest('knows a price', () => {\n  assert.equal(prices.apple, 3)\n})\n`,
        'test/fixtures/prices.js': 'export const prices = {}\n',
      }),
      green({ 'test/fixtures/prices.js': 'export const prices = { apple: 3 }\n' }),
    ],
  },
  {
    title: 'the test script changed along with the code',
    sequence: 'commits',
    rejectedBy: 'green-keeps-harness',
    commits: [
      RED,
      green({
        ...GREEN.files,
        'package.json': (SHOP['package.json'] ?? '').replace('node --test', 'true'),
      }),
    ],
  },
  {
    title: 'a test whose name changes from run to run',
    sequence: 'commits',
    rejectedBy: 'red-ids-are-stable',
    commits: [
      red({
        'test/now.test.js': `${HEADER}\ntest(\`works at \${Date.now()}\`, () => {\n  assert.fail('not yet')\n})\n`,
      }),
    ],
  },
  {
    title: 'another feature broken on the way',
    sequence: 'commits',
    rejectedBy: 'suite-is-green',
    commits: [RED, green({ ...GREEN.files, 'src/cart.js': 'export function total() {\n  return 0\n}\n' })],
  },
  {
    title: 'numbers made up in the message',
    sequence: 'commits',
    rejectedBy: 'claims-are-true',
    commits: [RED, green(GREEN.files, 'Tests: 48 passing\n')],
  },
  {
    title: 'an edit inside a merge commit',
    sequence: 'commits',
    rejectedBy: 'merge-is-clean',
    commits: [
      { ...RED, message: RED.message },
      GREEN,
      { message: 'Merge main', merge: 'main-moved', files: { 'src/cart.js': 'export const total = () => 10\n' } },
    ],
  },
  {
    title: 'a pull request whose tests pass without its code',
    sequence: 'pull-request',
    rejectedBy: 'red-has-driver',
    commits: [
      {
        message: 'Discounts',
        files: {
          'src/discount.js': DISCOUNT,
          'test/more.test.js': `${HEADER}\ntest('discounts', () => {\n  assert.ok(true)\n})\n`,
        },
      },
    ],
  },
]
