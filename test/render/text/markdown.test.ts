import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  clip,
  code,
  codeBlock,
  getBytes,
  hiddenJson,
  jsonBlock,
  link,
  prose,
  row,
} from '../../../src/render/text/markdown.ts'
import { anyText } from '../../support/any-text.ts'
import { ALIVE, getCells, withoutCode, withoutFences } from '../gfm.ts'

const HOSTILE = fc.oneof(
  anyText({ maxLength: 120 }),
  fc
    .array(
      fc.constantFrom(
        ...['`', '``', '\\', '|', '@octocat', '#12', 'a/b#1', '<img src=x>', '<!--', '-->', '![x](y)', '[a]: b'],
        ...[
          'https://evil.example',
          'www.evil.example',
          '# h',
          '- l',
          '1. l',
          '> q',
          '***',
          '---',
          '&lt;',
          '$x$',
          ':+1:',
        ],
        ...['\n', '\r', '\u2028', '\u202e', '\u200b', '\u3164', ' ', 'word', 'it', '0123456789abcdef', 'GH-1', '~~'],
      ),
      { maxLength: 20 },
    )
    .map((parts) => parts.join('')),
)

describe('text in a code span', () => {
  test.each([
    ['a name', 'adds', '`adds`'],
    ['nothing', ' \n ', '`(empty)`'],
    ['backticks inside', 'a ``b`` c', '```a ``b`` c```'],
    ['backticks at the ends', '`x`', '`` `x` ``'],
    ['more backticks than GitHub pairs', '`'.repeat(100), '````````` ```````` `````````'],
    ['lines', 'a\nb', '`a b`'],
    ['a comment', 'a <!-- b --> c --!> d', '`a < !-- b -- > c -- !> d`'],
    ['what cannot be seen', 'a\u202e\u200b\ufe0f\u3164\u{e0041}b', '`ab`'],
  ])('%s', (_, text, expected) => {
    expect(code(text)).toBe(expected)
  })

  test('it is cut at a bound', () => {
    expect(code('abcdef', 4)).toBe('`abc…`')
  })
})

describe('a sentence with names in it', () => {
  test.each([
    ['plain words', 'It says 9, not 10.5%: "well-known".', 'It says 9, not 10.5%: "well-known".'],
    ['a path', 'test/cart.test.ts differs from what RED froze.', '`test/cart.test.ts` differs from what RED froze.'],
    ['a quoted command', 'Run `tdd-gate verify`.', 'Run `tdd-gate verify`.'],
    ['a command', 'Take it back: git checkout a1 -- a.ts', 'Take it back: git checkout `a1 -- a.ts`'],
    [
      'a command in parentheses',
      'Go back (`git revert a1..HEAD`), and go on.',
      'Go back (`git revert a1..HEAD`), and go on.',
    ],
    ['words in parentheses', 'Files (`git rm` for new ones).', 'Files (`git rm` for new ones).'],
    [
      'a command in a command',
      'It was `echo `date` && npm ci` that failed.',
      'It was ``echo `date` && npm ci`` that failed.',
    ],
    ['a quoted command in a command', 'Do `git commit -m "`x`"` now', 'Do ``git commit -m "`x`"`` now'],
    ['several backticks around one', 'Do ``echo ` `` now', 'Do `` echo ` `` now'],
    ['two commands', 'Do `a` and `b`, then `c`.', 'Do `a` and `b`, then `c`.'],
    ['a test of a suite', 'It is a.ts > carts > b.c holds now.', 'It is `a.ts > carts > b.c` holds now.'],
    ['a suite of plain words', 'It is carts > sums up.', 'It is `carts > sums` up.'],
    ['a mention', 'Ask @octocat, now', 'Ask `@octocat`, now'],
    ['what a person said, after who', 'Paused by @mona: fba1 because', 'Paused by `@mona`: `fba1` because'],
    ['a list', '1. one', '`1`. one'],
    ['a heading', '# one', '`#` one'],
    ['a commit', 'see deadbeef1', 'see `deadbeef1`'],
    ['an open backtick', 'a `b c', 'a `` `b `` c'],
    ['a link', '[a](https://b.c) d', '`[a](https://b.c)` d'],
    ['nothing', '', ''],
    ['an address that was cut', 'a.ts: www.…', '`a.ts`: `www.…`'],
  ])('%s', (_, text, expected) => {
    expect(prose(text)).toBe(expected)
  })

  test('the name of a test is one piece of code, whatever its words are, and the longest name wins', () => {
    const names = ['a.test.js > takes', 'a.test.js > takes a tenth', 'file.js']
    expect(
      prose('Not passing: a.test.js > takes a tenth, a.test.js > takes (a.test.js > takes a tenth: no)', 300, names),
    ).toBe('Not passing: `a.test.js > takes a tenth`, `a.test.js > takes` (`a.test.js > takes a tenth`: no)')
  })
})

