/** Held against a whole reader of Markdown: what GitHub shows as a checklist is one. */
import fc from 'fast-check'
import { lexer, type Token, type Tokens } from 'marked'
import { describe, expect, test } from 'vitest'
import { readSections } from '../../src/tasks/issue-sections.ts'
import { getCpuMs } from '../support/cpu.ts'
import { shareOf } from '../support/property-runs.ts'

const titles = (body: string) => readSections(body).items.map(({ title }) => title)
const both = ['one', 'two']

describe('a checklist is one', () => {
  test.each([
    ['after a comment sign in code', 'Do not let `<!--` through.\n\n- [ ] one\n- [ ] two'],
    ['after an HTML comment that is never closed', 'Well, <!-- said he\n\n- [ ] one\n- [ ] two'],
    ['after a comment sign in a block of code', '```html\n<!-- open\n```\n\n- [ ] one\n- [ ] two'],
    ['between comments', '<!-- a\n\n- [ ] no -->\n- [ ] one\n<!-- - [ ] no\n-->\n- [ ] two'],
    ['with comments in it', '- [ ] one <!-- - [ ] no -->\n- [ ] <!-- no -->two'],
    ['moved in by one blank', ' - [ ] one\n - [ ] two'],
    ['moved in by three blanks', 'Tasks:\n\n   - [ ] one\n   - [ ] two'],
    ['moved in here and there', '- [ ] one\n\nMore:\n\n - [ ] two'],
    ['whose second item is moved in too little to belong to the first', '1. [ ] one\n  - [ ] two'],
    [
      'after a block of code with a fence of another sort',
      '```\n```js\n- [ ] no\n~~~\n- [ ] no\n```\n- [ ] one\n- [ ] two',
    ],
    ['after indented code', 'x\n\n    ```\n    - [ ] no\n\n- [ ] one\n- [ ] two'],
    ['after a block of code in an item', '- [ ] one\n  ```\n- [ ] two'],
    ['in an element with empty lines', '<details>\n<summary>All</summary>\n\n- [ ] one\n- [ ] two\n\n</details>'],
    ['after an element in a line', 'Press\n<kbd>x</kbd>\n- [ ] one\n- [ ] two'],
    ['after words', 'words\n   - [ ] one\nwords\n- [ ] two'],
    ['with words between', '- [ ] one\nand more\n\n---\n- [ ] two'],
    ['after a quotation', '> x\n- [ ] one\n- [ ] two'],
    ['with the line ends of a browser', '- [ ] one\r\n- [ ] two\r\n'],
    ['where a number stands in words', '- [ ] one\n\nx\n2. [ ] no\n\n- [ ] two'],
  ])('%s', (_, body) => expect(titles(body)).toEqual(both))
})

describe('headings with a line below', () => {
  test('cut like others', () => {
    const { items, acceptance } = readSections('Subtasks\n---\n- [ ] one\n\nAcceptance criteria\n===\n- [ ] works\n')
    expect([items.map(({ title }) => title), acceptance]).toEqual([['one'], ['works']])
  })

  test('a line below an item is none', () => expect(titles('- [ ] one\n---\n- [ ] two')).toEqual(both))
})

describe('what is shown as a checklist and is none of the plan is named', () => {
  test.each([
    ['below an item that is no task', '- Group\n  - [ ] a\n  - [x] b\n- [ ] one', ['a']],
    ['in a quotation', '> - [ ] a\n\n- [ ] one', ['a']],
    ['outside of the section of subtasks', '- [ ] a\n\n## Subtasks\n- [ ] one\n\n## Later\n- [ ] b', ['a', 'b']],
    ['below an item: they are its criteria', '- [ ] one\n  - [ ] a\n    - [ ] b', []],
    ['as acceptance criteria', '- [ ] one\n\n## Acceptance criteria\n- [ ] a', []],
  ])('%s', (_, body, unread) => expect(readSections(body).unread).toEqual(unread))
})

/** Each item has a word of its own: {n}. Where the other reader departs from CommonMark is not among them. */
const PIECES = [
  '- [ ] {n}',
  ' - [ ] {n}',
  '   - [ ] {n}',
  '  - [ ] {n}',
  '    - [ ] {n}',
  '* [ ] {n}',
  '1. [ ] {n}',
  '- plain {n}',
  '- [ ] `{n}` <!-- x',
  '- [ ] {n} <!-- x -->',
  '`<!--`',
  '`',
  '<!--',
  '-->',
  'a <!-- b',
  '```',
  '```js',
  '````',
  '~~~',
  '  ```',
  '    ```',
  '> x',
  'words',
  '    words',
  '  words',
  '---',
  '# Heading',
  '<details>',
  '</details>',
  '<b>x</b>',
  '',
  '',
]

const getName = (text: string) => /w\d+/.exec(text)?.[0] ?? ''

/** Task items that stand in no other list, and no quotation. */
function shownItems(tokens: readonly Token[]): readonly string[] {
  const lists = tokens.filter((token): token is Tokens.List => token.type === 'list')
  return lists.flatMap(({ items }) => items.filter(({ task }) => task).map(({ text }) => getName(text)))
}

/** Task items wherever they stand. */
function allItems(tokens: readonly Token[]): readonly string[] {
  return tokens.flatMap((token): readonly string[] => {
    const own = token.type === 'list_item' && token['task'] ? [getName(token['text'])] : []
    const inner: readonly Token[] =
      token.type === 'list' ? token['items'] : 'tokens' in token ? (token.tokens ?? []) : []
    return [...own, ...allItems(inner)]
  })
}

const QUOTED = '> - [ ] {n}'
/** After words that go on with an item from further out, the other reader forgets how far in the next line is. */
const FORGETS = /^ *(?:[-*]|1\.) [\s\S]*^(?! |$|[-*] |1\.).*\n {2,}\S/m
const getBody = (pieces: readonly string[]) =>
  fc
    .array(fc.constantFrom(...pieces), { maxLength: 9 })
    .map((some) => some.map((piece, n) => piece.replace('{n}', `w${n}`)).join('\n'))
    .filter((text) => !FORGETS.test(text))

test('the items are those that a reader of Markdown shows', () => {
  fc.assert(
    fc.property(getBody([...PIECES, QUOTED]), (text) => {
      expect(titles(text).map(getName), JSON.stringify(text)).toEqual(shownItems(lexer(text)))
    }),
    { numRuns: shareOf(1_000) },
  )
})

test('whatever is shown as an item is one, is a criterion of one, or is named', () => {
  fc.assert(
    fc.property(getBody(PIECES), (text) => {
      const { items, unread } = readSections(text)
      const result = [...items.flatMap(({ title, acceptance }) => [title, ...acceptance]), ...unread].map(getName)
      const lost = allItems(lexer(text)).filter((name) => !result.includes(name))
      expect(lost, JSON.stringify(text)).toEqual([])
    }),
    { numRuns: shareOf(1_000) },
  )
})

test('any text is read in the time of its length', () => {
  const pieces = ['- ', '> ', '<!--', '`', '- [ ] a <!--\n', '```\n', '  - [ ] a\n', '<a ', '1. ', '\t- a\n', '-']
  const readAll = () => {
    for (const piece of pieces) readSections(`${piece.repeat(Math.floor(65_000 / piece.length))}\n- [ ] one`)
  }
  expect(getCpuMs(readAll)).toBeLessThan(2_000)
})
