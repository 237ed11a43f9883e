import { type Cheat, chore, green, printCheats, red, refactor, saying } from '../support/cheat-stories.ts'
import { GREEN, nodeTest, RED, SHOP, WRONG } from '../support/shop.ts'

const DISCOUNT = (body: string, name = 'takes a tenth') => ({
  'test/discount.test.js': nodeTest('../src/discount.js', 'discount', { [name]: body }),
})
const CART = (tests: Readonly<Record<string, string>>) => nodeTest('../src/cart.js', 'total', tests)
const HEADER = "import assert from 'node:assert/strict'\nimport { test } from 'node:test'\n"
const PACKAGE = String(SHOP['package.json'])
/** Set for the gate, not handed on to the tests. */
const PHASE = 'TDD_STORY_PHASE'
process.env[PHASE] = 'green'
const TAKE_BACK = 'green rejected: green-keeps-tests'

const CONTENT: readonly Cheat[] = [
  {
    title: 'numbers made up in the message',
    steps: [red(RED), saying(green(GREEN), 'Tests: 48 passing')],
    last: 'green rejected: claims-are-true',
  },
  {
    title: 'success printed on the console',
    steps: [
      red(RED),
      green({
        'src/discount.js':
          "console.log('TAP version 13\\nok 1 - takes a tenth\\n# pass 2\\n# fail 0')\nexport const discount = () => 0\n",
      }),
    ],
    last: 'green attempt: green-passes-drivers',
  },
  {
    title: 'a process that dies as RED',
    steps: [red({ 'test/discount.test.js': `${HEADER}\ntest('dies', () => process.kill(process.pid, 'SIGKILL'))\n` })],
    last: 'red unmeasured: measurement-agrees',
  },
  {
    title: 'a test that says no, and is given its assertion later',
    steps: [
      red(DISCOUNT('assert.ok(false && discount)')),
      green({ ...GREEN, ...DISCOUNT('assert.equal(discount(200), 20)') }),
    ],
    last: TAKE_BACK,
  },
  {
    title: 'the failing test deleted at GREEN',
    steps: [red(RED), green({ ...WRONG, 'test/discount.test.js': null })],
    last: 'green rejected: green-keeps-tests, green-passes-drivers',
  },
  {
    title: 'the failing test skipped at GREEN',
    steps: [
      red(RED),
      green({
        ...WRONG,
        'test/discount.test.js': String(RED['test/discount.test.js']).replace('test("', 'test.skip("'),
      }),
    ],
    last: 'green rejected: green-keeps-tests, green-passes-drivers, no-test-silenced',
  },
  {
    title: 'the failing test renamed at GREEN, so that another id passes',
    steps: [red(RED), green({ ...WRONG, ...DISCOUNT('assert.equal(discount(200), 10)', 'takes a twentieth') })],
    last: TAKE_BACK,
  },
  {
    title: 'a test that asks git in which phase it is',
    steps: [
      red({
        'test/phase.test.js': `${HEADER}import { spawnSync } from 'node:child_process'\n\ntest('is green', () => assert.match(String(spawnSync('git', ['log', '-1']).stdout), /Phase: green/))\n`,
      }),
      green(GREEN),
    ],
    last: 'green attempt: green-passes-drivers',
  },
  {
    title: 'a test that asks the environment in which phase it is',
    steps: [
      red({
        'test/phase.test.js': `${HEADER}\ntest('is green', () => assert.equal(process.env.${PHASE}, 'green'))\n`,
      }),
      green(GREEN),
    ],
    last: 'green attempt: green-passes-drivers',
  },
  {
    title: 'a missing fixture as RED, added with the code',
    steps: [
      red({
        'test/prices.test.js': `${HEADER}import { readFileSync } from 'node:fs'\n\ntest('reads prices', () => assert.ok(readFileSync('test/fixtures/prices.json')))\n`,
      }),
      green({ ...GREEN, 'test/fixtures/prices.json': '[]\n' }),
    ],
    last: 'green rejected: green-keeps-tests, counterfactual-fails',
  },
  {
    title: 'a bare throw as RED',
    steps: [red({ 'test/more.test.js': CART({ throws: "throw new Error('not yet')" }) }), green(GREEN)],
    last: 'green attempt: green-passes-drivers',
  },
  {
    title: 'a typo in a test as RED',
    steps: [red({ 'test/more.test.js': CART({ throws: 'asert.equal(total([1]), 1)' }) }), green(GREEN)],
    last: 'green attempt: green-passes-drivers',
  },
  {
    title: 'a fixture instead of code at GREEN',
    steps: [
      red({
        'test/prices.test.js': `${HEADER}import prices from './fixtures/prices.js'\n\ntest('has a price', () => assert.equal(prices.apple, 3))\n`,
        'test/fixtures/prices.js': 'export default {}\n',
      }),
      green({ 'test/fixtures/prices.js': 'export default { apple: 3 }\n' }),
    ],
    last: 'green rejected: green-keeps-tests, green-changes-production',
  },
  {
    title: 'a snapshot that is written by what it should judge',
    steps: [
      red({
        'test/discount.test.js': `${HEADER}import { discount } from '../src/discount.js'\n\ntest('looks right', (t) => t.assert.snapshot(discount(200)))\n`,
      }),
      green({ ...WRONG, 'test/discount.test.js.snapshot': 'exports[`looks right 1`] = `\n10\n`;\n' }),
    ],
    last: TAKE_BACK,
  },
  {
    title: 'a test without any assertion',
    steps: [red({ 'test/more.test.js': CART({ 'does something': 'void total' }) })],
    last: 'red rejected: red-has-driver',
  },
  {
    title: 'an assertion whose failure is swallowed',
    steps: [red({ 'test/more.test.js': CART({ swallows: 'try { assert.equal(total([1]), 9) } catch {}' }) })],
    last: 'red rejected: red-has-driver',
  },
  {
    title: 'vacuous tests that swell the numbers',
    steps: [red({ ...RED, 'test/more.test.js': CART({ one: 'void assert', two: 'void total' }) })],
    last: 'red accepted',
    because: 'red-lists-passing-tests: Passed without ever failing: test/more.test.js > one, test/more.test.js > two',
  },
]

