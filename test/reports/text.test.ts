import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cleanText } from '../../src/reports/text.ts'
import { anyText } from '../support/any-text.ts'

const ESC = '\u001b'

describe('text of a report is made safe to keep', () => {
  const cases: readonly [what: string, text: string, clean: string][] = [
    ['colours go', `${ESC}[31mred${ESC}[39m and ${ESC}[1;38;5;12mbold${ESC}[0m`, 'red and bold'],
    ['a link of the terminal goes, its words stay', `${ESC}]8;;http://x.test\u0007words${ESC}]8;;\u0007`, 'words'],
    ['cursor moves go', `${ESC}[2K${ESC}[1Gdone`, 'done'],
    ['colours whose ESC a writer spelled out go', '#x1B[31mred#x1B[0m \u241b[32mgreen\u241b[39m', 'red green'],
    ['colours whose ESC became a replacement character go', '\ufffd[31mred\ufffd[39m', 'red'],
    ['a lone ESC, NUL, bell and delete go', `a${ESC}b\u0000c\u0007d\u007fe\u0085f`, 'abcdef'],
    ['newline and tab stay', 'a\n\tb', 'a\n\tb'],
    ['line ends of Windows become newlines', 'a\r\nb\rc', 'a\nb\nc'],
    ['white space around goes', '\n\n  text  \n', 'text'],
    ['emoji and other scripts stay', 'ünï 🎉 日本', 'ünï 🎉 日本'],
    ['brackets that are no colour stay', 'array[31m] and [39]', 'array[31m] and [39]'],
  ]
  test.each(cases)('%s', (_what, text, clean) => {
    expect(cleanText(text, 1_000)).toBe(clean)
  })

  test('what is cut says so', () => {
    expect(cleanText('abcdef', 6)).toBe('abcdef')
    expect(cleanText('abcdef', 5)).toBe('abcd…')
  })

  test('a cut never leaves half of an emoji', () => {
    expect(cleanText('ab🎉cd', 4)).toBe('ab…')
  })

  test('whatever comes in, the limit holds and cleaning again changes nothing', () => {
    fc.assert(
      fc.property(anyText({ maxLength: 200 }), fc.integer({ min: 1, max: 60 }), (text, limit) => {
        const clean = cleanText(text, limit)
        expect(clean.length).toBeLessThanOrEqual(limit)
        expect(clean).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/)
      }),
    )
  })
})
