import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { jsonLine, logLines } from '../../../src/render/text/log-line.ts'
import { toProgressLine } from '../../../src/render/text/progress.ts'
import { sha } from '../../support/decision.ts'

/** As the runner reads: lines end with CR, LF or both, blanks around do not count, the old form counts anywhere. */
const commandsIn = (text: string) =>
  text.split(/\r\n|\r|\n/).filter((line) => /^[\s\u0085]*::/.test(line) || line.includes('##['))

const PIECES = ['::', ':', '##[', '#', '[', ' ', '\t', '\u0085', '\r', '\n', '\u2028', 'error', 'x']
const hostile = () => fc.array(fc.constantFrom(...PIECES), { maxLength: 30 }).map((pieces) => pieces.join(''))

describe('a runner obeys nothing that is printed', () => {
  test.each([
    ['::error file=a::pwned', ': :error file=a::pwned'],
    ['  ::stop-commands::tok', '  : :stop-commands::tok'],
    ['a ##[error]x', 'a ## [error]x'],
    ['a::b', 'a::b'],
  ])('%s', (text, expected) => {
    expect(logLines(text)).toBe(expected)
    expect(logLines(`first\n${text}\nlast\n`)).toBe(`first\n${expected}\nlast\n`)
  })

  test('whatever the text is, in no line of it is a command', () => {
    fc.assert(
      fc.property(hostile(), (text) => {
        expect(commandsIn(logLines(text))).toEqual([])
      }),
    )
  })

  test('a page of empty lines takes no longer than one of words', () => {
    expect(logLines('\n'.repeat(1_000_000))).toHaveLength(1_000_000)
  })

  test('what is being measured is no command either', () => {
    expect(toProgressLine({ kind: 'note', text: '::error::pwned ##[x]' })).toBe(': :error::pwned ## [x]')
    const commit = { kind: 'phase:start', index: 1, of: 2, sha: sha('a'), phase: 'red', subtask: '##[error]x' } as const
    expect(commandsIn(toProgressLine(commit))).toEqual([])
  })
})

test('JSON says the same to machines, and nothing to the runner', () => {
  fc.assert(
    fc.property(fc.dictionary(hostile(), hostile()), (value) => {
      const line = jsonLine(value)
      expect(commandsIn(line)).toEqual([])
      expect(logLines(line)).toBe(line)
      expect(JSON.parse(line)).toEqual({ ...value })
    }),
  )
})

test.each([
  ['a control of C1, which a terminal may obey', '\u009b31mred\u0085'],
  ['a control of direction, which reorders what people read', '\u202eevil\u2066 \u061c\u200f'],
  ['DEL, and what nobody sees', '\u007f\u200b\u{e0041}'],
])('JSON writes %s as an escape, and means the same', (_, text) => {
  const line = jsonLine({ [text]: text })
  expect(line).toMatch(/^[\n\u0020-\u007e]*$/)
  expect(JSON.parse(line)).toEqual({ [text]: text })
})
