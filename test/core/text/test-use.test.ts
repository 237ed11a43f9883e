/** Where production names test code: as a module, as a file to read, or as a function that only tests of Go declare. */
import { beforeAll, expect, test } from 'vitest'
import { addedTestUses, goNamesOfTests } from '../../../src/core/text/test-use.ts'
import { loadAllGrammars } from '../../support/grammars.ts'

beforeAll(loadAllGrammars)

const FILES = new Set(['test/impl.js', 'test/index.js', 'test/discount.test.js', 'tests/helper.py', 'impl_test.go'])
const getNames = () =>
  goNamesOfTests([
    {
      path: 'impl_test.go',
      text: 'package shop\n\nfunc impl(n int) int {\n\treturn n\n}\n\nfunc (t thing) other() {}\n',
    },
    { path: 'outer_test.go', text: 'package shop_test\n\nfunc outer() {}\n' },
  ])

test.each<[string, string, string, string[]]>([
  ['an imported module', 'src/a.js', "f()\nimport { impl } from '../test/impl.js'\n", ['test/impl.js (line 2)']],
  ['a required module without its ending', 'src/a.js', 'require("../test/impl")', ['test/impl.js (line 1)']],
  ['a required folder', 'src/a.js', "require('../test')", ['test/index.js (line 1)']],
  ['a file by its path from the top', 'src/a.js', "read('test/discount.test.js')", ['test/discount.test.js (line 1)']],
  ['a file that a comment of several lines names', 'src/a.js', "/*\n * require('../test/impl')\n */\nf()\n", []],
  ['a module of Python', 'shop/a.py', 'from tests.helper import x\n', ['tests/helper.py (line 1)']],
  ['a module from a package of Python', 'shop/a.py', 'from tests import other, helper\n', ['tests/helper.py (line 1)']],
  [
    'a function of a test of Go',
    'a.go',
    'package shop\n\nfunc F() int { return impl(2) }\n',
    ['impl_test.go (line 3)'],
  ],
  ['a method of that name', 'a.go', 'package shop\n\nfunc F(x X) int { return x.impl(2) }\n', []],
  ['a function of that name in another package', 'a.go', 'package other\n\nfunc F() int { return impl(2) }\n', []],
  ['a function that a test of another package declares', 'a.go', 'package shop\n\nfunc F() { outer() }\n', []],
  ['a file of that name elsewhere', 'src/a.js', "import { impl } from './impl.js'\nimport '../lib/test/impl.js'", []],
  [
    'a module of Python on several lines',
    'shop/a.py',
    'from tests import (\n    other,\n    helper,\n)\n',
    ['tests/helper.py (line 1)'],
  ],
  [
    'a module of Python behind another one',
    'shop/a.py',
    'import os; import tests.helper as x\n',
    ['tests/helper.py (line 1)'],
  ],
  ['a relative module of Python', 'shop/a.py', 'from ..tests import helper\n', ['tests/helper.py (line 1)']],
  ['a module of Python that a text names', 'shop/a.py', "load('tests.helper')\n", ['tests/helper.py (line 1)']],
  ['a word of Python', 'shop/a.py', "f('helper', 'tests')", []],
  ['a file that Python reads', 'shop/a.py', "open('tests/helper.py')\n", ['tests/helper.py (line 1)']],
  ['a line of a text of Python', 'shop/a.py', 'a = """\nfrom tests import helper\n"""\n', []],
  [
    'a call on several lines of Go',
    'a.go',
    'package shop\n\nfunc F() int {\n\treturn /* one */ impl(\n\t\t2)\n}\n',
    ['impl_test.go (line 4)'],
  ],
  ['a text that looks like a call of Go', 'a.go', 'package shop\n\nvar a = "impl(2)"\n', []],
  ['a text that does not parse', 'src/a.js', "import '../test/impl.js'\nf(", ['test/impl.js (line 1)']],
  ['a language without a grammar', 'src/A.kt', 'val a = read("test/impl.js")', ['test/impl.js (line 1)']],
  ['a comment', 'src/a.js', "// import '../test/impl.js'\n", []],
])('%s', (_, path, text, expected) => {
  expect(addedTestUses({ path, before: null, after: text }, FILES, getNames())).toEqual(expected)
})

test('a name that joins an import of several lines is added', () => {
  const toText = (names: string) => `from tests import (\n    ${names},\n)\n`
  const change = { path: 'shop/a.py', before: toText('other'), after: toText('other, helper') }
  expect(addedTestUses(change, FILES, getNames())).toEqual(['tests/helper.py (line 1)'])
})

test('a line that stood there before is not added', () => {
  const text = "import '../test/impl.js'\n"
  expect(addedTestUses({ path: 'src/a.js', before: text, after: `f()\n${text}` }, FILES, getNames())).toEqual([])
})
