import fc from 'fast-check'
import { lexer, type Token } from 'marked'
import { describe, expect, test } from 'vitest'
import { MAX_COMMANDS, parseCommands } from '../../../src/core/commands/parse.ts'
import { readComment } from '../../../src/intake/comment.ts'
import { getCpuMs } from '../../support/cpu.ts'
import { freeze } from '../../support/freeze.ts'
import { shareOf } from '../../support/property-runs.ts'

const named = (text: string) => parseCommands(text).calls.map(({ name, rest }) => `${name} ${rest}`.trim())

describe('what is a command', () => {
  test.each([
    ['alone', '/tdd status', ['status']],
    ['with words', '/tdd skip 42.2  done by  hand ', ['skip 42.2  done by  hand']],
    ['in capitals, as telephones write', '/Tdd Status', ['Status']],
    ['after other lines', 'Thanks!\n/tdd recheck\nSee you', ['recheck']],
    ['moved in by three blanks', '   /tdd status', ['status']],
    ['with the line ends of a browser', '/tdd pause a\r\n/tdd status\r\n', ['pause a', 'status']],
    ['several in order', '/tdd skip 42.1 x\n\n/tdd recheck', ['skip 42.1 x', 'recheck']],
    ['with no name', '/tdd', ['']],
    ['after a quote and a blank line', '> /tdd abort\n\n/tdd status', ['status']],
    ['after a block of code', '```\n/tdd abort\n```\n/tdd status', ['status']],
    ['after words in code', 'I mean `x` and\n/tdd status', ['status']],
    ['after an element that is named in code', 'The `<pre>` broke\n\n/tdd status', ['status']],
    ['after a lone backtick', 'it`s odd\n\n/tdd status', ['status']],
    [
      'after a link',
      'Thanks, see [the docs](https://x.example/a_(b) "why").\n/tdd pause (soon) [really]',
      ['pause (soon) [really]'],
    ],
    ['after a list', '- [ ] one\n- two\n\n/tdd status', ['status']],
    ['after the paragraph after a list', '- one\n\nWell\n\n  /tdd status', ['status']],
    ['after a number that begins no list', 'In 2\n/tdd status', ['status']],
    ['after prices and guesses', 'It costs $5, or ~3 hours, if n < m && a > b\n/tdd status', ['status']],
    ['after types', 'An Array<string> or a Map<K, V>\n\n/tdd status', ['status']],
    ['after an element that ended', '<details>\n<summary>Log</summary>\n\nx\n\n</details>\n\n/tdd status', ['status']],
    ['after elements of one line', 'Press <kbd>Ctrl</kbd> or <b title="a > b">it</b><br>\n/tdd status', ['status']],
    ['after an address', '<https://x.example/y>\n/tdd status', ['status']],
    ['after formulas', 'So $a$ and $$b$$ hold\n/tdd status', ['status']],
    ['after a hard line break', 'Well\\\n/tdd status', ['status']],
    ['under a heading', '# Well\n/tdd status', ['status']],
    ['before a signature', '/tdd status\n--\nAda', ['status']],
    ['with code in its reason', '/tdd pause `x` is odd', ['pause `x` is odd']],
  ])('%s', (_, text, expected) => {
    freeze(`commands of ${text}`, JSON.stringify(parseCommands(text), null, 1))
    expect(named(text)).toEqual(expected)
  })
})

