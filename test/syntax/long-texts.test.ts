/** Texts with very many of one thing are read about as fast as they are long: no crash, and no minutes. */
import { beforeAll, expect, test } from 'vitest'
import { isRenaming } from '../../src/core/text/renaming.ts'
import { addedTestUses } from '../../src/core/text/test-use.ts'
import { asEsModule, readLeaves } from '../../src/syntax/index.ts'
import { loadAllGrammars } from '../support/grammars.ts'

beforeAll(loadAllGrammars)

const MANY = 100_000
/** Milliseconds; where each look at the text takes the whole text, it takes several times as long. */
const LIMIT = 10_000

test('the names of a long file are compared', { timeout: LIMIT }, () => {
  const toFile = (name: string) => `export const ${name} = 1\n${'f(1)\n'.repeat(MANY / 7)}${name}\n`
  const file = { path: 'src/a.js', isTest: false, before: toFile('sum'), after: toFile('total') }
  expect(isRenaming([file])).toBe(true)
})

test('many comments stand in one line', { timeout: LIMIT }, () => {
  expect(readLeaves('a.js', '/**/'.repeat(MANY), { keeps: () => false })).toEqual([])
})

test('many exports are written anew', { timeout: LIMIT }, () => {
  expect(asEsModule('a.js', 'exports.a = 1\n'.repeat(MANY / 4))).toBe('export const a = 1\n'.repeat(MANY / 4))
})

test('many strings name no test', { timeout: LIMIT }, () => {
  const change = { path: 'src/a.js', before: null, after: "f('b')\n".repeat(MANY / 2) }
  expect(addedTestUses(change, new Set(['test/a.js']), new Map())).toEqual([])
})
