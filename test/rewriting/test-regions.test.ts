import { describe, expect, test } from 'vitest'
import { splitTests, withTestsOf } from '../../src/rewriting/test-regions.ts'

const TOTAL = 'pub fn total(n: i32) -> i32 { n }'
const inModule = (body: string) => `#[cfg(test)]\nmod tests {\n    ${body}\n}`
const SUMS = inModule('#[test] fn sums() {}')

describe('the tests beside code are what the language marks as tests', () => {
  test.each([
    ['a module of tests', 'a.rs', `${TOTAL}\n\n${SUMS}\n`, [TOTAL], [SUMS]],
    ['a test function', 'a.rs', `#[test]\nfn sums() {}\n${TOTAL}`, [TOTAL], ['#[test]\nfn sums() {}']],
    [
      'more attributes',
      'a.rs',
      `#[cfg(test)]\n#[allow(dead_code)]\nmod tests {}`,
      [],
      ['#[cfg(test)]\n#[allow(dead_code)]\nmod tests {}'],
    ],
    ['a module whose file is another', 'a.rs', '#[cfg( test )]\nmod tests;', [], ['#[cfg( test )]\nmod tests;']],
    [
      'tests of tokio',
      'a.rs',
      '#[tokio::test(flavor = "multi_thread")]\nasync fn a() {}',
      [],
      ['#[tokio::test(flavor = "multi_thread")]\nasync fn a() {}'],
    ],
    ['code for other builds', 'a.rs', `#[cfg(not(test))]\n${TOTAL}`, ['#[cfg(not(test))]', TOTAL], []],
    [
      'code for tests or a feature',
      'a.rs',
      `#[cfg(any(test, feature = "x"))]\n${TOTAL}`,
      ['#[cfg(any(test, feature = "x"))]', TOTAL],
      [],
    ],
    ['an attribute of the project', 'a.rs', `#[shop::test]\n${TOTAL}`, ['#[shop::test]', TOTAL], []],
    [
      'Vitest in source',
      'a.ts',
      "export const a = 1\nif (import.meta.vitest) {\n  it('a', () => {})\n}\n",
      ['export const a = 1'],
      ["if (import.meta.vitest) {\n  it('a', () => {})\n}"],
    ],
    [
      'code in the other branch',
      'a.ts',
      'if (import.meta.vitest) {\n} else {\n  run()\n}',
      ['if (import.meta.vitest) {\n} else {\n  run()\n}'],
      [],
    ],
  ])('%s', async (_, path, text, code, tests) => {
    expect(await splitTests(path, text)).toMatchObject({ code, tests })
  })

  test.each([
    ['a text that does not parse', 'a.rs', 'pub fn {'],
    ['a language without marks', 'a.py', 'def a(): pass'],
  ])('%s is not split', async (_, path, text) => {
    expect(await splitTests(path, text)).toBeNull()
  })
})

describe('the tests of one text stand beside the code of another', () => {
  const other = inModule('#[test] fn others() {}')
  test.each([
    ['in their place', `${TOTAL}\n\n${SUMS}\n`, `fn x() {}\n${other}`, `${TOTAL}\n\n${other}\n`],
    ['at the end of a text that had none', `${TOTAL}\n`, other, `${TOTAL}\n\n${other}\n`],
    ['not at all, where the other has none', `${TOTAL}\n\n${SUMS}\n`, 'fn x() {}', `${TOTAL}\n\n\n`],
    ['two instead of one', `${SUMS}\n${TOTAL}\n`, `${SUMS}\n${other}`, `${SUMS}\n\n${other}\n${TOTAL}\n`],
    ['only where both can be split', 'pub fn {', other, null],
  ])('%s', async (_, code, tests, expected) => {
    expect(await withTestsOf('a.rs', code, tests)).toBe(expected)
  })
})