describe('what is none', () => {
  test.each([
    ['in the middle of a line', 'Try /tdd abort'],
    ['another word', '/tddx abort'],
    ['quoted in a reply', '> /tdd abort'],
    ['a line that goes on with a quote', '> as you said\n/tdd abort'],
    ['a quote in a quote', '> > /tdd abort'],
    ['inside a code block', '```sh\n/tdd abort\n```'],
    ['inside a block of tildes', '~~~\n/tdd abort\n~~~'],
    ['inside a block with other fences in it', '````\n```\n/tdd abort\n```\n````'],
    ['inside an unclosed block', 'x\n```\n/tdd abort'],
    ['inline code', '`/tdd abort`'],
    ['inline code over lines', 'So `it is\n/tdd abort\nfor you`'],
    ['indented code', 'Look:\n\n    /tdd abort'],
    ['code by a tab', '\t/tdd abort'],
    ['an HTML comment', '<!-- say\n/tdd abort\n-->'],
    ['an unclosed HTML comment', 'x <!--\n/tdd abort'],
    ['after an HTML comment on its line', '<!-- x --> /tdd abort'],
    ['an element that shows text as it is', '<pre>\n\n/tdd abort\n\n</pre>'],
    ['an element that quotes', '<blockquote>\n\n/tdd abort\n</blockquote>'],
    ['code that ends in an HTML comment', '`a\n/tdd abort <!-- `'],
    ['code that begins after an HTML comment', '<!-- ` --> `a\n/tdd abort `'],
    ['after a quote in a list', '- > as you said\n/tdd abort'],
    ['inside a code block of a list', '- ```\n  /tdd abort\n  ```'],
    ['inside a code block after a list with one', '- a\n  ```\nb\n```\n/tdd abort\n```'],
    ['inside a code block with an indented fence in it', '```\n    ```\n/tdd abort\n```'],
    ['an item of a list', '- /tdd abort'],
    ['the next line of an item', '- [ ] one\n/tdd abort'],
    ['the next line of an item, moved in', '1. one\n   /tdd abort'],
    ['the next line of an item of an item', '- one\n  - two\n/tdd abort'],
    ['a paragraph of an item', '* one\n\n  /tdd abort'],
    ['a later paragraph of an item', '+ one\n\n  two\n\n /tdd abort'],
    ['the title of a definition', '[a]: <x> "\n/tdd abort\n"'],
    ['the title of a link', '[x](y "\n/tdd abort\n")'],
    ['the title of a link in brackets', "see [x](<y>\n'a\n/tdd abort\n')"],
    ['the address of a link', '[x](\n/tdd\n)'],
    ['the text of an image', '![\n/tdd abort\n](https://x.example)'],
    ['the text of a link with code in it', '[ `]`\n/tdd abort\n](https://x.example)'],
    ['the text of a link in a paragraph that is moved in', 'x\n    [foo\n/tdd abort\n](https://x.example)'],
    ['a footnote', '[^a]: b\n/tdd abort'],
    ['an attribute', '<a title="\n/tdd abort\n">x</a>'],
    ['an attribute, far in', '<span\nclass="\n/tdd abort\n">a</span>'],
    ['an unclosed attribute', '<div title="\n\n/tdd abort'],
    ['a block of mathematics', '$$\n/tdd abort\n$$'],
    ['mathematics', 'so $a\n/tdd abort\nb$ holds'],
    ['what is struck out', '~~never\n/tdd abort\nmind~~'],
    ['a processing instruction', '<?php\n\n/tdd abort\n?>'],
    ['a declaration', '<!X\n\n/tdd abort\n>'],
    ['character data', '<![CDATA[\n\n/tdd abort\n]]>'],
    ['the block of an element', '<br>\n/tdd abort'],
    ['the block after the end of an element', '</div>\n/tdd abort'],
    ['an element that an attribute seems to end', '<details>\n\n<a title="</details>">x</a>\n\n/tdd abort'],
    ['an element that a line of an attribute seems to end', '<details>\n<div title="\n</details>\n">\n\n/tdd abort'],
    ['an element that code seems to end', '<details>\n\n`x\n y </details>`\n\n/tdd abort'],
    ['a row of a table', '| a |\n|---|\n/tdd abort'],
    ['a row of a table without bars', 'a\n:-\n/tdd abort'],
    ...[
      ...['template', 'xmp', 'iframe', 'q', 'samp', 'kbd', 'div hidden', 'noscript', 'svg', 'math', 'plaintext'],
      ...['summary', 'del', 's', 'select', 'object', 'TEXTAREA', 'noembed'],
    ].map((tag): [string, string] => [`the element ${tag}`, `<${tag}>\n\n/tdd abort\n\n</${tag.split(' ')[0]}>`]),
    ['beyond the read limit', `${'x'.repeat(10_000)}\n/tdd abort`],
  ])('%s', (_, text) => {
    freeze(`commands of ${text}`, JSON.stringify(parseCommands(text), null, 1))
    expect(named(text)).toEqual([])
  })
})

