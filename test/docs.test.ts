import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { DOCUMENTS, renew, SECTIONS } from '../scripts/docs.ts'
import { toAnchors } from '../scripts/markdown.ts'
import { rules } from '../src/core/rules/index.ts'
import { hasTitle } from './support/titles.ts'

const ROOT = new URL('../', import.meta.url)
const MAX_README_LINES = 150
const MAX_PICTURE_BYTES = 200_000

/** Pages of answers, each row with the tests that show it, and how many rows there are at least. */
const ANSWERS = new Map([
  ['docs/explanation/threats.md', 55],
  ['docs/explanation/complaints.md', 40],
])

const PAGES = DOCUMENTS.map((url) => ({
  name: fileURLToPath(url).slice(fileURLToPath(ROOT).length),
  url,
  text: readFileSync(url, 'utf8'),
}))
const getText = (name: string) => readFileSync(new URL(name, ROOT), 'utf8')

test.each(PAGES)('the generated parts of $name are those of the code: npm run docs', ({ text }) => {
  expect(text).toBe(renew(text))
})

test.each(Object.keys(SECTIONS))('exactly one page holds the generated part %s', (name) => {
  const places = PAGES.filter(({ text }) => text.includes(`<!-- ${name} -->\n`) && text.includes(`<!-- /${name} -->`))
  expect(places).toHaveLength(1)
})

/** Fenced code shows Markdown, and links to nothing. */
const FENCED = /^```.*?^```$/gms

test.each(PAGES)('every local link of $name leads to a file and an anchor that exist', ({ url, text }) => {
  const links = [...text.replace(FENCED, '').matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]+))?\)/g)]
  const broken = links.filter(([, path = '', anchor]) => {
    const target = new URL(path, url)
    if (!existsSync(target)) return true
    return anchor !== undefined && !toAnchors(readFileSync(target, 'utf8')).includes(anchor)
  })
  expect(broken.map(([link]) => link)).toEqual([])
})

test('the README has at most 150 lines', () => {
  expect(getText('README.md').split('\n').length).toBeLessThanOrEqual(MAX_README_LINES)
})

test('the map of the docs leads to every page', () => {
  const map = getText('docs/index.md')
  const pages = PAGES.map(({ name }) => name).filter((name) => name.startsWith('docs/') && name !== 'docs/index.md')
  expect(pages.filter((name) => !map.includes(`](${name.slice('docs/'.length)})`))).toEqual([])
})

test.each(['CONTRIBUTING.md', 'docs/explanation/architecture.md'])('every path of the code in %s exists', (name) => {
  const paths = [...getText(name).matchAll(/`((?:src|test|docs|scripts|bench)\/[^`<]*)`/g)].map(([, path = '']) => path)
  expect(paths.length).toBeGreaterThan(10)
  expect(paths.filter((path) => !existsSync(new URL(path, ROOT)))).toEqual([])
})

test('no picture of the docs has more than 200 kB', () => {
  const pictures = globSync('docs/**/*.{png,jpg,svg}')
  expect(pictures.length).toBeGreaterThan(0)
  expect(pictures.filter((path) => statSync(path).size > MAX_PICTURE_BYTES)).toEqual([])
})

test('every rule has an anchor with its code', () => {
  expect(toAnchors(getText('docs/reference/rules.md'))).toEqual(expect.arrayContaining(rules.map(({ code }) => code)))
})

test.each(PAGES)('$name shows no raw placeholder of a parametrised test title', ({ text }) => {
  expect(text.match(/\[[^\]]*%[sdj#][^\]]*\]\(/g)).toBeNull()
})

/** Where a test shows nothing, why not: `none: ...` */
const REASON = /^none: .{20}/
const LINK = /\[([^\]]+)\]\(((?:\.\.\/)+test\/[\w/.-]+\.ts)\)/g

const getRows = (text: string) =>
  text
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| ---'))
    .map((line) => line.slice(2, -2).split(' | '))
    .filter(([, , shown]) => shown !== 'shown by')

describe.each(PAGES.filter(({ name }) => ANSWERS.has(name)))('in $name', ({ name, url, text }) => {
  const rows = getRows(text)

  test('every row has an answer, and tests that show it or the reason why none does', () => {
    expect(rows.length).toBeGreaterThanOrEqual(ANSWERS.get(name) ?? 0)
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

test('each limit of what cannot be proved names a test that shows how far the proof goes', () => {
  const limits = getText('docs/explanation/limits.md')
    .split(/\n(?=- |## )/)
    .filter((text) => /^- .*\*What\s+helps:\*/s.test(text))
  expect(limits.length).toBeGreaterThan(30)
  expect(limits.filter((row) => !/\]\(\.\.\/\.\.\/test\/[\w/-]+\.test\.ts\)/.test(row))).toEqual([])
})

test.each([
  ["test('adds', () => {", true],
  ["test.each(ALL)('adds', () => {", true],
  ["  [\n    'adds',\n    1,\n  ],", true],
  ["{ title: 'adds', steps: [] }", true],
  ["// 'adds'", false],
  ["test('adds up', () => {", false],
  ["expect(1).toBe(2, 'adds')", false],
  ["test.skip('adds', () => {", false],
  ["test.todo('adds')", false],
])('%j names the test `adds`: %s', (source, expected) => expect(hasTitle(source, 'adds')).toBe(expected))

test.each([
  ["test.each(ALL)('%s adds', () => {", true],
  ["test.each(ALL)('$name adds', () => {", true],
  ["test('it adds', () => {", false],
])('%j names the test `… adds`: %s', (source, expected) => expect(hasTitle(source, '… adds')).toBe(expected))

test.each([
  ['# What it stops, and what it cannot', ['what-it-stops-and-what-it-cannot']],
  ['## `red-has-driver`', ['red-has-driver']],
  ['## [Rules](rules.md) & levels', ['rules--levels']],
  ['## Set up\n## Set up', ['set-up', 'set-up-1']],
  ['```sh\n# no heading\n```', []],
])('%j has the anchors %j, as on GitHub', (text, anchors) => expect(toAnchors(text)).toEqual(anchors))
