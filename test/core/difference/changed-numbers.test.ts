import { expect, test } from 'vitest'
import { findChangedNumber } from '../../../src/core/difference/changed-numbers.ts'
import { loadGrammars } from '../../../src/syntax/index.ts'

const OLD = 'const RETRIES = 3\nexport const f = (n) => n > RETRIES\n'

test.each([
  ['under another name', OLD.replaceAll('RETRIES', 'MAX').replace('3', '30'), '', 'a.js:1: 3 became 30'],
  ['in another file', 'import { RETRIES } from "./b.js"\n', 'export const RETRIES = 30\n', 'b.js:1: 3 became 30'],
  ['that moves is none', 'import { RETRIES } from "./b.js"\n', 'export const RETRIES = 3\n', null],
  ['that only goes is none', 'export const f = (n) => n\n', '', null],
])('a number %s', async (_, a, b, said) => {
  await loadGrammars(['a.js'])
  const found = findChangedNumber([
    { path: 'a.js', before: OLD, after: a },
    { path: 'b.js', before: null, after: b },
  ])
  expect(found && `${found.path}:${found.line}: ${found.was} became ${found.is}`).toBe(said)
})

test('an octal number is a number', async () => {
  await loadGrammars(['a.go'])
  const [before, after] = ['package a\n\nvar m = 0o600\n', 'package a\n\nconst mode = 0o666\n\nvar m = mode\n']
  expect(findChangedNumber([{ path: 'a.go', before, after }])).toMatchObject({ was: '384', is: '438' })
})

test('a number that becomes a product of the same size is none', async () => {
  await loadGrammars(['a.js'])
  const sides = { path: 'a.js', before: 'const DAY = 86_400\n', after: 'const DAY = 24 * 60 * 60\n' }
  expect(findChangedNumber([sides])).toBeNull()
})