const BLANKS = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code)).filter((sign) =>
  /[^\S\r\n]/.test(sign),
)

test('whatever looks like a blank parts words, as it does where comments are let in', () => {
  expect(BLANKS.length).toBeGreaterThan(20)
  for (const blank of BLANKS) {
    const text = `/tdd${blank}skip${blank}42.2`
    expect(parseCommands(text).calls, JSON.stringify(text)).toMatchObject([{ name: 'skip', args: ['42.2'] }])
    expect(isLetIn(text), JSON.stringify(text)).toBe(true)
    // It begins no line.
    expect([isLetIn(`x${blank}/tdd skip`), named(`x${blank}/tdd skip`)]).toEqual([false, []])
  }
})

function isLetIn(body: string): boolean {
  const person = { login: 'mona', id: 1, type: 'User' }
  const comment = { id: 1, body, user: person, created_at: '2026-01-01T00:00:00Z' }
  return (
    readComment(
      'created',
      { issue: { number: 1 }, comment, sender: person } as Parameters<typeof readComment>[1],
      1,
    ) !== null
  )
}

test('a name is not cut: what begins within the bound is read to the end of its line', () => {
  expect(named(`${'x'.repeat(9_990)}\n\n/tdd override late`)).toEqual(['override late'])
})

test('a comment asks for so much and no more, and the rest is counted', () => {
  const { calls, left } = parseCommands('/tdd recheck\n'.repeat(MAX_COMMANDS + 3))
  expect([calls.length, left]).toEqual([MAX_COMMANDS, 3])
})

const PIECES = [
  '/tdd abort',
  '`',
  '``',
  '```',
  '~~~',
  '>',
  '> ',
  '    ',
  ' ',
  '\n',
  '\n\n',
  '<!--',
  '-->',
  'x',
  '\\',
  '- ',
  '[',
  '](',
  ')',
  '"',
  '<a title="',
  '<div>',
  '</div>',
  '<?',
  '>\n',
]

/** Text that stands in paragraphs, headings and items; code, quotes and comments left out. */
function shownText(tokens: readonly Token[]): string {
  return tokens.map(getShown).join('')
}

function getShown(token: Token): string {
  if (token.type === 'list') return '\n'
  const inner = 'tokens' in token ? token.tokens : undefined
  if (['paragraph', 'heading'].includes(token.type)) return `${shownText(inner ?? [])}\n`
  if (token.type === 'text' && inner !== undefined) return `${shownText(inner)}\n`
  return ['text', 'escape', 'br'].includes(token.type) ? token.raw : '\n'
}

test('whatever is taken for a command stands in plain text, as a reader of Markdown sees it', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...PIECES), { maxLength: 12 }), (pieces) => {
      const text = pieces.join('')
      const found = named(text).length
      const shown = shownText(lexer(text)).match(/^[ \t]*\/tdd(?=[ \t\n]|$)/gm)?.length ?? 0
      expect(found, JSON.stringify(text)).toBeLessThanOrEqual(shown)
    }),
    { numRuns: shareOf(1_000) },
  )
})

