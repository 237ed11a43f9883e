import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { commandLine, cut, displayWidth, plain, plainLines, wrap } from '../../../src/render/text/text.ts'
import { anyText } from '../../support/any-text.ts'

describe('untrusted text reaches a terminal as one harmless line', () => {
  test.each([
    ['colours', '\u001b[31mred\u001b[0m', 'red'],
    ['a window title', '\u001b]0;owned\u0007after', 'after'],
    ['a hyperlink', '\u001b]8;;https://evil.example\u001b\\click\u001b]8;;\u001b\\', 'click'],
    ['a cleared screen by an 8-bit code', '\u009b2Jx', 'x'],
    ['several lines', 'a\r\nb\tc\u2028d', 'a b c d'],
    ['a carriage return that hides', 'secret\rshown', 'secret shown'],
    ['backspaces', 'ab\b\bcd', 'abcd'],
    ['bidi overrides', 'a\u202ecod\u2066e\u2069', 'acode'],
    ['invisible characters', 'a\u200bb\ufeff\u00ad', 'ab'],
    ['tag characters', `a${String.fromCodePoint(0xe0041)}b`, 'ab'],
    ['fillers and selectors that show nothing', 'a\u3164b\ufe0f\u034f\uffa0', 'ab'],
    ['lone surrogates', 'a\ud800b', 'a\ufffdb'],
    ['people and their languages', 'Grüße, 世界 👩‍🚀', 'Grüße, 世界 👩🚀'],
    ['blanks around', '  a  b  ', 'a  b'],
    ['spaces in a quoted value', "slug('x    y'),   'z'", "slug('x    y'),   'z'"],
    ['spaces beside a line break', 'a  \n    b', 'a b'],
  ])('%s', (_, text, expected) => {
    expect(plain(text)).toBe(expected)
  })

  test('it is cut at a bound, and says so', () => {
    expect(plain('abcdef', 4)).toBe('abc…')
    expect(plain('😀😀😀😀', 3)).toBe('😀😀…')
    expect(plain('x'.repeat(10_000_000)).length).toBeLessThanOrEqual(2_000)
  })

  test('it is cut by units where others count units, never through a character', () => {
    expect(cut('abcdef', 6)).toBe('abcdef')
    expect(cut('abcdef', 4)).toBe('abc…')
    expect(cut('😀😀😀', 4)).toBe('😀…')
  })

  test('whatever comes in, no control, bidi or line character comes out', () => {
    fc.assert(
      fc.property(anyText({ maxLength: 300 }), (text) => {
        expect(plain(text)).not.toMatch(/[\p{Cc}\p{Cf}\p{DI}\u2028\u2029]/u)
        expect(plain(plain(text))).toBe(plain(text))
      }),
    )
  })

  test('a text of several lines keeps its lines, each of them harmless', () => {
    expect(plainLines('a\u001b[2J\n  b\n\n\nc')).toEqual(['a', '  b', '', 'c'])
    expect(plainLines('x\n'.repeat(1_000), 5)).toEqual(['x', 'x', 'x', 'x', 'x', '…'])
  })
})

test('a command can be pasted, and one with a placeholder is advice', () => {
  expect(commandLine('tdd-gate next')).toBe('  $ tdd-gate next')
  expect(commandLine('tdd-gate start <task>', '')).toBe('-> tdd-gate start <task>')
})

describe('width', () => {
  test.each([
    ['', 0],
    ['abc', 3],
    ['世界', 4],
    ['é', 1],
    ['e\u0301', 1],
    ['😀', 2],
  ])('%s takes %i columns', (text, width) => {
    expect(displayWidth(text)).toBe(width)
  })

  test('words are wrapped, only a word longer than a line is cut', () => {
    expect(wrap('one two three', 8)).toEqual(['one two', 'three'])
    expect(wrap('abcdefghij k', 4)).toEqual(['abcd', 'efgh', 'ij k'])
    expect(wrap('one  two   three', 8)).toEqual(['one  two', 'three'])
    expect(wrap('', 10)).toEqual([''])
  })

  test('wrapping loses no word and passes no line', () => {
    fc.assert(
      fc.property(
        fc.array(fc.stringMatching(/^[a-z]{1,9}$/), { minLength: 1 }),
        fc.integer({ min: 10, max: 40 }),
        (words, width) => {
          const lines = wrap(words.join(' '), width)
          expect(lines.join(' ')).toBe(words.join(' '))
          for (const line of lines) expect(line.length).toBeLessThanOrEqual(width)
        },
      ),
    )
  })
})
