import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { type Cheat, green, printCheats, red } from '../support/cheat-stories.ts'
import { type Honest, printHonest } from '../support/honest-stories.ts'
import { GREEN, nodeTest, SHOP } from '../support/shop.ts'

const HOLLOW = 'green rejected: drivers-need-production'
const DISCOUNT = (tests: Readonly<Record<string, string>>) => ({
  'test/discount.test.js': nodeTest('../src/discount.js', 'discount', tests),
})
const REAL = { 'takes a tenth': 'assert.equal(discount(200), 20)' }
/** Each by its title, and what is hollow about it. */
const NOTHING_ASKED = {
  'calls and asserts nothing': 'discount(200)',
  'asserts in a callback that is never called': '[].forEach(() => assert.equal(discount(200), 20))',
  'swallows its assertion': 'try { assert.equal(discount(200), 20) } catch {}',
  'awaits no promise': 'Promise.resolve().then(() => assert.equal(discount(200), 20)).catch(() => {})',
  'returns before it asserts': 'if (discount) return\n  assert.equal(discount(200), 20)',
}

const NODE: readonly Cheat[] = [
  {
    title: 'five tests that demand nothing, each named',
    steps: [red(DISCOUNT(NOTHING_ASKED)), green(GREEN)],
    last: HOLLOW,
    because:
      'test/discount.test.js > asserts in a callback that is never called, test/discount.test.js > awaits no promise, test/discount.test.js > calls and asserts nothing and 2 more',
  },
  {
    title: 'a test that rides on the load error of its neighbour',
    steps: [red(DISCOUNT({ ...REAL, 'rides along': 'assert.ok(true)' })), green(GREEN)],
    last: HOLLOW,
    because: 'the body of discount in src/discount.js is empty: test/discount.test.js > rides along',
  },
]

