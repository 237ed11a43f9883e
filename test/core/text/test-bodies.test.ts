/** Where a test is written in its file: its body, whatever it is called. */
import { beforeAll, describe, expect, test } from 'vitest'
import { isSkippedIn, isWritten, readTestBodies } from '../../../src/core/text/test-bodies.ts'
import { loadAllGrammars } from '../../support/grammars.ts'

beforeAll(loadAllGrammars)

const getBodies = (path: string, text: string, title: string, groups?: readonly string[]) =>
  readTestBodies(path, text)?.(title, groups)

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
  `<?php\nclass CartTest\n{\n    public function ${name}(): void\n    {\n        $this->assertSame(${value}, total());\n    }\n}\n`
const PARAMETERS_BELOW = (name: string, value = 3) =>
  `def ${name}(\n    cart,\n):\n    assert total(cart) == ${value}\n\n\ndef test_other():\n    pass\n`
const PATTERN_BELOW = (title: string, value = 3) =>
  `test('${title}', async ({\n  page,\n}) => {\n  await expect(page).toShow(${value})\n})\n`
const BODY_BEHIND = (title: string, value = 3) => `TEST_CASE("${title}") {\n    REQUIRE(total() == ${value});\n}\n`
const JAVA = (name: string, value = 3) =>
  `class CartTest {\n    @Test\n    @DisplayName("${name} up")\n    void ${name}() {\n        assertEquals(${value}, total());\n    }\n}\n`
const CSHARP = (name: string, value = 3) =>
  `namespace Shop;\n\npublic class CartTests\n{\n    [Fact]\n    public void ${name}()\n    {\n        Assert.Equal(${value}, Total());\n    }\n}\n`
const RUST = (name: string, value = 3) =>
  `#[cfg(test)]\nmod tests {\n    #[test]\n    fn ${name}() {\n        assert_eq!(total(), ${value});\n    }\n}\n`
const SHELL = (name: string, value = 3) => `${name}() {\n  assertEquals ${value} "$(total)"\n}\n`
const KOTLIN = (name: string, value = 3) =>
  `class CartTest {\n    @Test\n    fun ${name}() {\n        assertEquals(${value}, total())\n    }\n}\n`
const GOOGLE = (name: string, value = 3) => `TEST_F(Cart, ${name}) {\n  EXPECT_EQ(total(), ${value});\n}\n`
const RUBY = (title: string, value = 3) => `  it "${title}" do\n    expect(total).to eq(${value})\n  end\n`

describe.each([
  ['JavaScript', 'a.test.js', JS, 'adds up', 'sums'],
  ['Python', 'test_a.py', PYTHON, 'test_adds_up', 'test_sums'],
  ['Go', 'a_test.go', GO, 'TestAddsUp', 'TestSums'],
  ['a wrapped call', 'a.test.ts', WRAPPED, 'adds up', 'sums'],
  ['Ruby', 'a_spec.rb', RUBY, 'adds up', 'sums'],
  ['Java', 'CartTest.java', JAVA, 'addsUp', 'sums'],
  ['C#', 'CartTests.cs', CSHARP, 'AddsUp', 'Sums'],
  ['Rust', 'a.rs', RUST, 'adds_up', 'sums'],
  ['a shell', 'test.sh', SHELL, 'testAddsUp', 'testSums'],
  ['Kotlin, which has no grammar', 'CartTest.kt', KOTLIN, 'addsUp', 'sums'],
  ['GoogleTest', 'a_test.cc', GOOGLE, 'AddsUp', 'Sums'],
  ['a body behind a macro that no grammar reads', 'a_test.cpp', BODY_BEHIND, 'adds up', 'sums'],
  ['a brace on the next line', 'CartTest.php', BRACE_BELOW, 'testAddsUp', 'testSums'],
  ['parameters on the next lines', 'test_a.py', PARAMETERS_BELOW, 'test_adds_up', 'test_sums'],
  ['a pattern on the next lines', 'a.test.js', PATTERN_BELOW, 'adds up', 'sums'],
])('%s', (_, path, write, one, other) => {
  test('has the same body under another name', () => {
    expect(getBodies(path, write(one), one)).toHaveLength(1)
    expect(getBodies(path, write(one), one)).toEqual(getBodies(path, write(other), other))
  })
  test('has another body where it asks for something else', () => {
    expect(getBodies(path, write(one), one)).not.toEqual(getBodies(path, write(one, 4), one))
  })
})

