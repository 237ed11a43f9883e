/** Refusals whose commands, pasted, lead to acceptance without an edit by hand. */
import type { Files } from './repository.ts'
import { GREEN, nodeTest, RED, SHOP } from './shop.ts'

const PACKAGE = String(SHOP['package.json'])
const CART_TEST = String(SHOP['test/cart.test.js'])
const MORE = { 'test/more.test.js': nodeTest('../src/cart.js', 'total', { more: 'assert.equal(total([2]), 2)' }) }
const FAILING = { 'test/more.test.js': nodeTest('../src/cart.js', 'total', { more: 'assert.equal(total([2]), 3)' }) }
const SCRIPT = { 'package.json': PACKAGE.replace('"shop"', '"store"') }

export interface Refusal {
  readonly rule: string
  readonly because: string
  readonly steps: readonly (readonly [message: string, files: Files])[]
  /** What stands after the commands were pasted. */
  readonly after: readonly string[]
}

export const red = (files: Files, words = '') => [`test: it\n\n${words}Phase: red\n`, files] as const
export const green = (files: Files, words = '') => [`feat: it\n\n${words}Phase: green\n`, files] as const
export const says = (message: string, files: Files) => [message, files] as const

export const REFUSALS: readonly Refusal[] = [
  {
    rule: 'red-before-green',
    because: 'tests and code in one commit',
    steps: [says('feat: discounts\n\nTask: 7.1\n', { ...RED, ...GREEN })],
    after: ['red 7.1 accepted', 'green 7.1 accepted'],
  },
  {
    rule: 'red-before-green',
    because: 'tests and code in one commit that is not the last one',
    steps: [says('feat: discounts', { ...RED, ...GREEN }), says('docs: more', { 'README.md': 'A shop.\n' })],
    after: ['red 1 accepted', 'green 1 accepted', 'neutral accepted'],
  },
  {
    rule: 'red-before-green',
    because: 'code in two commits, and its tests in a later one',
    steps: [
      says('feat: discounts', { 'src/discount.js': 'export const discount = () => 0\n' }),
      says('feat: real discounts', GREEN),
      says('test: discounts', RED),
      says('docs: more', { 'README.md': 'A shop.\n' }),
    ],
    after: ['red 1 accepted', 'green 1 accepted', 'neutral accepted'],
  },
  {
    rule: 'red-before-green',
    because: 'the GREEN of another subtask than its RED',
    steps: [red(RED, 'Task: 7.2\n'), green(GREEN, 'Task: 7.1\n')],
    after: ['red 7.2 accepted', 'green 7.2 accepted'],
  },
  {
    rule: 'red-changes-tests-only',
    because: 'a RED with its code and a setting',
    steps: [red({ ...RED, ...GREEN, ...SCRIPT }, 'Task: 7.1\n')],
    after: ['neutral accepted', 'red 7.1 accepted', 'green 7.1 accepted'],
  },
  {
    rule: 'red-has-driver',
    because: 'a test that passes at once',
    steps: [red(MORE)],
    after: ['red accepted'],
  },
  {
    rule: 'red-has-driver',
    because: 'a RED of documents',
    steps: [red({ 'README.md': 'A shop.\n' })],
    after: ['neutral accepted'],
  },
  {
    rule: 'green-keeps-tests',
    because: 'a frozen test edited and one added',
    steps: [red(RED), green({ ...GREEN, ...MORE, 'test/discount.test.js': `${RED['test/discount.test.js']}// why\n` })],
    after: ['red 1 accepted', 'red 1 accepted', 'green 1 accepted'],
  },
  {
    rule: 'green-keeps-tests',
    because: 'a new test and a moved one brought at GREEN, below another commit',
    steps: [
      red(RED),
      green({
        ...GREEN,
        ...MORE,
        'test/discount.test.js': null,
        'test/price/discount.test.js': String(RED['test/discount.test.js']).replace('../src', '../../src'),
      }),
      says('docs: more', { 'README.md': 'A shop.\n' }),
    ],
    after: ['red 1 accepted', 'red 1 accepted', 'green 1 accepted', 'neutral accepted'],
  },
  {
    rule: 'green-changes-production',
    because: 'a document that calls itself GREEN',
    steps: [red(RED), green({ 'README.md': 'A shop.\n' })],
    after: ['red 1 accepted', 'neutral accepted'],
  },
  {
    rule: 'green-keeps-harness',
    because: 'a setting changed with the code',
    steps: [red(RED, 'Task: 7.1\n'), green({ ...GREEN, ...SCRIPT }, 'Task: 7.1\n')],
    after: ['red 7.1 accepted', 'neutral accepted', 'green 7.1 accepted'],
  },
  {
    rule: 'neutral-changes-nothing',
    because: 'tests and code in a chore',
    steps: [says('chore: discounts\n\nPhase: neutral\n', { ...RED, ...GREEN })],
    after: ['red 1 accepted', 'green 1 accepted'],
  },
  {
    rule: 'neutral-changes-nothing',
    because: 'tests in a chore',
    steps: [says('chore: more\n\nPhase: neutral\n', MORE)],
    after: ['red accepted'],
  },
  {
    rule: 'claims-are-true',
    because: 'a number that was not measured',
    steps: [red(RED), says('feat: it\n\nTests: 99 passed\n\nPhase: green\n', GREEN)],
    after: ['red 1 accepted', 'green 1 accepted'],
  },
  {
    rule: 'no-test-vanished',
    because: 'a test file deleted beside a driver',
    steps: [red({ ...FAILING, 'test/cart.test.js': null })],
    after: ['red 1 accepted'],
  },
  {
    rule: 'no-test-vanished',
    because: 'nothing but a test file deleted',
    steps: [
      says('docs: more', { 'README.md': 'A shop.\n' }),
      says('test: fewer\n\nPhase: refactor\n', { 'test/cart.test.js': null }),
    ],
    after: ['neutral accepted'],
  },
  {
    rule: 'trailer-is-known',
    because: 'a misspelt phase',
    steps: [says('test: it\n\nPhase: rde\n', RED)],
    after: ['red 1 accepted'],
  },
  {
    rule: 'only-green-turns-drivers',
    because: 'behaviour that calls itself a refactoring',
    steps: [red(RED), says('refactor: it\n\nPhase: refactor\n', GREEN)],
    after: ['red 1 accepted', 'green 1 accepted'],
  },
  {
    rule: 'refactor-keeps-apart',
    because: 'tests and code moved at once',
    steps: [
      says('refactor: both\n\nPhase: refactor\n', {
        'src/cart.js':
          'export const total = (items) => {\n  let sum = 0\n  for (const price of items) sum += price\n  return sum\n}\n',
        'test/cart.test.js': `${CART_TEST}\ntest('more', () => {\n  assert.equal(total([]), 0)\n})\n`,
      }),
    ],
    after: ['refactor accepted', 'red accepted'],
  },
]
