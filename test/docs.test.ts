import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { DOCUMENTS, renew, SECTIONS } from '../scripts/docs.ts'

const PAGES = [...DOCUMENTS, new URL('../docs/threats.md', import.meta.url)].map((url) => ({
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

test('every attempt names a test that shows what happens', () => {
  const text = PAGES.find(({ name }) => name === 'threats.md')?.text ?? ''
  const rows = text.split('\n').filter((line) => line.startsWith('| '))
  expect(rows.length).toBeGreaterThan(15)
  for (const row of rows.slice(2)) expect(row).toMatch(/\]\(\.\.\/test\/[\w/-]+\.test\.ts\)[^|]*\|$/)
})
