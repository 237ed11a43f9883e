import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { renew, SECTIONS } from '../scripts/docs.ts'

const README = readFileSync(new URL('../README.md', import.meta.url), 'utf8')

test('the tables of the README are those of the code: npm run docs', () => {
  expect(README).toBe(renew(README))
})

test.each(Object.keys(SECTIONS))('the README has a place for %s', (name) => {
  expect(README).toContain(`<!-- ${name} -->\n`)
  expect(README).toContain(`<!-- /${name} -->`)
})

test('every local link of the README leads somewhere', () => {
  const files = [...README.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, path]) => path ?? '')
  for (const path of files) expect(() => readFileSync(new URL(`../${path}`, import.meta.url)), path).not.toThrow()
})
