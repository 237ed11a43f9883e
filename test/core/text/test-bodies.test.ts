/** Where a test is written in its file, in any language that indents: its body, whatever it is called. */
import { describe, expect, test } from 'vitest'
import { getBodies, isWritten } from '../../../src/core/text/test-bodies.ts'

const JS = (title: string, value = 3) => `import { total } from '../src/cart.js'

describe('cart', () => {
  test('${title}', () => {
    assert.equal(total([1, 2]), ${value})
  })

  test('other', () => assert.ok(true))
})
`
const PYTHON = (name: string, value = 3) =>
  `from cart import total\n\n\ndef ${name}():\n    items = [1, 2]\n\n    assert total(items) == ${value}\n\n\ndef test_other():\n    pass\n`
const GO = (name: string, value = 3) =>
  `package cart\n\nfunc ${name}(t *testing.T) {\n\tif got := Total(1, 2); got != ${value} {\n\t\tt.Fatal(got)\n\t}\n}\n`
const WRAPPED = (title: string, value = 3) =>
  `it(\n  '${title}',\n  () => {\n    assert.equal(total(), ${value})\n  },\n)\n`
const BRACE_BELOW = (name: string, value = 3) =>
  `class CartTest\n{\n    public function ${name}(): void\n    {\n        $this->assertSame(${value}, total());\n    }\n}\n`
const PARAMETERS_BELOW = (name: string, value = 3) =>
  `def ${name}(\n    cart,\n):\n    assert total(cart) == ${value}\n\n\ndef test_other():\n    pass\n`
const PATTERN_BELOW = (title: string, value = 3) =>
  `test('${title}', async ({\n  page,\n}) => {\n  await expect(page).toShow(${value})\n})\n`
const BODY_BEHIND = (title: string, value = 3) => `TEST_CASE("${title}") {\n    REQUIRE(total() == ${value});\n}\n`
const RUBY = (title: string, value = 3) => `  it "${title}" do\n    expect(total).to eq(${value})\n  end\n`

describe.each([
  ['JavaScript', JS, 'adds up', 'sums'],
  ['Python', PYTHON, 'test_adds_up', 'test_sums'],
  ['Go', GO, 'TestAddsUp', 'TestSums'],
  ['a wrapped call', WRAPPED, 'adds up', 'sums'],
  ['Ruby', RUBY, 'adds up', 'sums'],
  ['a body behind the call', BODY_BEHIND, 'adds up', 'sums'],
  ['a brace on the next line', BRACE_BELOW, 'testAddsUp', 'testSums'],
  ['parameters on the next lines', PARAMETERS_BELOW, 'test_adds_up', 'test_sums'],
  ['a pattern on the next lines', PATTERN_BELOW, 'adds up', 'sums'],
])('%s', (_, write, one, other) => {
  test('has the same body under another name', () => {
    expect(getBodies(write(one), one)).toHaveLength(1)
    expect(getBodies(write(one), one)).toEqual(getBodies(write(other), other))
  })
  test('has another body where it asks for something else', () => {
    expect(getBodies(write(one), one)).not.toEqual(getBodies(write(one, 4), one))
  })
  test('has the same body deeper in', () => {
    const deeper = write(one).replace(/^(?=.)/gm, '    ')
    expect(getBodies(deeper, one)).toEqual(getBodies(write(one), one))
  })
})

test('a Python method has the body of the function that it was or becomes', () => {
  const method = 'class TestCart:\n    def test_adds(self, cart):\n        assert total(cart) == 3\n'
  const alone = 'def test_adds(cart):\n    assert total(cart) == 3\n'
  expect(getBodies(method, 'test_adds')).toEqual(getBodies(alone, 'test_adds'))
})

describe('a test on one line has one body, wherever it stands', () => {
  const CALL = "it('adds', () => assert.equal(total(1), 2));"
  const ALONE = `describe('cart', () => {\n  ${CALL}\n});\n`
  test.each([
    ['before another test', `describe('cart', () => {\n  ${CALL}\n  it('other', f);\n});\n`],
    ['at the top', `${CALL}\n`],
    ['on the line of its group', `describe('cart', () => { ${CALL} });\n`],
    ['on one line with another test', `describe('cart', () => { it('other', () => ok(')')); ${CALL} });\n`],
  ])('%s', (_, text) => {
    expect(getBodies(text, 'adds')).toEqual(getBodies(ALONE, 'adds'))
    expect(getBodies(text.replace('2', '3'), 'adds')).not.toEqual(getBodies(ALONE, 'adds'))
  })

  test('what follows on its line is no part of it', () => {
    const text = "describe('cart', () => { it('adds', () => ok(1)); it('other', () => ok(2)); });\n"
    expect(getBodies(text, 'adds')).toEqual(getBodies(text.replace('ok(2)', 'ok(3)'), 'adds'))
  })
})

test('of two tests of one name, the groups around tell which is meant', () => {
  const text =
    "describe('a', () => {\n  it('works', () => ok(1))\n})\ndescribe('b', () => {\n  it('works', () => ok(2))\n})\n"
  expect(getBodies(text, 'works', ['b'])).toEqual(getBodies("it('works', () => ok(2))", 'works'))
  expect(getBodies(text, 'works', ['c'])).toHaveLength(2)
})

describe('titles', () => {
  test('a test on one line has a body', () => {
    expect(getBodies("test('adds', () => assert.ok(total))\n", 'adds')).toHaveLength(1)
    expect(getBodies("test('adds', () => assert.ok(total))\n", 'adds')).not.toEqual(
      getBodies("test('adds', () => assert.ok(1))\n", 'adds'),
    )
  })
  test('each of two tests of one name has its body', () => {
    expect(getBodies(`${JS('adds')}${JS('adds', 4)}`, 'adds')).toHaveLength(2)
  })
  test('a title that is only mentioned in another one is not written', () => {
    expect(isWritten("test('adds up twice', () => {})", 'adds up')).toBe(false)
    expect(isWritten('def test_adds_up_twice():', 'test_adds_up')).toBe(false)
  })
  test.each([
    ['a function of a shell begins its line', 'testAdds() {\n  assertEquals 3 3\n}', 'testAdds'],
    ['a method of Ruby ends it', '  def test_adds\n    assert_equal 3, 3\n  end', 'test_adds'],
    ['a macro of GoogleTest ends its bracket', 'TEST_F(Cart, Adds) {\n    EXPECT_EQ(3, 3);\n}', 'Adds'],
  ])('names are read: %s', (_, text, name) => {
    expect(isWritten(text, name)).toBe(true)
    expect(isWritten(text.replace(name, `${name}Twice`), name)).toBe(false)
  })
  test.each(["test('it\\'s', f)", 'test("it\'s", f)', "test(`it's`, f)"])('quotes are read: %j', (text) => {
    expect(isWritten(text, "it's")).toBe(true)
  })
  test('a title that is computed is not written', () => {
    expect(isWritten('test.each([[1, 2]])(`%i + %i`, f)', '1 + 2')).toBe(false)
  })
})