const COMMITS: readonly Cheat[] = [
  {
    title: 'production code in the RED commit',
    steps: [red({ ...RED, ...WRONG })],
    last: 'red rejected: red-changes-tests-only',
  },
  {
    title: 'a test inside of a production file',
    steps: [red({ 'src/discount.js': `${HEADER}\ntest('is inside', () => assert.fail('not yet'))\n` })],
    last: 'red rejected: red-changes-tests-only, red-has-driver',
  },
  {
    title: 'behaviour hidden in data',
    steps: [red({ ...RED, 'src/rates.json': '{ "rate": 0.1 }\n' })],
    last: 'red rejected: red-changes-tests-only',
  },
  {
    title: 'production code in a chore',
    steps: [chore(GREEN)],
    last: 'neutral rejected: neutral-changes-nothing',
  },
  {
    title: 'a failing test satisfied by something that is no code',
    steps: [
      red({
        'test/shop.test.js': `${HEADER}import { readFileSync } from 'node:fs'\n\ntest('sells', () => assert.equal(JSON.parse(readFileSync('package.json')).name, 'store'))\n`,
      }),
      chore({ 'package.json': PACKAGE.replace('"shop"', '"store"') }),
    ],
    last: 'neutral rejected: only-green-turns-drivers',
  },
  {
    title: 'new behaviour that calls itself a refactoring',
    steps: [red(RED), refactor(GREEN)],
    last: 'refactor rejected: only-green-turns-drivers',
  },
  {
    title: 'tests and code moved together in a refactoring',
    steps: [
      refactor({
        'src/cart.js': 'export const total = () => 3\n',
        'test/cart.test.js': CART({ 'adds up': 'assert.equal(total([1, 2]), 3)', more: 'assert.ok(total)' }),
      }),
    ],
    last: 'refactor rejected: refactor-keeps-apart',
  },
  {
    title: 'attributes that change what is checked out, at GREEN',
    steps: [red(RED), green({ ...GREEN, '.gitattributes': '*.test.js export-ignore filter=weaken\n' })],
    last: 'green rejected: green-keeps-harness',
  },
  {
    title: 'the test script changed along with the code',
    steps: [red(RED), green({ ...WRONG, 'package.json': PACKAGE.replace('node --test', 'true') })],
    last: 'green rejected: green-keeps-harness, green-passes-drivers',
  },
  {
    title: 'rules loosened by the branch that they judge',
    steps: [
      chore({ '.github/tdd-gate.yml': 'version: 1\npolicy:\n  rules:\n    red-has-driver: off\n' }),
      red({ 'test/more.test.js': CART({ 'passes at once': 'assert.ok(total)' }) }),
    ],
    last: 'red rejected: red-has-driver',
  },
  {
    title: 'two names that are one on other machines',
    steps: [red({ ...RED, 'test/Discount.test.js': RED['test/discount.test.js'] ?? '' })],
    last: 'red rejected: paths-are-plain',
  },
  {
    title: 'endless attempts',
    steps: [red(RED), ...[1, 2, 3].map((n) => green({ 'src/discount.js': `export const discount = () => ${n}\n` }))],
    last: 'green attempt: green-passes-drivers, attempts-are-limited',
  },
]

printCheats('what tests and reports say', SHOP, CONTENT)
printCheats('what commits hold', SHOP, COMMITS)
