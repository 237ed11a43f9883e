import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { DOCUMENTS, renew, SECTIONS } from '../scripts/docs.ts'

/** Pages of answers, each row with the tests that show it. */
const ANSWERS = ['threats.md', 'complaints.md'].map((name) => new URL(`../docs/${name}`, import.meta.url))

const PAGES = [...DOCUMENTS, ...ANSWERS].map((url) => ({
  name: fileURLToPath(url).split('/').slice(-1)[0] ?? '',
  url,
  text: readFileSync(url, 'utf8'),
}))

test.each(PAGES)('the tables of $name are those of the code: npm run docs', ({ text }) => {
  expect(text).toBe(renew(text))
})

test.each(Object.keys(SECTIONS))('there is one place for %s', (name) => {
  const places = PAGES.filter(({ text }) => text.includes(`<!-- ${name} -->\n`) && text.includes(`<!-- /${name} -->`))
  expect(places).toHaveLength(1)
})

test.each(PAGES)('every local link of $name leads somewhere', ({ url, text }) => {
  const files = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, path]) => path ?? '')
  for (const path of files) expect(() => readFileSync(new URL(path, url)), path).not.toThrow()
})

/** Where a test shows nothing, why not: `none: ...` */
const REASON = /^none: .{20}/
const LINK = /\[([^\]]+)\]\((\.\.\/test\/[\w/.-]+\.ts)\)/g

/** Whether a test, a group of tests, or a row of a table of them has this title. */
function hasTitle(source: string, title: string): boolean {
  const quoted = [`'${title.replaceAll("'", "\\'")}'`, `"${title}"`, `\`${title}\``]
  const before = quoted.flatMap((text) => source.split(text).slice(0, -1))
  return before.some((text) => /(?:[([]|\btitle:)$/.test(text.slice(-99).trimEnd()))
}

const rowsOf = (text: string) =>
  text
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| ---'))
    .map((line) => line.slice(2, -2).split(' | '))
    .filter(([, , shown]) => shown !== 'shown by')

describe.each(PAGES.filter(({ url }) => ANSWERS.includes(url)))('in $name', ({ name, url, text }) => {
  const rows = rowsOf(text)

  test('every row has an answer, and tests that show it or the reason why none does', () => {
    expect(rows.length).toBeGreaterThanOrEqual(name === 'threats.md' ? 55 : 40)
    for (const [asked = '', answer = '', shown = '', ...more] of rows) {
      expect(more, asked).toEqual([])
      expect(Math.min(asked.length, answer.length, shown.length), asked).toBeGreaterThan(10)
      expect(shown.replaceAll(LINK, '').replaceAll('; ', '') === '' || REASON.test(shown), shown).toBe(true)
    }
  })

  test('every test that is named is there, under that title', () => {
    const named = rows.flatMap(([, , shown = '']) => [...shown.matchAll(LINK)])
    expect(named.length).toBeGreaterThan(rows.length)
    const missing = named.filter(([, title = '', path = '']) => {
      return !hasTitle(readFileSync(new URL(path, url), 'utf8'), title)
    })
    expect(missing.map(([link]) => link)).toEqual([])
  })
})

test.each([
  ["test('adds', () => {", true],
  ["test.each(ALL)('adds', () => {", true],
  ["  [\n    'adds',\n    1,\n  ],", true],
  ["{ title: 'adds', steps: [] }", true],
  ["// 'adds'", false],
  ["test('adds up', () => {", false],
  ["expect(1).toBe(2, 'adds')", false],
])('%j names the test `adds`: %s', (source, expected) => expect(hasTitle(source, 'adds')).toBe(expected))
