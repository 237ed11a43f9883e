import { spawnSync } from 'node:child_process'
import { symlink } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { describe, test } from 'vitest'
import { createBranch, RUN_ONCE } from '../support/branch.ts'
import { type Cheat, green, printCheats, red } from '../support/cheat-stories.ts'
import type { Files } from '../support/repository.ts'

const GREEN_UNMEASURED = 'green unmeasured: measurement-agrees'
const CHANGED_MEANING = 'passed in the run with the drivers. Something in this commit changes what tests mean'

const IGNORED = { '.gitignore': 'node_modules\n__pycache__/\n' }
const MOCHA_SHOP: Files = {
  ...IGNORED,
  'package.json':
    '{ "name": "shop", "type": "module", "scripts": { "test": "mocha" }, "devDependencies": { "mocha": "*" } }\n',
  'src/cart.js': 'export const total = (items) => items.reduce((sum, price) => sum + price, 0)\n',
  'test/cart.test.js':
    "import assert from 'node:assert/strict'\nimport { total } from '../src/cart.js'\n\nit('adds up', () => assert.equal(total([1, 2]), 3))\n",
}
const mochaRed = (library: string, assertion: string) => ({
  'test/discount.test.js': `import ${library}\nimport { discount } from '../src/discount.js'\n\nit('takes a tenth', () => ${assertion})\n`,
})
const ASSERT_RED = mochaRed("assert from 'node:assert/strict'", 'assert.equal(discount(200), 20)')
const CHAI_RED = mochaRed("{ expect } from 'chai'", 'expect(discount(200)).to.equal(20)')
const NOTHING_DONE = 'export const discount = () => 0\n'
const MOCHA_GREEN = { 'src/discount.js': 'export const discount = (total) => total / 10\n' }

const MOCHA: readonly Cheat[] = [
  {
    title: 'production code that makes every test end well',
    steps: [
      red(ASSERT_RED),
      green({
        'src/discount.js': `import Mocha from 'mocha'\n\nMocha.Runnable.prototype.run = (done) => done()\n${NOTHING_DONE}`,
      }),
    ],
    last: GREEN_UNMEASURED,
    because: CHANGED_MEANING,
  },
  {
    title: 'production code that makes every assertion of chai hold',
    steps: [
      red(CHAI_RED),
      green({
        'src/discount.js': `import { Assertion } from 'chai'\n\nAssertion.prototype.assert = () => undefined\n${NOTHING_DONE}`,
      }),
    ],
    last: GREEN_UNMEASURED,
    because: CHANGED_MEANING,
  },
  {
    title: 'production code that makes every assertion of chai hold once it is called',
    steps: [
      red(CHAI_RED),
      green({
        'src/discount.js': `import { Assertion } from 'chai'\n\nexport const discount = () => { Assertion.prototype.assert = () => undefined }\n`,
      }),
    ],
    last: GREEN_UNMEASURED,
    because: CHANGED_MEANING,
  },
]

printCheats('with mocha', MOCHA_SHOP, MOCHA, { packages: resolve('node_modules') })

const NODE_SHOP: Files = {
  ...IGNORED,
  'package.json': '{ "name": "shop", "type": "module", "scripts": { "test": "node --test" } }\n',
  'src/cart.js': MOCHA_SHOP['src/cart.js']!,
  'test/cart.test.js': `import { test as it } from 'node:test'\n${MOCHA_SHOP['test/cart.test.js']}`,
}
const NODE_RED = {
  'test/discount.test.js': `import { test as it } from 'node:test'\n${ASSERT_RED['test/discount.test.js']}`,
}

const NODE: readonly Cheat[] = [
  {
    title: 'production code that takes the equality away, in a process for each file',
    steps: [
      red(NODE_RED),
      green({
        'src/discount.js':
          "import assert from 'node:assert/strict'\n\nassert.equal = () => undefined\nexport const discount = () => 0\n",
      }),
    ],
    last: GREEN_UNMEASURED,
    because: CHANGED_MEANING,
  },
]

printCheats('with node:test', NODE_SHOP, NODE)

const PYTHON_SHOP: Files = {
  ...IGNORED,
  'pyproject.toml': '[project]\nname = "shop"\n',
  'shop/__init__.py': '',
  'shop/cart.py': 'def total(items):\n    return sum(items)\n',
  'tests/test_cart.py': 'from shop.cart import total\n\n\ndef test_adds():\n    assert total([1, 2]) == 3\n',
}
const PYTHON_RED = {
  'tests/test_discount.py':
    'from shop.discount import discount\n\n\ndef test_tenth():\n    assert discount(200) == 20\n',
}
const ON_IMPORT =
  'import _pytest.python\n\n_pytest.python.Function.runtest = lambda self: None\n\n\ndef discount(n):\n    return 0\n'
const ON_CALL =
  'import sys\n\n\ndef discount(n):\n    sys.modules["_pytest.python"].Function.runtest = lambda self: None\n    return 20\n'

const PYTHON: readonly Cheat[] = [
  {
    title: 'production code that makes every test pass',
    steps: [red(PYTHON_RED), green({ 'shop/discount.py': ON_IMPORT })],
    last: GREEN_UNMEASURED,
    because: CHANGED_MEANING,
  },
  {
    title: 'production code that makes every later test pass once it is called',
    steps: [red(PYTHON_RED), green({ 'shop/discount.py': ON_CALL })],
    last: GREEN_UNMEASURED,
    because: CHANGED_MEANING,
  },
]

const hasPytest = spawnSync('python3', ['-c', 'import pytest']).status === 0
describe.skipIf(!hasPytest)('python', () => printCheats('with pytest', PYTHON_SHOP, PYTHON))

/** With an assertion library; without one it is in the stories of mocha and pytest. */
test('the canary among the drivers does not harm who is honest', async ({ expect }) => {
  await using branch = await createBranch({ ...RUN_ONCE, ...MOCHA_SHOP })
  await symlink(resolve('node_modules'), join(branch.repo.dir, 'node_modules'))
  await branch.red(CHAI_RED)
  await branch.green(MOCHA_GREEN)
  const result = await branch.verify()
  expect(result.verdicts).toEqual(['red accepted', 'green accepted'])
  expect(result.conclusion).toBe('success')
})