test.each([
  [
    'a line broken by a formatter',
    "test('a', () => ok(total([1, 2]), 3))",
    "test('a', () =>\n  ok(\n    total([1, 2]),\n    3,\n  ),\n)",
  ],
  ['a comment', "test('a', () => {\n  ok(1)\n})", "test('a', () => {\n  // One.\n  ok(1)\n})"],
  ['a group around it', "test('a', () => ok(1))", "describe('b', () => {\n  test('a', () => ok(1))\n})"],
])('%s leaves the body of a test as it is', (_, one, other) => {
  expect(getBodies('a.test.js', one, 'a')).toEqual(getBodies('a.test.js', other, 'a'))
})

test.each([
  ['the table of the test', "test.each([[1]])('a', (n) => ok(n))", "test.each([[2]])('a', (n) => ok(n))"],
  ['a call on its result', "test('a', () => ok(1))", "test('a', () => ok(1)).timeout(1)"],
  ['an option', "test('a', { timeout: 1 }, () => ok(1))", "test('a', { timeout: 2 }, () => ok(1))"],
])('%s is part of the body', (_, one, other) => {
  expect(getBodies('a.test.js', one, 'a')).not.toEqual(getBodies('a.test.js', other, 'a'))
})

test('which tests stand in a text that does not parse is unknown', () => {
  expect(readTestBodies('a.test.js', "test('a', () => {")).toBeNull()
  expect(isWritten('a.test.js', "test('a', () => {", 'b')).toBeNull()
  expect(isSkippedIn('a.test.js', "test.skip('a', () => {", 'a')).toBe(false)
})

test('a Python method has the body of the function that it was or becomes', () => {
  const method = 'class TestCart:\n    def test_adds(self, cart):\n        assert total(cart) == 3\n'
  const alone = 'def test_adds(cart):\n    assert total(cart) == 3\n'
  expect(getBodies('a.py', method, 'test_adds')).toEqual(getBodies('a.py', alone, 'test_adds'))
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
    expect(getBodies('a.test.js', text, 'adds')).toEqual(getBodies('a.test.js', ALONE, 'adds'))
    expect(getBodies('a.test.js', text.replace('2', '3'), 'adds')).not.toEqual(getBodies('a.test.js', ALONE, 'adds'))
  })

  test('what follows on its line is no part of it', () => {
    const text = "describe('cart', () => { it('adds', () => ok(1)); it('other', () => ok(2)); });\n"
    expect(getBodies('a.test.js', text, 'adds')).toEqual(getBodies('a.test.js', text.replace('ok(2)', 'ok(3)'), 'adds'))
  })
})

test('of two tests of one name, the groups around tell which is meant', () => {
  const text =
    "describe('a', () => {\n  it('works', () => ok(1))\n})\ndescribe('b', () => {\n  it('works', () => ok(2))\n})\n"
  expect(getBodies('a.test.js', text, 'works', ['b'])).toEqual(
    getBodies('a.test.js', "it('works', () => ok(2))", 'works'),
  )
  expect(getBodies('a.test.js', text, 'works', ['c'])).toHaveLength(2)
})

describe('titles', () => {
  test('a test on one line has a body', () => {
    expect(getBodies('a.test.js', "test('adds', () => assert.ok(total))\n", 'adds')).toHaveLength(1)
    expect(getBodies('a.test.js', "test('adds', () => assert.ok(total))\n", 'adds')).not.toEqual(
      getBodies('a.test.js', "test('adds', () => assert.ok(1))\n", 'adds'),
    )
  })
  test('each of two tests of one name has its body', () => {
    expect(getBodies('a.test.js', `${JS('adds')}${JS('adds', 4)}`, 'adds')).toHaveLength(2)
  })
  test('a title that is only mentioned in another one is not written', () => {
    expect(isWritten('a.test.js', "test('adds up twice', () => {})", 'adds up')).toBe(false)
    expect(isWritten('a.py', 'def test_adds_up_twice(): ...', 'test_adds_up')).toBe(false)
  })
  test.each([
    ['a function of a shell begins its line', 'a.sh', 'testAdds() {\n  assertEquals 3 3\n}', 'testAdds'],
    ['a method of Ruby ends it', 'a.rb', '  def test_adds\n    assert_equal 3, 3\n  end', 'test_adds'],
    ['a macro of GoogleTest ends its bracket', 'a.cc', 'TEST_F(Cart, Adds) {\n    EXPECT_EQ(3, 3);\n}', 'Adds'],
  ])('names are read: %s', (_, path, text, name) => {
    expect(isWritten(path, text, name)).toBe(true)
    expect(isWritten(path, text.replace(name, `${name}Twice`), name)).toBe(false)
  })
  test.each(["test('it\\'s', f)", 'test("it\'s", f)', "test(`it's`, f)"])('quotes are read: %j', (text) => {
    expect(isWritten('a.test.js', text, "it's")).toBe(true)
  })
  test('a title that is computed is not written', () => {
    expect(isWritten('a.test.js', 'test.each([[1, 2]])(`%i + %i`, f)', '1 + 2')).toBe(false)
  })
})

