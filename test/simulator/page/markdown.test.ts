import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shareOf } from '../../support/property-runs.ts'
import type { Issue, Repository, World } from '../world.ts'
import { escapeHtml, html } from './html.ts'
import { logBlock } from './log.ts'
import { toMarkdown } from './markdown.ts'
import { linker } from './references.ts'
import { sanitize } from './sanitize.ts'

const body = (source: string) =>
  toMarkdown(source)
    .html.replace(/^<div class="markdown">|<\/div>$/g, '')
    .trim()

test('emoji become signs that every font has', () => {
  expect(body('❌ a, ✅ b, ⚠️ c, ⏳ d, 🔴 e, 🟢 f')).toBe('<p>✗ a, ✓ b, ! c, ○ d, ✗ e, ✓ f</p>')
})

test.each([
  ['a script', 'a <script>alert(1)</script> b', '<p>a  b</p>'],
  ['a script that never ends', '<script>alert(1)', ''],
  ['a style sheet', '<style>* { display: none }</style>', ''],
  ['an event', '<b onclick="alert(1)" style="x" class="y" id="z">b</b>', '<p><b>b</b></p>'],
  ['a frame', '<iframe src="https://example.com"></iframe>', ''],
  ['a form', '<form action="/x"><button>b</button></form>', 'b'],
  ['a comment', 'a <!-- <b>hidden</b> --> b', '<p>a  b</p>'],
  ['a comment that never ends', '<!-- a\n\nb', ''],
  ['a declaration', '<!DOCTYPE html><?php x ?>', ''],
  [
    'a picture with an event',
    '<img src=x onerror=alert(1)>',
    '<a href="x" rel="nofollow noreferrer">Picture: without words</a>',
  ],
  [
    'a picture',
    '![a "cat"](https://example.com/a.png)',
    '<p><a href="https://example.com/a.png" rel="nofollow noreferrer">Picture: a &quot;cat&quot;</a></p>',
  ],
  ['a vector with a script in it', '<svg><script>alert(1)</script></svg>', '<p></p>'],
  ['an end of what is around it', '</div></article></main>b', 'b'],
  ['an item without a list', '<li>a</li>', 'a'],
  ['a cell without a table', '<td>a', 'a'],
  ['tags that never end', '<details><summary>a', '<details><summary>a</summary></details>'],
  ['a title that opens a tag', '[a](https://x.example/"onmouseover=alert(1)")', null],
  ['a broken tag', '<b "', '<p>&lt;b &quot;</p>'],
  ['a field', '<input type="text" value="x">', ''],
])('markdown renders %s harmlessly', (_, source, expected) => {
  const made = body(source)
  expect(made).not.toMatch(/<(script|style|iframe|form|svg|button|img)|\son\w+=|javascript:/i)
  if (expected !== null) expect(made).toBe(expected)
})

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java&#x09;script:alert(1)',
  'javascript&#58;alert(1)',
  '&#x6a;avascript:alert(1)',
  ' javascript:alert(1)',
  'vbscript:x',
  'data:text/html,<script>alert(1)</script>',
  'file:///etc/passwd',
])('no link leads to %s', (address) => {
  expect(sanitize(`<a href="${address}">a</a>`)).toEqual({ html: '<a>a</a>' })
  const [, href = ''] = /href="([^"]*)"/.exec(body(`[a](<${address}>)`)) ?? []
  expect(new URL(href, 'http://localhost/').protocol).toBe('http:')
})

test.each([
  ['headings, below those of the page', '# a\n## b\n#### c', '<h4>a</h4>\n<h5>b</h5>\n<h6>c</h6>'],
  [
    'task lists as boxes with a name',
    '- [x] a\n- [ ] b',
    '<ul>\n<li><input type="checkbox" disabled checked aria-label="done"> a</li>\n<li><input type="checkbox" disabled aria-label="to do"> b</li>\n</ul>',
  ],
  [
    'diagrams as their source',
    '```mermaid\na --> <b>\n```',
    '<pre lang="mermaid"><code>a --&gt; &lt;b&gt;\n</code></pre>',
  ],
  [
    'folded parts',
    '<details><summary>a</summary>\n\n*b*\n\n</details>',
    '<details><summary>a</summary><p><em>b</em></p>\n</details>',
  ],
  [
    'addresses',
    'https://example.com/a?b&c',
    '<p><a href="https://example.com/a?b&amp;c" rel="nofollow noreferrer">https://example.com/a?b&amp;c</a></p>',
  ],
  ['entities as what they stand for', '&lt;b&gt; &amp;amp; &nope', '<p>&lt;b&gt; &amp;amp; &amp;nope</p>'],
  ['characters that turn the text around as a sign', 'a\u202eb', '<p>a\ufffdb</p>'],
])('markdown shows %s', (_, source, expected) => expect(body(source)).toBe(expected))

