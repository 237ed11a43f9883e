/** Which changes of code and tests are one renaming of what production declares, and nothing else. */
import { beforeAll, describe, expect, test } from 'vitest'
import { type CodeTexts, isRenaming } from '../../../src/core/text/renaming.ts'
import { loadAllGrammars } from '../../support/grammars.ts'

beforeAll(loadAllGrammars)

const file = (path: string, before: string, after: string): CodeTexts => ({
  path,
  isTest: path.includes('test'),
  before,
  after,
})
const jsTest = (before: string, after: string) => file('test/s.test.js', before, after)
const SUM = file('src/s.js', 'export const sum = (xs) => xs.length\n', 'export const total = (xs) => xs.length\n')
const CHECK = file('src/s.js', 'export function check() {}\n', 'export function lax() {}\n')
/** Renames in both texts of files: `{sum}` becomes the old or the new name. */
const renamed = (texts: Readonly<Record<string, string>>, old: string, now: string): readonly CodeTexts[] =>
  Object.entries(texts).map(([path, text]) => file(path, text.replaceAll('{sum}', old), text.replaceAll('{sum}', now)))
const importing = (from: string, name: string) => `import { ${name} } from '${from}'\n`

describe('an honest renaming', () => {
  test.each<[string, readonly CodeTexts[]]>([
    [
      'a function and its test, whose title stays',
      [
        SUM,
        jsTest(
          `${importing('../src/s.js', 'sum')}test('sum', () => is(sum([1]), 1))\n`,
          `${importing('../src/s.js', 'total')}test('sum', () =>\n  is(total([1]), 1))\n`,
        ),
      ],
    ],
    [
      'a function of Python',
      [
        file('src/conv.py', 'def km(m):\n    return m * 2\n', 'def to_km(m):\n    return m * 2\n'),
        file(
          'tests/test_conv.py',
          'from conv import km\n\n\ndef test_km():\n    assert km(1) == 2\n',
          'from conv import to_km\n\n\ndef test_km():\n    assert to_km(1) == 2\n',
        ),
      ],
    ],
    ...[
      ['slug', 'slugify'],
      ['lower', 'slug'],
    ].map(([old, now]): [string, readonly CodeTexts[]] => [
      `a function of Python in a module with a name of it: ${old} to ${now}`,
      [
        file('app/slug.py', `def ${old}(t):\n    return t\n`, `def ${now}(t):\n    return t\n`),
        file(
          'tests/test_slug.py',
          `from app.slug import ${old}\nassert ${old}(1)\n`,
          `from app.slug import ${now}\nassert ${now}(1)\n`,
        ),
      ],
    ]),
    [
      'a function of JavaScript that gets the name of its module',
      [
        { ...SUM, path: 'src/total.js' },
        file(
          'src/a.js',
          `import { sum } from './total.js'\nexport const a = sum([])\n`,
          `import { total } from './total.js'\nexport const a = total([])\n`,
        ),
      ],
    ],
    [
      'a function of Go',
      [
        file('a/s.go', 'package a\n\nfunc Sum() int { return 1 }\n', 'package a\n\nfunc Total() int { return 1 }\n'),
        file('a/s_test.go', 'package a\n\nvar x = Sum()\n', 'package a\n\nvar x = Total()\n'),
      ],
    ],
    [
      'a function among other arguments',
      [
        SUM,
        jsTest(`${importing('../src/s.js', 'sum')}f(1, sum, 2)`, `${importing('../src/s.js', 'total')}f(1, total, 2)`),
      ],
    ],
    [
      'a function of TSX, in its types too',
      [
        file('src/s.tsx', 'export function Sum() {}\n', 'export function Total() {}\n'),
        file(
          'test/s.test.tsx',
          `${importing('../src/s', 'Sum')}const a: typeof Sum = Sum\nf(<Sum />)\n`,
          `${importing('../src/s', 'Total')}const a: typeof Total = Total\nf(<Total />)\n`,
        ),
      ],
    ],
    [
      'a constant of Go in a group',
      [
        file('a/s.go', 'package a\n\nconst (\n\tSum = 1\n)\n', 'package a\n\nconst (\n\tTotal = 1\n)\n'),
        file('a/s_test.go', 'package a\n\nvar x = f(1, Sum, 2)\n', 'package a\n\nvar x = f(1, Total, 2)\n'),
      ],
    ],
    [
      'a function that goes through another file',
      [
        SUM,
        file('src/index.js', "export { sum } from './s.js'\n", "export { total } from './s.js'\n"),
        jsTest(`${importing('../src', 'sum')}sum()`, `${importing('../src', 'total')}total()`),
      ],
    ],
    [
      'a test of Python whose name follows the name of its function',
      [
        file('src/conv.py', 'def to_km(m):\n    return m * 2\n', 'def in_km(m):\n    return m * 2\n'),
        file(
          'tests/test_conv.py',
          'from conv import to_km\n\n\ndef test_to_km():\n    assert to_km(1) == 2\n',
          'from conv import in_km\n\n\ndef test_in_km():\n    assert in_km(1) == 2\n',
        ),
      ],
    ],
    [
      'a test of Go whose name follows the name of its function',
      [
        file('sum.go', 'package s\nfunc Total() int { return 1 }\n', 'package s\nfunc Sum() int { return 1 }\n'),
        file(
          'sum_test.go',
          'package s\nfunc TestTotal_one(t *T) { is(t, Total()) }\n',
          'package s\nfunc TestSum_one(t *T) { is(t, Sum()) }\n',
        ),
      ],
    ],
    [
      'imports that are sorted by their new names',
      [
        file(
          'src/s.js',
          'export const add = () => 1, list = () => 2\n',
          'export const sum = () => 1, list = () => 2\n',
        ),
        jsTest(
          `${importing('../src/s.js', 'add, list')}is(add(), list())\n`,
          `${importing('../src/s.js', 'list, sum')}is(sum(), list())\n`,
        ),
      ],
    ],
    [
      'a title that follows the name of its function',
      [
        file('src/s.js', 'export const sumAll = () => 1\n', 'export const addAll = () => 1\n'),
        jsTest(
          `${importing('../src/s.js', 'sumAll')}test('sum all', () => is(sumAll(), 1))\n`,
          `${importing('../src/s.js', 'addAll')}test('add all', () => is(addAll(), 1))\n`,
        ),
      ],
    ],
    [
      'a test that gets a better name beside it',
      [
        SUM,
        jsTest(
          `${importing('../src/s.js', 'sum')}test('sum', () => is(sum([1]), 1))\n`,
          `${importing('../src/s.js', 'total')}test('counts what it is given', () => is(total([1]), 1))\n`,
        ),
      ],
    ],
    [
      'a test of Python that gets a better name beside it',
      [
        file('src/conv.py', 'def to_km(m):\n    return m * 2\n', 'def in_km(m):\n    return m * 2\n'),
        file(
          'tests/test_conv.py',
          'from conv import to_km\n\n\ndef test_to_km():\n    assert to_km(1) == 2\n',
          'from conv import in_km\n\n\ndef test_a_mile():\n    assert in_km(1) == 2\n',
        ),
      ],
    ],
    ...[
      ['src/a.js', 'export const {sum} = (xs) => xs\nexport const say = (xs) => `${{sum}(xs)}, the sum`\n'],
      ['src/a.ts', 'export const {sum} = (n: number) => n\nexport const say = () => `${{sum}(1)} ${{sum}(2)}`\n'],
      ['src/a.py', 'def {sum}():\n    return 1\n\n\ndef say():\n    return f"{{sum}()}"\n'],
      ['src/a.py', "def {sum}(n):\n    return n\n\n\ndef say(n):\n    return f'all {{sum}(n)!r:>9} of the sum'\n"],
      ['src/a.rb', 'def {sum}(n)\n  n\nend\n\ndef say(n)\n  "all #{{sum}(n)} of it"\nend\n'],
      ['test/a.test.js', 'function {sum}() {}\ntest("adds", () => is(`${{sum}()}`, "1"))\n'],
    ].map(([path = '', text = '']): [string, readonly CodeTexts[]] => [
      `a function that a text calls: ${text}`,
      renamed({ [path]: text }, 'sum', 'total'),
    ]),
    ...[
      ['a message of JavaScript', "ok(sum(1), 'sum of one')", "ok(total(1), 'total of one')"],
      ['a template', 'ok(`sum(1) = ${sum(1)}`)', 'ok(`total(1) = ${total(1)}`)'],
    ].map(([about, old, now]): [string, readonly CodeTexts[]] => [
      `${about} that names the function`,
      [SUM, jsTest(`${importing('../src/s.js', 'sum')}${old}\n`, `${importing('../src/s.js', 'total')}${now}\n`)],
    ]),
    [
      'a message of Python that names the function',
      [
        file('src/conv.py', 'def km(m):\n    return m * 2\n', 'def miles(m):\n    return m * 2\n'),
        file(
          'tests/test_conv.py',
          'from conv import km\n\n\ndef test_km():\n    assert km(1) == 2, f"km(1) = {km(1)}"\n',
          'from conv import miles\n\n\ndef test_km():\n    assert miles(1) == 2, f"miles(1) = {miles(1)}"\n',
        ),
      ],
    ],
    [
      'a message of Go that names the function',
      [
        file('a/s.go', 'package a\n\nfunc Sum() int { return 1 }\n', 'package a\n\nfunc Total() int { return 1 }\n'),
        file(
          'a/s_test.go',
          'package a\n\nfunc TestSum(t *T) { t.Errorf("Sum() = %d, want 1", Sum()) }\n',
          'package a\n\nfunc TestTotal(t *T) { t.Errorf("Total() = %d, want 1", Total()) }\n',
        ),
      ],
    ],
    [
      'CommonJS',
      [
        file(
          'src/s.js',
          'function sum() {}\nmodule.exports = { sum }\n',
          'function total() {}\nmodule.exports = { total }\n',
        ),
        jsTest("const { sum } = require('../src/s')\nsum()\n", "const { total } = require('../src/s')\ntotal()\n"),
      ],
    ],
  ])('%s', (_, files) => {
    expect(isRenaming(files)).toBe(true)
  })

  test.each<[string, Readonly<Record<string, string>>]>([
    [
      'a method of JavaScript',
      {
        'src/s.js': 'export class Cart {\n  {sum}() { return this.all() }\n  all() { return 1 }\n}\n',
        'test/s.test.js': "import { Cart } from '../src/s.js'\ntest('Cart {sum}', () => is(new Cart().{sum}(), 1))\n",
      },
    ],
    [
      'a key that JavaScript returns',
      {
        'src/s.js': 'export const f = () => ({ {sum}: 1 })\n',
        'test/s.test.js': "import { f } from '../src/s.js'\ntest('f', () => is(f().{sum}, 1))\n",
      },
    ],
    [
      'an option of JavaScript',
      {
        'src/s.js': 'export const f = ({ {sum} }) => {sum} + 1\n',
        'test/s.test.js': "import { f } from '../src/s.js'\ntest('f', () => is(f({ {sum}: 1 }), 2))\n",
      },
    ],
    [
      'a function that a test takes from the whole module',
      {
        'src/s.js': 'export const {sum} = () => 1\n',
        'test/s.test.js': "import * as s from '../src/s.js'\ntest('it', () => is(s.{sum}(), 1))\n",
      },
    ],
    [
      'a title in a template',
      {
        'src/s.js': 'export const {sum} = (n) => n\n',
        'test/s.test.js':
          "import { {sum} } from '../src/s.js'\nfor (const n of [1]) test(`{sum} of ${n}`, () => is({sum}(n), n))\n",
      },
    ],
    [
      'a method of Python',
      {
        'src/cart.py': 'class Cart:\n    def {sum}(self):\n        return 1\n',
        'tests/test_cart.py': 'from cart import Cart\n\n\ndef test_{sum}():\n    assert Cart().{sum}() == 1\n',
      },
    ],
    [
      'an attribute and an option of Python',
      {
        'src/cart.py': 'class Cart:\n    def __init__(self, {sum}):\n        self.{sum} = {sum}\n',
        'tests/test_cart.py': 'from cart import Cart\n\n\ndef test_it():\n    assert Cart({sum}=1).{sum} == 1\n',
      },
    ],
    [
      'a function of a module of Python',
      {
        'shop/cart.py': 'def {sum}():\n    return 1\n',
        'tests/test_cart.py': 'from shop import cart\n\n\ndef test_it():\n    assert cart.{sum}() == 1\n',
      },
    ],
    [
      'a method and a field of Go',
      {
        'a/s.go': 'package a\n\ntype C struct{ n int }\n\nfunc (c C) {sum}() int { return c.n }\n',
        'a/s_test.go':
          'package a\n\nimport "testing"\n\nfunc TestC_{sum}(t *testing.T) {\n\tif (C{n: 1}).{sum}() != 1 {\n\t\tt.Fatal()\n\t}\n}\n',
      },
    ],
    [
      'a function of Go that tests of another package use',
      {
        'a/s.go': 'package a\n\nfunc {sum}() int { return 1 }\n',
        'a/s_test.go': 'package a_test\n\nimport "x/a"\n\nvar x = a.{sum}()\n',
      },
    ],
    [
      'a method of Ruby, with its group',
      {
        'lib/cart.rb': 'class Cart\n  attr_reader :total\n\n  def {sum}(more)\n    @total = more\n  end\nend\n',
        'test/cart_spec.rb':
          "require 'cart'\n\nRSpec.describe Cart do\n  describe '#{sum}' do\n    it('adds') { expect(Cart.new.{sum}(1)).to eq(1) }\n  end\nend\n",
      },
    ],
    [
      'an attribute of Ruby',
      {
        'lib/cart.rb': 'class Cart\n  attr_reader :{sum}\n\n  def initialize\n    @{sum} = 1\n  end\nend\n',
        'test/cart_test.rb':
          "require 'cart'\n\nclass CartTest < Minitest::Test\n  def test_{sum}\n    assert_equal 1, Cart.new.{sum}\n  end\nend\n",
      },
    ],
    [
      'a method of PHP',
      {
        'src/Cart.php': '<?php\nclass Cart { private int $n = 1; public function {sum}(): int { return $this->n; } }\n',
        'test/CartTest.php':
          '<?php\nclass CartTest extends TestCase { public function test_{sum}(): void { $this->assertSame(1, (new Cart())->{sum}()); } }\n',
      },
    ],
    [
      'a function of Rust beside its test',
      {
        'src/lib.rs':
          'pub fn {sum}(n: u32) -> u32 { n }\n\n#[cfg(test)]\nmod tests {\n    use super::*;\n\n    #[test]\n    fn {sum}_of_one() { assert_eq!({sum}(1), 1); }\n}\n',
      },
    ],
    [
      'a method of Java',
      {
        'src/Cart.java': 'class Cart { int {sum}() { return 1; } }\n',
        'test/CartTest.java': 'class CartTest { @Test void {sum}() { assertEquals(1, new Cart().{sum}()); } }\n',
      },
    ],
    [
      'a method of C#',
      {
        'src/Cart.cs': 'class Cart { public int {sum}() => 1; }\n',
        'test/CartTests.cs':
          'class CartTests { [Fact] public void {sum}_adds() { Assert.Equal(1, new Cart().{sum}()); } }\n',
      },
    ],
  ])('%s', (_, texts) => {
    expect(isRenaming(renamed(texts, 'sum', 'total2'))).toBe(true)
    expect(isRenaming(renamed(texts, 'sumAll', 'addAll'))).toBe(true)
  })

  test('a class with its variable, its file, and the file of its test', () => {
    const texts = (name: string, small: string) =>
      [
        [`src/${small}.js`, `export class ${name} {}\n`],
        [
          `test/${small}.test.js`,
          `import { ${name} } from '../src/${small}.js'\ntest('a ${small}', () => {\n  const ${small} = new ${name}()\n  ok(${small})\n})\n`,
        ],
      ] as const
    const after = texts('Basket', 'basket')
    const files = texts('Cart', 'cart').map(([from, before], n) => ({
      ...file(after[n]![0], before, after[n]![1]),
      from,
    }))
    expect(isRenaming(files)).toBe(true)
    expect(isRenaming(files.map((one) => ({ ...one, after: one.after.replace('ok(', 'no(') })))).toBe(false)
  })
})