const toPath = (text: string) => {
  const known: readonly (readonly [RegExp, string])[] = [
    [/^<\?php/, 'a.php'],
    [/^func/, 'a_test.go'],
    [/^class A/, 'A.java'],
    [/^#\[/, 'a.rs'],
    [/^it .* do$/m, 'a_spec.rb'],
    [/^(?:@|import|def)/, 'test_a.py'],
  ]
  return known.find(([pattern]) => pattern.test(text))?.[1] ?? 'a.test.js'
}

describe('a test is skipped by its text', () => {
  test.each([
    ["test.todo('spare')"],
    ["test.skip('spare', () => {\n  assert.ok(1)\n})"],
    ["xit('spare', () => {})"],
    ["test('spare', { skip: process.platform === 'win32' }, () => {})"],
    ["test('spare', {\n  todo: true,\n}, () => {})"],
    ["test('spare', (t) => {\n  t.skip('later')\n})"],
    ["describe.skip('bowling', () => {\n  it('spare', () => {\n    ok(1)\n  })\n})"],
    ['@pytest.mark.skipif(sys.platform != "win32", reason="x")\ndef spare():\n    pass'],
    ['@pytest.mark.skip\n@pytest.mark.slow\ndef spare():\n    pass'],
    ['@unittest.skip("later")\nclass TestBowling:\n    def spare(self):\n        pass'],
    ['import pytest\n\npytestmark = pytest.mark.skip\n\ndef spare():\n    pass'],
    ['func spare(t *testing.T) {\n\tt.Skip("later")\n}'],
    ['class A {\n    @Disabled\n    void spare() {\n    }\n}'],
    ['#[test]\n#[ignore]\nfn spare() {}'],
    [
      'def test_other(): ...\n@unittest.skipUnless(\n    hasattr(typing, "a"),\n    "later",\n)\ndef spare():\n    pass',
    ],
    ['def spare():\n    raise unittest.SkipTest("later")'],
    ['func spare(t *testing.T) {\n\tswitch a {\n\tdefault:\n\t\tt.Skip("later")\n\t}\n}'],
    ["it 'spare', :skip do\nend"],
    ["<?php it('spare', function () {})->skip();"],
  ])('%j', (text) => {
    expect(isSkippedIn(toPath(text), text, 'spare')).toBe(true)
  })
})

describe('a test is not skipped by its text', () => {
  test.each([
    ["test('spare', () => {\n  assert.ok(list.skip(1))\n})"],
    ["test.skip('other', () => {\n  ok(1)\n})\n\ntest('spare', () => {\n  ok(1)\n})"],
    ["describe.skip('other', () => {\n  it('one', f)\n})\n\nit('spare', () => {\n  ok(1)\n})"],
    ['@pytest.mark.skip\ndef other():\n    pass\n\ndef spare():\n    pass'],
    ["test(`${'spa'}re`, { skip: true }, () => {})"],
    ["test.todo('spare')\ntest('spare', () => {})"],
  ])('%j', (text) => {
    expect(isSkippedIn(toPath(text), text, 'spare')).toBe(false)
  })

  test('a title that speaks of skipping', () => {
    expect(isSkippedIn('a.test.js', "test('can skip, todo', () => {\n  ok(1)\n})", 'can skip, todo')).toBe(false)
  })
})
