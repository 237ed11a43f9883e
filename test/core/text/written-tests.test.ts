/** Whether tests are written in a text, and whether an edit keeps them. */
import { beforeAll, describe, expect, test } from 'vitest'
import { mayReplace, reachesOldTests } from '../../../src/core/text/reach.ts'
import { keepsTests, startsTests, writesTests } from '../../../src/core/text/written-tests.ts'
import { loadAllGrammars } from '../../support/grammars.ts'

beforeAll(loadAllGrammars)

test.each([
  ['JavaScript', 'a.test.js', "  test('adds up', () => {})"],
  ['a suite', 'a.test.js', "describe.each([1])('cart', () => {})"],
  ['a test whose title is computed', 'a.test.js', 'for (const title of all) test(title, f)'],
  ['Deno', 'a.test.ts', 'Deno.test("adds up", () => {})'],
  ['Python', 'test_a.py', 'class TestCart:\n    async def test_adds(self): ...'],
  ['Go', 'a_test.go', 'func TestTotal(t *testing.T) {}'],
  ['Rust', 'a.rs', '    #[tokio::test]\n    async fn adds() {}'],
  ['Java', 'A.java', 'class A {\n    @ParameterizedTest\n    void adds() {}\n}'],
  ['C#', 'A.cs', 'class A {\n    [Fact]\n    public void Adds() {}\n}'],
  ['Ruby', 'a_spec.rb', '  it "adds up" do\nend'],
  ['Ruby without titles', 'a_spec.rb', 'it { is_expected.to be_empty }'],
  ['PHP', 'ATest.php', '<?php class A {\n    public function testAdds(): void {}\n}'],
  ['Pest', 'ATest.php', "<?php it('adds up', function () {});"],
  ['C++', 'a_test.cc', 'TEST_F(Cart, AddsUp) {}'],
  ['C++ with a macro that no grammar reads', 'a_test.cc', 'TEST_CASE("adds up", "[cart]") {\n}'],
  ['Kotlin, which has no grammar', 'ATest.kt', '    @Test\n    fun adds() {}'],
  ['a shell', 'test.sh', 'testAdds() {\n  assertEquals 3 3\n}'],
])('finds tests of %s', (_, path, text) => {
  expect(writesTests(path, `${text}\n`)).toBe(true)
})

test.each([
  ['a helper', 'a.js', 'export const same = (one, other) => assert.deepEqual(one, other)'],
  ['a helper of Python', 'a.py', 'def same(one, other):\n    assert one == other'],
  ['a helper of Go', 'a.go', 'package a\nfunc same(t *testing.T, one, other int) {}'],
  ['data', 'a.json', '{ "test": "adds up" }'],
  ['a pattern', 'a.js', 'const isTest = pattern.test(path)'],
  ['a text that holds tests', 'a.js', "const text = `\ntest('adds up', () => {})\n`"],
  ['a call on a module that is called test', 'a.py', 'test.install(globals())'],
])('finds none in %s', (_, path, text) => {
  expect(writesTests(path, text)).toBe(false)
})

test.each([
  ['a test', "test('adds up', () => {", true],
  ['broken code for a test', 'export const broken = (', false],
  ['a long line', `test('${'a'.repeat(3_000)}'`, false],
])('a text that does not parse is judged by its lines: %s', (_, text, expected) => {
  expect(writesTests('a.test.js', text)).toBe(expected)
  expect(startsTests('a.test.js', text)).toBe(expected)
})