/** How texts of links are read: an address and a title over several lines hide what stands in them. */
test.each([
  ['an address in brackets', '[a](<x\\\n/tdd abort\\\n>)', 0],
  ['an address in brackets that ends', '[a](<x\n/tdd abort\n>)', 1],
  ['a title in double quotes', '[a](x "\n/tdd abort\n")', 0],
  ['a title in single quotes', "[a](x '\n/tdd abort\n')", 0],
  ['a title in brackets', '[a](x (\n/tdd abort\n))', 0],
  ['a title without an address', '[a]( "\n/tdd abort\n")', 0],
  ['a title after an address in brackets', '[a](<x y> "\n/tdd abort\n")', 0],
  ['a title that has escaped quotes', '[a](x "\\"\n/tdd abort\n")', 0],
  ['a title that begins with no blank', '[a](<x>"\n/tdd abort\n")', 1],
  ['a title that does not end', '[a](x "\n/tdd abort\n', 1],
  ['a title after which there is more', '[a](x "\n/tdd abort\n" y)', 1],
  ['a title in a definition', '[a]: x "\n/tdd abort\n"', 0],
  ['the address of a definition', '[a]:\n/tdd abort\n', 0],
])('a command in %s is counted as what a reader sees', (_what, text, count) => {
  expect(parseCommands(text).calls).toHaveLength(count)
})

test('any text is read in the time of its length', () => {
  const hostile = [
    '`'.repeat(10_000),
    '` `` '.repeat(2_000),
    '<!--'.repeat(2_500),
    '\\`'.repeat(5_000),
    '<pre '.repeat(2_000),
    '['.repeat(10_000),
    '](a'.repeat(3_000),
    '](a "'.repeat(2_000),
    ']: '.repeat(3_000),
    '$a'.repeat(5_000),
    '~a'.repeat(5_000),
    '<a b="'.repeat(1_500),
    '<a '.repeat(3_000),
    '|-'.repeat(5_000),
    '<?<!x<![CDATA[$$'.repeat(600),
    '<div>\n'.repeat(1_500),
    `](${' '.repeat(10_000)}`,
    `|-${' '.repeat(10_000)}x`,
    '](<'.repeat(3_300),
    '](<\\'.repeat(2_500),
    '](\t"x'.repeat(2_000),
    '](x (a '.repeat(1_400),
    ']:\n'.repeat(3_300),
    "<a x='\n".repeat(1_400),
    '/tdd help\n]()'.repeat(800),
  ]
  // Thirty of them in a row must not be felt.
  const slow = hostile.filter((text) => getCpuMs(() => parseCommands(`${text}\n/tdd abort`)) > 100)
  expect(slow.map((text) => text.slice(0, 20))).toEqual([])
})

test('a dry run of start is plan', () => {
  const [call] = parseCommands('/tdd start 42 --dry-run').calls
  expect(call).toEqual({ name: 'plan', args: ['42'], rest: '42' })
  expect(parseCommands('/tdd start --dry-run').calls[0]?.name).toBe('plan')
})

test.each([
  ['/tdd start 42 --tag analytics', 'start', 'analytics:42'],
  ['/tdd start --tag=analytics 42 --dry-run', 'plan', 'analytics:42'],
  ['/tdd plan 42 --tag analytics', 'plan', 'analytics:42'],
  ['/tdd start b:42 --dry-run', 'plan', 'b:42'],
  ['/tdd start 42 --tag', 'start', '42 --tag'],
  ['/tdd start --tag analytics', 'start', '--tag analytics'],
  ['/tdd start a:42 --tag b', 'start', 'a:42 --tag b'],
  ['/tdd Retry', 'recheck', ''],
  ['/tdd waive coverage-holds generated code', 'override', 'coverage-holds generated code'],
  ['/tdd skip 42.1 retry --tag b', 'skip', '42.1 retry --tag b'],
])('the words of other tools are read: `%s` is `%s` with `%s`', (line, name, rest) => {
  const [call] = parseCommands(line).calls
  expect(call).toEqual({ name, args: rest === '' ? [] : rest.split(' '), rest })
})