describe('whatever comes in', () => {
  test('a code span is one code span and nothing else', () => {
    fc.assert(
      fc.property(HOSTILE, (text) => {
        expect(withoutCode(code(text))).toBe('\u0001')
        expect(code(text)).not.toMatch(/[\p{Cc}\p{Cf}\p{DI}\u2028\u2029]|<!|--!?>/u)
      }),
    )
  })

  test('a sentence opens no heading, list, link, image, markup, mention or reference', () => {
    fc.assert(
      fc.property(HOSTILE, (text) => {
        const left = withoutCode(prose(text))
        expect(left).not.toMatch(ALIVE)
        expect(left).not.toMatch(/^\s*(?:#|[-+=>|]|\d+[.)])|`|\n/)
        expect(prose(text)).not.toMatch(/[\p{Cc}\p{Cf}\p{DI}]|<!|--!?>/u)
        const name = `a > ${text}`
        expect(withoutCode(prose(`${text} ${name}: ${text}`, 300, [name, 'a > b']))).not.toMatch(ALIVE)
      }),
    )
  })

  test('a row keeps its number of cells', () => {
    fc.assert(
      fc.property(HOSTILE, HOSTILE, (a, b) => {
        const line = row([code(a), prose(b), 'end'])
        expect(line).not.toContain('\n')
        expect(getCells(line)).toHaveLength(3)
        expect(getCells(line).at(-1)).toBe('end')
      }),
    )
  })

  test('a pipe stays a pipe where GitHub lets it', () => {
    expect(row([code('a|b'), code('c\\|d')])).toBe('| `a\\|b` | `c\\ \\|d` |')
  })

  test('a command in a block is whole, and on its line', () => {
    const command = `git rm ${'a/long/path '.repeat(200).trim()}`
    expect(codeBlock([command, 'a\nb'], 'sh')).toBe(`\`\`\`sh\n${command}\na b\n\`\`\``)
  })

  test('a block ends where it ends', () => {
    fc.assert(
      fc.property(HOSTILE, (text) => {
        const block = codeBlock([text, text], 'sh')
        expect(withoutFences(`${block}\nafter`)).toBe('after')
        expect(block).not.toMatch(/[\p{Cf}\p{DI}]|<!|--!?>/u)
      }),
    )
  })

  test('JSON in a block is the value, without anything that a page could take for markup', () => {
    fc.assert(
      fc.property(fc.record({ name: HOSTILE, list: fc.array(HOSTILE) }), (value) => {
        const block = jsonBlock(value)
        const lines = block.split('\n')
        expect(lines[0]).toBe('```json')
        expect(lines.at(-1)).toBe('```')
        expect(withoutFences(`${block}\nafter`)).toBe('after')
        const text = lines.slice(1, -1).join('\n')
        expect(text).not.toMatch(/[<&\p{Cf}\p{DI}\u2028\u2029]|--!?>|```/u)
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
  })
})

test('hidden JSON is the value on one line, and nothing in it ends the HTML comment', () => {
  fc.assert(
    fc.property(fc.record({ name: HOSTILE, list: fc.array(HOSTILE) }), (value) => {
      const hidden = hiddenJson('tdd-gate:state', value)
      const [, json = ''] = /^<!-- tdd-gate:state ([^\n]*) -->$/.exec(hidden) ?? []
      expect(json).not.toMatch(/--|[<>&@#`\p{Cf}\p{DI}\u2028\u2029]/u)
      expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(value)))
    }),
  )
})

test('only a plain https address becomes a link', () => {
  expect(link('run 7', 'https://github.com/a/b/actions/runs/7')).toBe('[run 7](https://github.com/a/b/actions/runs/7)')
  expect(link('run 7', 'javascript:alert(1)')).toBe('run 7 `javascript:alert(1)`')
  expect(link('run 7', 'https://a.b/)[x](https://evil.example')).toBe('run 7 `https://a.b/)[x](https://evil.example`')
  expect(link('run 7', '')).toBe('run 7')
})

describe('too long a text is clipped', () => {
  test('nothing is said about a text that fits', () => {
    expect(clip('a\nb', 3)).toBe('a\nb')
  })

  test('whole lines are left out, and their number is said', () => {
    const clipped = clip('one line\n'.repeat(100), 300)
    expect(clipped).toMatch(/^one line\n/)
    expect(clipped).toMatch(
      /\n\n_\d+ more lines are left out here: the whole report is in the artifact of the run\._\n$/,
    )
  })

  test('a block or the head of a table is kept whole or left out', () => {
    const block = `before\n\n${codeBlock(Array(30).fill('one'), 'sh')}\n\nafter`
    expect(clip(block, 140)).toMatch(/^before\n/)
    expect(clip(block, 140)).not.toContain('```')
    const table = `before\n\n${row(['a', 'b'])}\n| --- | --- |\n${`${row(['c', 'd'])}\n`.repeat(40)}`
    for (let bytes = 110; bytes < 200; bytes += 1) {
      const lines = clip(table, bytes).split('\n')
      expect(lines.includes('| a | b |')).toBe(lines.includes('| --- | --- |'))
    }
  })

  test('it stays below its bound in bytes, with every fence closed', () => {
    const part = fc.oneof(
      HOSTILE.map((text) => code(text)),
      HOSTILE.map((text) => codeBlock([text], 'text')),
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 20 }), fc.integer({ min: 0, max: 600 }), (parts, bytes) => {
        const clipped = clip(parts.join('\n\n'), bytes)
        expect(getBytes(clipped)).toBeLessThanOrEqual(bytes)
        expect(() => withoutFences(clipped)).not.toThrow()
      }),
    )
  })

  test('bytes are those of UTF-8', () => {
    expect(getBytes('aé世😀')).toBe(1 + 2 + 3 + 4)
  })
})