test.each([
  ['rows of data', `[\n${'  "a",\n'.repeat(60_000)}]`],
  ['a line of escapes', `"${String.raw`\"`.repeat(200_000)}`],
  ['marks', '@"a"\n'.repeat(80_000)],
])('a large text without a grammar is read at once: %s', (_, text) => {
  expect(writesTests('a.json', text)).toBe(false)
  expect(keepsTests('a.json', text, `${text}1\n`)).toBe(false)
})

test('tests of a class of Java start in no file of their own', () => {
  const contract = (name: string) => `abstract class ${name} {\n  @Test\n  void adds() {}\n}\n`
  expect(startsTests('Contract.java', contract('Contract'))).toBe(false)
  expect(startsTests('a.test.js', "describe('a', () => {\n  test('b', f)\n})\n")).toBe(true)
  expect(startsTests('contract.js', "export const contract = (make) => test('b', () => make())\n")).toBe(false)
})

const OLD = `import { total } from '../src/cart.js'

const items = [1, 2]

test('adds up', () => {
  assert.equal(total(items), 3)
})
`
const PYTHON = 'from cart import total\n\n\ndef test_adds():\n    assert total([1]) == 1\n'

describe('an edit that keeps all tests', () => {
  test.each([
    ['a test behind it', `${OLD}\ntest('is empty', () => {\n  assert.equal(total([]), 0)\n})\n`],
    ['a test before it', OLD.replace('test(', "test('is empty', () => {\n  assert.equal(total([]), 0)\n})\ntest(")],
    ['a group of tests', `${OLD}describe('tax', () => {\n  const rate = 5\n  test('is a fifth', () => {})\n})\n`],
    ['another import', OLD.replace('import', "import { tax } from '../src/tax.js'\nimport")],
    ['another place', OLD.replace('../src', '../lib')],
    ['a comment', OLD.replace('const', '// What is bought.\nconst')],
    ['nothing', OLD],
    ['a table of tests', `${OLD}\ntest.each([\n  [1, 2],\n  [3, 4],\n])('adds %i', (n) => {\n  ok(n)\n})\n`],
    ['a comment on a test', OLD.replace('test(', '// Why.\ntest(')],
    ['a line end', OLD.replace('total(items), 3)', 'total(items),\n    3,\n  )')],
  ])('adds %s', (_, text) => {
    expect(keepsTests('test/cart.test.js', OLD, text)).toBe(true)
  })
  test('adds a test to one of two groups with tests of one title', () => {
    const group = (title: string, more = '') => `describe('${title}', () => {\n  it('works', () => ok(1))\n${more}})\n`
    const after = group('a', "  it('also', () => ok(2))\n") + group('b')
    expect(keepsTests('a.test.js', group('a') + group('b'), after)).toBe(true)
  })
  test.each([
    [
      'Go',
      'a_test.go',
      'package a\n\nfunc TestA(t *testing.T) {\n\tf()\n}\n',
      'func ExampleB() {\n\tf()\n\t// Output: 3\n}\n',
    ],
    ['Java', 'A.java', 'class A {\n  @Test\n  void a() {}\n', '  @Test\n  void b() {}\n'],
    ['Rust', 'a.rs', '#[test]\nfn a() {}\n', '#[test]\n#[should_panic]\nfn b() {}\n'],
    ['Ruby', 'a_spec.rb', "it 'a' do\n  f\nend\n", "it 'b' do\n  f\nend\n"],
    ['PHP', 'ATest.php', '<?php\nclass A {\n  function testA() {}\n', '  #[Test]\n  function b() {}\n'],
    ['a shell', 'test.sh', 'testA() {\n  f\n}\n', 'testB() {\n  g\n}\n'],
    ['Kotlin', 'ATest.kt', 'class A {\n  @Test\n  fun a() {\n    f()\n  }\n', '  @Test\n  fun b() {\n    g()\n  }\n'],
    ['C++', 'a.cpp', 'TEST_CASE("a") {\n  f();\n}\n', 'TEST_CASE("b") {\n  g();\n}\n'],
  ])('adds a test of %s', (_, path, old, more) => {
    const end = old.split('{').length > old.split('}').length ? '}\n' : ''
    expect(keepsTests(path, old + end, old + more + end)).toBe(true)
    expect(keepsTests(path, old + more + end, old + end)).toBe(false)
  })
  test('adds a marked test in Python', () => {
    const more = "\n\n@pytest.mark.parametrize('n', [1])\ndef test_more(n):\n    assert total([n]) == n\n"
    expect(keepsTests('tests/test_cart.py', PYTHON, `${PYTHON}${more}`)).toBe(true)
  })
})

describe('an edit that may change what a test says', () => {
  test.each([
    ['another expectation', OLD.replace('3', '4')],
    ['a test that is gone', OLD.slice(0, OLD.indexOf('test('))],
    ['a line in the test', OLD.replace('  assert', '  if (total) return\n  assert')],
    ['a line around the test', OLD.replace('test(', 'assert.equal = () => {}\ntest(')],
    ['a hook', OLD.replace('test(', 'beforeEach(() => mock())\ntest(')],
    ['other data', OLD.replace('[1, 2]', '[3]')],
  ])('has %s', (_, text) => {
    expect(keepsTests('test/cart.test.js', OLD, text)).toBe(false)
  })
})

describe('an added line that may change what the old tests mean', () => {
  const added = (body: string) => `\ntest('is empty', () => {\n  ${body}\n})\n`
  const more = (body: string) => `\n\ndef test_more():\n    ${body}\n`
  test.each([
    ['an import of a used name from elsewhere', OLD.replace('../src/cart.js', './fakes.js')],
    ['another export under a used name', OLD.replace('{ total }', '{ none as total }')],
    ['a value of a module', `${OLD}${added('cart.total = () => 3')}`],
    ['a variable of the file', `${OLD}${added('items = [3]')}`],
    ['a mock, which Vitest moves to the top', `${OLD}${added("vi.mock('../src/cart.js')")}`],
  ])('is %s', (_, text) => {
    expect(reachesOldTests('test/cart.test.js', OLD, text)).toBe(true)
  })
  test.each([
    ['a second import of a used name', PYTHON.replace('\n', '\nfrom fakes import total\n')],
    ['an import of all names', PYTHON.replace('\n', '\nfrom fakes import *\n')],
    ['a global name', `${PYTHON}${more('global total')}`],
    ['an attribute', `${PYTHON}${more("setattr(cart, 'total', sum)")}`],
  ])('a line of Python that may change old tests is %s', (_, text) => {
    expect(reachesOldTests('tests/test_cart.py', PYTHON, text)).toBe(true)
  })
  test('a line of C# that may change old tests is another name for a type', () => {
    const old = 'using Shop;\n\nclass CartTest { void Adds() => Cart.Total(); }\n'
    expect(reachesOldTests('CartTest.cs', old, `using Cart = Fakes.Cart;\n${old}`)).toBe(true)
    expect(reachesOldTests('CartTest.cs', old, `using Tax = Fakes.Tax;\n${old}`)).toBe(false)
  })
  test.each([
    ['an import that binds nothing', 'test/cart.test.js', "import './fakes.js'", OLD],
    ['all names of a package of Go', 'cart_test.go', 'import . "shop/fakes"', 'package shop\n'],
    ['a file of Ruby', 'test/cart_test.rb', "require_relative 'fakes'", "require 'cart'\n"],
    ['a header of C', 'cart_test.c', '#include "fakes.h"', '#include "cart.h"\n'],
    ['all names of a package of Scala', 'CartTest.scala', 'import fakes._', 'import cart.total\n'],
  ])('is %s', (_, path, line, old) => {
    expect(reachesOldTests(path, old, `${old}${line}\n`)).toBe(true)
  })
  test.each([
    ['another name of the same module', OLD.replace('{ total }', '{ tax, total }')],
    ['another spelling of the module', OLD.replace('cart.js', 'cart')],
    ['an import of another name', `import { tax } from '../src/tax.js'\n${OLD}`],
    ['a test', `${OLD}${added('const cart = [1]\n  assert.equal(total(cart), 1)')}`],
  ])('is not %s', (_, text) => {
    expect(reachesOldTests('test/cart.test.js', OLD, text)).toBe(false)
  })
  test('is not an import of a type', () => {
    const text = `import type { total } from '../src/tax.js'\n${OLD}`
    expect(reachesOldTests('test/cart.test.ts', OLD, text)).toBe(false)
  })
})

test.each([
  ['sets a value', 'tests/test_a.py', 'pkg.one.one = lambda: 1\n', true],
  ['defines a method again in Ruby', 'test/a_test.rb', 'class Minitest::Test\n  def one\n    1\n  end\nend\n', true],
  ['has the name of a changed module', 'tests/pkg/one.py', 'def one():\n    return 1\n', true],
  ['marks its folder', 'tests/pkg/__init__.py', '', false],
  ['has tests of Ruby', 'test/a_test.rb', 'class ATest < Minitest::Test\n  def test_one\n    a\n  end\nend\n', false],
  ['has tests', 'tests/test_one.py', 'def test_one():\n    assert one() == 1\n', false],
])('a new test file that %s', (_, path, text, expected) => {
  expect(mayReplace(path, text, ['pkg/one.py', 'pkg/__init__.py', 'lib/one.rb'])).toBe(expected)
})