const CHECK = {
  'src/check.js': "import assert from 'node:assert'\nexport const same = (a, b) => assert.equal(a, b)\n",
}
const HONEST: readonly Honest[] = [
  {
    title: 'a value that an empty body gives too',
    steps: [
      red({
        'test/find.test.js': nodeTest('../src/find.js', 'find', {
          'finds nothing': "assert.equal(find([], 'x'), undefined)",
        }),
      }),
      green({ 'src/find.js': 'export const find = (items, id) => items.find((item) => item.id === id)\n' }),
    ],
    shows: 'changes-are-pinned: No test noticed 1 of 1 small change that the gate made: src/find.js:1',
  },
  {
    title: 'a bug fix: what threw no longer throws',
    steps: [
      red({
        'test/more.test.js': nodeTest('../src/cart.js', 'total', {
          'takes no list': 'assert.doesNotThrow(() => total())',
        }),
      }),
      green({ 'src/cart.js': 'export const total = (items = []) => items.reduce((sum, price) => sum + price, 0)\n' }),
    ],
  },
  {
    title: 'a bug fix with a new helper: what threw no longer throws',
    steps: [
      red({
        'test/more.test.js': nodeTest('../src/cart.js', 'total', {
          'takes no list': 'assert.doesNotThrow(() => total())',
        }),
      }),
      green({
        'src/cart.js':
          'const toList = (items) => items ?? []\nexport const total = (items) => toList(items).reduce((sum, price) => sum + price, 0)\n',
      }),
    ],
  },
  {
    title: 'a driver whose assertion failed at RED only for the name of a new function',
    steps: [
      red({
        'test/more.test.js': nodeTest('../src/cart.js', 'total', {
          'takes a tenth':
            "return import('../src/cart.js').then((shop) => assert.doesNotThrow(() => shop.discount(200)))",
        }),
      }),
      green({
        'src/cart.js':
          'export const total = (items = []) => items.reduce((sum, price) => sum + price, 0)\nexport const discount = (sum) => sum / 10\n',
      }),
    ],
    shows:
      'weak-driver-is-shown: Drivers pass although the bodies of total in src/cart.js, discount in src/cart.js are empty: test/more.test.js > takes a tenth',
  },
  {
    title: 'a check of the project that GREEN empties, so that its driver passes',
    steps: [
      red({
        'test/check.test.js': nodeTest('../src/check.js', 'same', { 'is the same': 'same(1, 2)' }),
      }),
      green({ 'src/check.js': 'export const same = () => {}\n' }),
    ],
    shows:
      'weak-driver-is-shown: Drivers pass although the body of same in src/check.js is empty: test/check.test.js > is the same',
  },
  {
    title: 'an old test in a file that did not load at RED',
    steps: [
      red({
        'test/cart.test.js': `import { discount } from '../src/discount.js'\n${SHOP['test/cart.test.js']}\ntest('takes a tenth', () => assert.equal(discount(200), 20))\n`,
      }),
      green(GREEN),
    ],
  },
  {
    title: 'a test of what was there before, in a new file with the driver',
    steps: [
      red({
        'test/shop.test.js': nodeTest('../src/discount.js', 'discount', {
          ...REAL,
          'adds up': "return import('../src/cart.js').then(({ total }) => assert.equal(total([1, 1]), 2))",
        }),
      }),
      green(GREEN),
    ],
    shows: 'Drivers pass although the body of discount in src/discount.js is empty: test/shop.test.js > adds up',
  },
  {
    title: 'a smoke test beside a test that asserts',
    steps: [red(DISCOUNT({ ...REAL, 'takes nothing': 'assert.doesNotThrow(() => discount(0))' })), green(GREEN)],
    shows:
      'weak-driver-is-shown: Drivers pass although the body of discount in src/discount.js is empty: test/discount.test.js > takes nothing',
  },
  {
    title: 'a driver that asks for the type of a value only',
    steps: [red(DISCOUNT({ 'gives a number': "assert.equal(typeof discount(200), 'number')" })), green(GREEN)],
    shows:
      'weak-driver-is-shown: Drivers pass although the functions of this commit return other values: test/discount.test.js > gives a number',
  },
  {
    title: 'a function whose effect is asked for, and not what it returns',
    steps: [
      red({
        'test/push.test.js': nodeTest('../src/push.js', 'push', {
          'adds to the list': 'const list = []\n  push(list, 1)\n  assert.deepEqual(list, [1])',
          'refuses what is no list': 'assert.throws(() => push(null, 1), /list/)',
        }),
      }),
      green({
        'src/push.js':
          "export function push(list, item) {\n  if (!list) throw new Error('no list')\n  list.push(item)\n  return list.length\n}\n",
      }),
    ],
  },
  {
    title: 'a class with state',
    steps: [
      red({
        'test/basket.test.js': nodeTest('../src/basket.js', 'Basket', {
          'starts empty': 'assert.deepEqual(new Basket().items, [])',
          'keeps what is added':
            "const basket = new Basket()\n  basket.add('tea')\n  assert.deepEqual(basket.items, ['tea'])",
        }),
      }),
      green({
        'src/basket.js': 'export class Basket {\n  items = []\n  add(item) {\n    this.items.push(item)\n  }\n}\n',
      }),
    ],
    shows: 'test/basket.test.js > starts empty',
  },
  {
    title: 'a function that is called while its file loads',
    steps: [
      red({
        'test/rates.test.js': nodeTest('../src/rates.js', 'rateOf', {
          'knows a rate': "assert.equal(rateOf('de'), 19)",
        }),
      }),
      green({
        'src/rates.js':
          "const table = () => new Map([['de', 19]])\nconst rates = table()\nconst size = rates.size\nexport const rateOf = (code) => (size > 0 ? rates.get(code) : 0)\n",
      }),
    ],
    shows: 'unrun-lines-are-shown: No test runs these changed lines, or a branch in them: src/rates.js:4',
  },
  {
    title: 'data that has no body, and that a driver asks for',
    steps: [
      red({
        'test/rates.test.js': nodeTest('../src/rates.js', 'RATES', { 'knows a rate': 'assert.equal(RATES.de, 19)' }),
      }),
      green({ 'src/rates.js': 'export const RATES = { de: 19 }\n' }),
    ],
  },
  {
    title: 'data that no driver asks for, beside code in a helper of the tests',
    steps: [
      red({
        'test/support/load.js':
          "const found = await import('../../src/rates.js').catch(() => null)\nexport const rate = () => found && 19\n",
        'test/rates.test.js': nodeTest('./support/load.js', 'rate', { 'knows a rate': 'assert.equal(rate(), 19)' }),
      }),
      green({ 'src/rates.js': 'export const NAME = 1\n' }),
    ],
    shows:
      'weak-driver-is-shown: Drivers pass although the data of this commit has other values: test/rates.test.js > knows a rate',
  },
]