test('tables scroll on their own', () => {
  expect(body('| a |\n| :-: |\n| `b` |')).toMatch(
    /^<div class="scroll"><table>[\s\S]*<td align="center"><code>b<\/code><\/td>[\s\S]*<\/table><\/div>$/,
  )
})

test('a line of a comment is a line on the page, a line of a check is not', () => {
  expect(toMarkdown('a\nb', { isComment: true }).html).toContain('a<br>b')
  expect(toMarkdown('a\nb').html).not.toContain('<br>')
})

test('what is nested too deep to be read is shown as it is', () => {
  expect(body('>'.repeat(8_000))).toMatch(/^<pre>(&gt;)+<\/pre>$/)
  expect(body(`${'<b>'.repeat(500)}x`).match(/<b>/g)).toHaveLength(99)
})

test('whatever is given, tags that are opened are closed, and no other tags come out', () => {
  const piece = fc.constantFrom(
    ...[
      '<b>',
      '</b>',
      '<a href="',
      '">',
      '<li>',
      '<ul>',
      '</ul>',
      '<table>',
      '<td',
      '>',
      '<!--',
      '-->',
      '<script>',
      '"',
      "'",
    ],
    ...[
      '</script>',
      '<p onclick=x>',
      '&lt;',
      '&#60;script&#62;',
      '\n\n',
      '`',
      '```\n',
      '[x](',
      ')',
      'text',
      '<img src=x ',
      '<details open>',
      '<svg/onload=x>',
    ],
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const made = toMarkdown(pieces.join('')).html
      const open: string[] = []
      const rest = made.replace(/<(\/?)([a-z]+\d?)((?: [a-z-]+(?:="[^"<>]*")?)*)>/g, (_, slash, tag, attributes) => {
        expect(attributes.replaceAll(/"[^"]*"/g, '')).not.toMatch(/ (on\w+|style|id|src)=/)
        expect(['script', 'svg', 'img', 'style']).not.toContain(tag)
        if (slash === '/') expect(open.pop()).toBe(tag)
        else if (!['br', 'hr', 'input'].includes(tag)) open.push(tag)
        return ''
      })
      expect(open).toEqual([])
      expect(rest).not.toMatch(/[<>]/)
    }),
    { numRuns: shareOf(300) },
  )
})

test('people, issues and pull requests that exist are linked', () => {
  const issue = (number: number, isPull: boolean) => [number, { number, pull: isPull ? {} : null } as Issue] as const
  const shop = { fullName: 'acme/shop', issues: new Map([issue(1, false), issue(2, true)]) } as unknown as Repository
  const world = {
    users: new Map([['mona', { login: 'Mona' }]]),
    repositories: new Map([['acme/shop', shop]]),
  } as unknown as World
  const link = linker(world, shop)
  const linked = (source: string) =>
    [...toMarkdown(source, { toLinks: link }).html.matchAll(/href="([^"]*)"/g)].map(([, at]) => at)
  expect(linked('@mona, (@MONA) and *@mona*')).toEqual(['/Mona', '/Mona', '/Mona'])
  expect(linked('Closes #1, see acme/shop#2 and #2.')).toEqual([
    '/acme/shop/issues/1',
    '/acme/shop/pull/2',
    '/acme/shop/pull/2',
  ])
  expect(linked('@nobody #3 #1a other/shop#1 a@mona mail@mona.example &#39; a#1 `@mona #1`')).toEqual([
    'mailto:mail@mona.example',
  ])
  expect(linked('[@mona](https://example.com)')).toEqual(['https://example.com'])
})

test('templates escape whatever they are given', () => {
  const name = `<b a="1" b='2'>&\0`
  expect(html`<i title="${name}">${name}</i>`.html).not.toMatch(/<b|\0|="1"/)
  expect(escapeHtml(`<>&"'`)).toBe('&lt;&gt;&amp;&quot;&#39;')
  expect(html`${[html`<i>${1}</i>`]}${null}`.html).toBe('<i>1</i>')
})

test('logs are text without the colours of terminals', () => {
  const { html: log } = logBlock('a "job"', '##[group]Run <b>\n\x1b[31mred\x1b[0m\n##[endgroup]\n##[error]no')
  expect(log).toContain('aria-label="Log of a &quot;job&quot;"')
  expect(log).toContain('<span class="group">Run &lt;b&gt;</span>\nred\n<span class="error">error: no</span>\n')
  expect(logBlock('a', 'x\n'.repeat(6_000)).html).toContain('1001 earlier lines are left out.')
})
