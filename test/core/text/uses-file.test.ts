/** Whether a text of tests uses a file, by the ways in which languages name files. */
import { beforeAll, expect, test } from 'vitest'
import { usesFile } from '../../../src/core/text/uses-file.ts'
import { loadAllGrammars } from '../../support/grammars.ts'

beforeAll(loadAllGrammars)

test.each([
  ['a relative import', 'test/cart.test.js', "import { same } from './support/shop.js'", 'test/support/shop.js'],
  ['an import without an ending', 'test/cart.test.ts', "require('./support/shop')", 'test/support/shop.ts'],
  ['a folder with an index', 'test/cart.test.ts', "import { same } from './support'", 'test/support/index.ts'],
  ['a module of Python', 'tests/test_cart.py', 'from tests.helpers import same', 'tests/helpers.py'],
  ['a package of Python', 'tests/test_cart.py', 'from .support import same', 'tests/support/__init__.py'],
  [
    'a module of Python on several lines',
    'tests/test_a.py',
    'from tests import (\n    helpers,\n)',
    'tests/helpers.py',
  ],
  ['a module of Python behind another one', 'tests/test_a.py', 'import os; import tests.helpers', 'tests/helpers.py'],
  ['a module of Python in a text', 'tests/test_a.py', "pytest_plugins = ['tests.helpers']", 'tests/helpers.py'],
  [
    'code in a text that runs',
    'test/a.test.js',
    "run('node', ['-e', `import './support/shop.js'`])",
    'test/support/shop.js',
  ],
  ['a file of a shell', 'test/a.sh', '. ./helpers.sh', 'test/helpers.sh'],
  ['a name in a text that does not parse', 'test/a.test.js', 'f(shop', 'test/support/shop.js'],
  ['another file of a package of Go', 'cart/cart_test.go', 'package cart', 'cart/helpers_test.go'],
  ['a file of data', 'test/cart.test.js', "read('fixtures/prices.json')", 'test/fixtures/prices.json'],
  ['a folder of data', 'test/cart.test.js', "readdirSync('test/fixtures')", 'test/fixtures/prices.json'],
  ['its snapshots', 'test/cart.test.js', 'toMatchSnapshot()', 'test/__snapshots__/cart.test.js.snap'],
  ['a class of Java', 'src/test/CartTest.java', 'Baskets.full()', 'src/test/Baskets.java'],
])('sees %s', (_, from, text, path) => {
  expect(usesFile({ path: from, text }, path)).toBe(true)
})

test.each([
  ['a word that is no name of a file', 'test/cart.test.js', "test('a shop', () => {})", 'test/support/shop.js'],
  ['a longer name', 'test/cart.test.js', "import './support/workshop.js'", 'test/support/shop.js'],
  ['a package of Go elsewhere', 'cart/cart_test.go', 'package cart', 'tax/helpers_test.go'],
  ['a comment in Python', 'tests/test_cart.py', '# helpers are elsewhere', 'tests/helpers.py'],
  ['a comment in JavaScript', 'test/cart.test.js', "// from './support/shop.js'", 'test/support/shop.js'],
  ['a line of a text', 'tests/test_cart.py', 'a = """\nimport helpers\n"""\n', 'tests/helpers.py'],
  ['a plain word of Python', 'tests/test_cart.py', "f('helpers')", 'tests/helpers.py'],
  ['a word of a language without a grammar', 'test/old.bats', '@test "adds" { :; }', 'test/area.bats'],
  ['itself', 'test/shop.test.js', "import './shop.test.js'", 'test/shop.test.js'],
])('sees no use in %s', (_, from, text, path) => {
  expect(usesFile({ path: from, text }, path)).toBe(false)
})
