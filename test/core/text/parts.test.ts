import { describe, expect, test } from 'vitest'
import { getParts, type Hunk, isExportList, type TextPart, withoutParts } from '../../../src/core/text/parts.ts'

const lines = (...all: readonly string[]) => `${all.join('\n')}\n`
const whole = (text: string): Hunk => ({ oldFirst: 0, oldCount: 0, first: 1, count: text.split('\n').length - 1 })
const ranges = (parts: readonly TextPart[]) => parts.map(({ first, last, name }) => [first, last, name])
const ofNew = (text: string) => ranges(getParts('', text, [whole(text)]))

describe('a new file', () => {
  test('`getParts` splits a file at each top-level declaration, with its comments and decorators', () => {
    const text = lines(
      "import { rate } from './rate.js'",
      '',
      '/** Takes a tenth. */',
      'export function discount(total) {',
      '  return total / rate',
      '}',
      'export const extra = () => 1',
    )
    expect(ofNew(text)).toEqual([
      [1, 1, null],
      [3, 6, 'discount'],
      [7, 7, 'extra'],
    ])
  })

  test('`getParts` splits a class at its members', () => {
    const text = lines('export class Cart {', '  add(item) {', '    return item', '  }', '  clear() {}', '}')
    expect(ofNew(text)).toEqual([
      [2, 4, null],
      [5, 5, null],
    ])
  })

  test('`getParts` keeps `else` with its `if` in Python', () => {
    const text = lines('@cache', 'def tenth(n):', '    return n / 10', '', 'if DEBUG:', '    a()', 'else:', '    b()')
    expect(ofNew(text)).toEqual([
      [1, 3, 'tenth'],
      [5, 8, null],
    ])
  })

  test('`getParts` names a method of Go without its receiver', () => {
    const text = lines('package shop', '', 'func (c *Cart) Add(n int) {', '\tc.n += n', '}')
    expect(ofNew(text)).toEqual([
      [1, 1, null],
      [3, 5, 'Add'],
    ])
  })
})

describe('an edit', () => {
  const before = lines('export const total = (items) => sum(items)')
  const after = lines('export const total = (items) => sum(items) + 0', 'export const extra = () => 1')
  const hunk: Hunk = { oldFirst: 1, oldCount: 1, first: 1, count: 2 }

  test('into the lines that stand for the old ones, and what was added behind them', () => {
    expect(getParts(before, after, [hunk])).toEqual([
      { first: 1, last: 1, old: [before], name: 'total' },
      { first: 2, last: 2, old: [], name: 'extra' },
    ])
  })

  test('what stood at the place of an edit', () => {
    const [total, extra] = getParts(before, after, [hunk])
    expect(withoutParts(after, [total!])).toBe(
      lines('export const total = (items) => sum(items)', 'export const extra = () => 1'),
    )
    expect(withoutParts(after, [extra!])).toBe(lines('export const total = (items) => sum(items) + 0'))
    expect(withoutParts(after, [extra!, total!])).toBe(before)
  })

  test('keeps the statements of one paragraph inside a function together', () => {
    const text = lines('function f(a) {', '  const b = a', '  if (b) return 1', '', '  log(b)', '  return 2', '}')
    const old = lines('function f(a) {', '  return 2', '}')
    const parts = getParts(old, text, [{ oldFirst: 1, oldCount: 0, first: 2, count: 4 }])
    expect(ranges(parts)).toEqual([
      [2, 3, null],
      [5, 5, null],
    ])
  })

  const gone = (...removed: readonly string[]) =>
    getParts(lines('f() {', ...removed, '}'), lines('f() {', '}'), [
      { oldFirst: 2, oldCount: removed.length, first: 1, count: 0 },
    ])

  test.each([
    ['a condition', ['  if (a) return 1'], true],
    ['a condition of Python', ['    if not a:', '        raise ValueError'], true],
    ['a call', ['  check(a)'], true],
    ['a declaration of a variable', ['  const unused = 1'], false],
    ['a function', ['function old() {', '  check(a)', '}'], false],
    ['a method', ['  old() {', '    check(a)', '  }'], false],
    ['an empty line', [''], false],
  ])('takes removed lines as a part where a statement stood: %s', (_, removed, isPart) => {
    const parts = gone(...removed)
    expect(parts).toEqual(isPart ? [{ first: 2, last: 1, old: removed.map((line) => `${line}\n`), name: null }] : [])
    expect(withoutParts(lines('f() {', '}'), parts)).toBe(lines('f() {', ...(isPart ? removed : []), '}'))
  })
})

test.each([
  ['a name more in the list', 'cart.py', 2, true],
  ['code behind the list', 'cart.py', 4, false],
  ['the same text in another language', 'cart.rb', 2, false],
])('a list of exported names is no code that a test must need: %s', (_, path, line, expected) => {
  const text = "__all__ = ['total',\n           'discount']\n\nrate = ['discount']\n"
  expect(isExportList(path, text, { first: line, last: line, old: [], name: null })).toBe(expected)
})