const PYTHON_SHOP = {
  'pyproject.toml': '[project]\nname = "shop"\n',
  'cart.py': 'def total(items):\n    return sum(items)\n',
  'tests/test_cart.py': 'from cart import total\n\n\ndef test_adds():\n    assert total([1, 2]) == 3\n',
}
const PYTHON_GREEN = green({ 'discount.py': 'def discount(total):\n    return total / 10\n' })
const PYTHON: readonly Cheat[] = [
  {
    title: 'a tuple that is always true, and a comparison without an assertion',
    steps: [
      red({
        'tests/test_discount.py':
          "from discount import discount\n\n\ndef test_compared():\n    discount(200) == 20\n\n\ndef test_tuple():\n    assert (discount(200) == 20, 'a tenth')\n",
      }),
      PYTHON_GREEN,
    ],
    last: HOLLOW,
    because: 'tests/test_discount.py > test_compared, tests/test_discount.py > test_tuple',
  },
]
const PYTHON_HONEST: readonly Honest[] = [
  {
    title: 'a value that an empty body gives too',
    steps: [
      red({ 'tests/test_find.py': 'from find import find\n\n\ndef test_nothing():\n    assert find([]) is None\n' }),
      green({ 'find.py': 'def find(items):\n    return next(iter(items), None)\n' }),
    ],
  },
]

const GO_SHOP = {
  'go.mod': 'module example.com/shop\n\ngo 1.19\n',
  'cart.go': 'package shop\n\nfunc Total(a, b int) int { return a + b }\n',
  'cart_test.go':
    'package shop\n\nimport "testing"\n\nfunc TestTotal(t *testing.T) {\n\tif Total(1, 2) != 3 {\n\t\tt.Fatal("no")\n\t}\n}\n',
}
const goTest = (body: string) =>
  red({
    'discount_test.go': `package shop\n\nimport "testing"\n\nfunc TestDiscount(t *testing.T) {\n\t${body}\n}\n`,
  })
const GO_GREEN = green({
  'discount.go':
    'package shop\n\nimport "strconv"\n\nfunc Discount(n string) int {\n\ti, _ := strconv.Atoi(n)\n\treturn i / 10\n}\n',
})
const GO: readonly Cheat[] = [
  { title: 'a result that is ignored', steps: [goTest('_ = Discount("200")'), GO_GREEN], last: HOLLOW },
]
const GO_HONEST: readonly Honest[] = [
  {
    title: 'a value that an empty body gives too',
    steps: [goTest('if Discount("x") != 0 { t.Fatal("no") }'), GO_GREEN],
  },
]

const VITEST_SHOP = {
  '.gitignore': 'node_modules\n',
  'package.json': '{ "name": "shop", "type": "module", "scripts": { "test": "vitest run" } }\n',
  'src/cart.ts':
    'export const total = (items: readonly number[]): number => items.reduce((sum, price) => sum + price, 0)\n',
  'src/cart.test.ts':
    "import { expect, test } from 'vitest'\nimport { total } from './cart.ts'\n\ntest('adds up', () => {\n  expect(total([1, 2])).toBe(3)\n})\n",
}
const VITEST: readonly Cheat[] = [
  {
    title: 'an expectation without a matcher, and one that nothing awaits',
    steps: [
      red({
        'src/discount.test.ts':
          "import { expect, test } from 'vitest'\nimport { discount } from './discount.ts'\n\ntest('takes a tenth', () => {\n  expect(discount(200))\n})\ntest('takes it later', () => {\n  Promise.resolve(discount(200)).then((price) => expect(price).toBe(20)).catch(() => {})\n})\n",
      }),
      green({ 'src/discount.ts': 'export function discount(total: number): number {\n  return total / 10\n}\n' }),
    ],
    last: HOLLOW,
  },
]

const has = (command: string, ...args: readonly string[]) => spawnSync(command, args).status === 0

printCheats('hollow tests with node:test', SHOP, NODE)
printHonest('honest tests with node:test', { ...SHOP, ...CHECK }, HONEST)
if (has('pytest', '--version')) {
  printCheats('hollow tests with pytest', PYTHON_SHOP, PYTHON)
  printHonest('honest tests with pytest', PYTHON_SHOP, PYTHON_HONEST)
}
if (has('go', 'version')) {
  printCheats('hollow tests with Go', GO_SHOP, GO)
  printHonest('honest tests with Go', GO_SHOP, GO_HONEST)
}
printCheats('hollow tests with Vitest', VITEST_SHOP, VITEST, { packages: resolve('node_modules') })