describe('what only looks like a renaming', () => {
  const from = (path: string, name: string, rest: string) => `${importing(path, name)}${rest}`
  test.each<[string, readonly CodeTexts[]]>([
    ...[
      ['a word beside the code of a text', '`${total(1)}sum`', '`${total(1)}total`'],
      ['a key in the code of a text', "`${keys('sum')}`", "`${keys('total')}`"],
      ['a blank between the code of a text', '`${total(1)} ${total(2)}`', '`${total(1)}  ${total(2)}`'],
      ['the number of parts of a text', '`${total(1)}`', '`${total(1)}${total(1)}`'],
    ].map(([about = '', old = '', now = '']): [string, readonly CodeTexts[]] => [
      about,
      [
        SUM,
        file(
          'src/a.js',
          `${importing('./s.js', 'sum')}export const say = () => ${old.replaceAll('total(', 'sum(')}\n`,
          `${importing('./s.js', 'total')}export const say = () => ${now}\n`,
        ),
      ],
    ]),
    [
      'a name that a text of Python prints',
      renamed({ 'src/a.py': 'def {sum}():\n    return 1\n\n\ndef say():\n    return f"{{sum}=}"\n' }, 'sum', 'total'),
    ],
    [
      'two names that change places',
      [
        file(
          'src/s.js',
          'export function a() {}\nexport function b() {}\n',
          'export function b() {}\nexport function a() {}\n',
        ),
        jsTest(from('../src/s.js', 'a, b', 'a(b())'), from('../src/s.js', 'b, a', 'b(a())')),
      ],
    ],
    [
      'an assertion',
      [
        file('src/s.js', 'export function equal() {}\n', 'export function ok() {}\n'),
        jsTest(from('../src/s.js', 'equal', 'assert.equal(1, 2)'), from('../src/s.js', 'ok', 'assert.ok(1, 2)')),
      ],
    ],
    [
      'a name that production does not declare',
      [SUM, jsTest("import assert from 'a'\nassert(1)", "import console from 'a'\nconsole(1)")],
    ],
    [
      'a helper of the tests under the name of production',
      [CHECK, jsTest(from('./helper.js', 'check', 'check(1)'), from('./helper.js', 'lax', 'lax(1)'))],
    ],
    [
      'a helper beside the name of production',
      [
        CHECK,
        jsTest(
          from('../src/s.js', 'check as x', from('./helper.js', 'check', 'check(1)')),
          from('../src/s.js', 'lax as x', from('./helper.js', 'lax', 'lax(1)')),
        ),
      ],
    ],
    [
      'a helper that production hands on',
      [
        file('src/s.js', "export { check } from '../test/helper.js'\n", "export { lax } from '../test/helper.js'\n"),
        jsTest(from('../src/s.js', 'check', 'check(1)'), from('../src/s.js', 'lax', 'lax(1)')),
      ],
    ],
    [
      'a member that production hands on',
      [
        file('src/s.js', 'export const check = (x) => h.check(x)\n', 'export const lax = (x) => h.lax(x)\n'),
        jsTest(from('../src/s.js', 'check', 'check(1)'), from('../src/s.js', 'lax', 'lax(1)')),
      ],
    ],
    [
      'an assertion of Minitest',
      [
        file('lib/s.rb', 'def sum\nend\n', 'def total\nend\n'),
        file('test/s_test.rb', 'def test_a\n  assert_equal 1, sum\nend\n', 'def test_a\n  assert 1, total\nend\n'),
      ],
    ],
    [
      'an assertion of Rust',
      [
        file(
          'src/lib.rs',
          'fn sum() -> u8 { 1 }\n#[test]\nfn t() { assert_eq!(sum(), 1); }\n',
          'fn total() -> u8 { 1 }\n#[test]\nfn t() { assert_ne!(total(), 1); }\n',
        ),
      ],
    ],
    [
      'a method of a helper under the name of a function',
      [
        CHECK,
        jsTest(
          from('../src/s.js', 'check', 'check(helper.check(1))'),
          from('../src/s.js', 'lax', 'lax(helper.lax(1))'),
        ),
      ],
    ],
    [
      'a helper that is taken apart',
      [CHECK, jsTest('const { check } = helper\ncheck(1)', 'const { lax } = helper\nlax(1)')],
    ],
    [
      'a name which existed before',
      [SUM, jsTest(from('../src/s.js', 'sum', 'sum(total)'), from('../src/s.js', 'total', 'total(total)'))],
    ],
    [
      'another literal',
      [SUM, jsTest(from('../src/s.js', 'sum', 'is(sum(1), 1)'), from('../src/s.js', 'total', 'is(total(1), 2)'))],
    ],
    [
      'another string',
      [SUM, jsTest(from('../src/s.js', 'sum', "is(sum('sum'))"), from('../src/s.js', 'total', "is(total('total'))"))],
    ],
    ...[
      ['another number in a message', "is(sum(), 'sum is 1')", "is(total(), 'total is 2')"],
      ['another word in a message', "is(sum(), 'sum is here')", "is(total(), 'total was here')"],
      ['a part of a word in a text', "is(sum(), 'a summary')", "is(total(), 'a totalmary')"],
      ['a member in a template', 'is(sum(), `${a.sum()}`)', 'is(total(), `${a.total()}`)'],
    ].map(([about, old, now]): [string, readonly CodeTexts[]] => [
      String(about),
      [SUM, jsTest(from('../src/s.js', 'sum', String(old)), from('../src/s.js', 'total', String(now)))],
    ]),
    [
      'a regular expression',
      [
        SUM,
        jsTest(from('../src/s.js', 'sum', 'not(sum(), /sum/)'), from('../src/s.js', 'total', 'not(total(), /total/)')),
      ],
    ],
    [
      'a name that stays somewhere',
      [SUM, jsTest(from('../src/s.js', 'sum', 'sum(sum)'), from('../src/s.js', 'total', 'total(sum)'))],
    ],
    [
      'two names that become one',
      [
        file(
          'src/s.js',
          'export function a() {}\nexport function b() {}\n',
          'export function c() {}\nexport function c() {}\n',
        ),
        jsTest(from('../src/s.js', 'a, b', 'a(b())'), from('../src/s.js', 'c, c', 'c(c())')),
      ],
    ],
    [
      'production that changes otherwise',
      [
        file('src/s.js', 'export const sum = 1\n', 'export const total = 2\n'),
        jsTest(from('../src/s.js', 'sum', 'sum()'), from('../src/s.js', 'total', 'total()')),
      ],
    ],
    [
      'a package of tests in the folder of Go',
      [
        file('a/s.go', 'package a\n\nfunc Check() {}\n', 'package a\n\nfunc Lax() {}\n'),
        file('a/s_test.go', 'package a_test\n\nvar x = Check()\n', 'package a_test\n\nvar x = Lax()\n'),
      ],
    ],
    [
      'a module of Python with another path',
      [
        file('src/conv.py', 'def check():\n    pass\n', 'def lax():\n    pass\n'),
        file('tests/test_a.py', 'from helpers.conv import check\ncheck()\n', 'from helpers.conv import lax\nlax()\n'),
      ],
    ],
    [
      'a module of Python that gets another name',
      [
        file('app/conv.py', 'def check():\n    pass\n', 'def lax():\n    pass\n'),
        file('tests/test_a.py', 'from conv import check\ncheck()\n', 'from other import lax\nlax()\n'),
      ],
    ],
    [
      'a fixture of Python with the name of production',
      [
        file('src/conv.py', 'def km(m):\n    return m\n', 'def miles(m):\n    return m\n'),
        file(
          'tests/test_a.py',
          'from conv import km\n\ndef test_a(km):\n    assert km(1)\n',
          'from conv import miles\n\ndef test_a(miles):\n    assert miles(1)\n',
        ),
      ],
    ],
    [
      'an option of Python with the name of production',
      [
        file('src/conv.py', 'def km(m):\n    return m\n', 'def miles(m):\n    return m\n'),
        file('tests/test_a.py', 'from conv import km\nf(\nkm\n=km)\n', 'from conv import miles\nf(\nmiles\n=miles)\n'),
      ],
    ],
    [
      'a declaration inside of a text',
      [
        file(
          'src/s.js',
          'const a = `\nfunction check() {}\n`\ncheck(a)\n',
          'const a = `\nfunction check() {}\n`\nlax(a)\n',
        ),
        jsTest(from('../src/s.js', 'check', 'check(1)'), from('../src/s.js', 'lax', 'lax(1)')),
      ],
    ],
    [
      'names of tests that change places',
      [
        SUM,
        jsTest(
          from('../src/s.js', 'sum', "test('one', () => is(sum([1]), 1))\ntest('two', () => is(sum([2]), 2))"),
          from('../src/s.js', 'total', "test('two', () => is(total([1]), 1))\ntest('one', () => is(total([2]), 2))"),
        ),
      ],
    ],
    [
      'a text of production that follows',
      [
        file('src/s.js', "export const sum = () => 'sum'\n", "export const total = () => 'total'\n"),
        jsTest(from('../src/s.js', 'sum', 'sum()'), from('../src/s.js', 'total', 'total()')),
      ],
    ],
    ['a text that does not parse', [file('src/s.js', 'function sum() {', 'function total() {')]],
    ['a language that is not known', [file('src/s.kt', 'fun sum() = 1\n', 'fun total() = 1\n')]],
    ['nothing', []],
  ])('%s', (_, files) => {
    expect(isRenaming(files)).toBe(false)
  })
})
