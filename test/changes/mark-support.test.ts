/** A helper of tests that stands among production is marked where a commit after RED changes it; production is not. */
import { expect, test } from 'vitest'
import { openSession } from '../../src/operations/verify/session.ts'
import { createBranch } from '../support/branch.ts'
import type { Files } from '../support/repository.ts'
import { SHOP } from '../support/shop.ts'

interface Case {
  readonly title: string
  /** Before the branch. */
  readonly base: Files
  readonly red: Files
  readonly green: Files
  readonly marks: readonly string[]
}

const TEXT = 'export const shout = (text) => text.toUpperCase()\n'
const SAME = (body: string) => `export const same = (is, was) => {${body}}\n`
const THROWS = SAME(" if (is !== was) throw new Error('other') ")
const HEAD = "import { test } from 'node:test'\nimport { shout } from '../src/text.js'\n"
const JUDGED = (from: string, text = 'a') =>
  `${HEAD}import { same } from '${from}'\ntest('shouts', () => { same(shout('${text}'), 'A') })\n`
const RED = { 'test/other.test.js': `${HEAD}test('other', () => { shout('b') })\n` }
const PY_TEXT = 'def shout(text):\n    return text.upper()\n'
const PY_SAME = 'def same(one, other):\n    assert one == other\n'
const PY_JUDGED =
  "from shop.text import shout\nfrom shop.checks import same\n\n\ndef test_shout():\n    same(shout('a'), 'A')\n"
const GO = {
  'go.mod': 'module shop\n\ngo 1.19\n',
  'cart/cart.go': 'package cart\n\nfunc Two() int { return 2 }\n',
  'internal/check/check.go':
    'package check\n\nimport "testing"\n\nfunc Same(t *testing.T, a, b int) {\n\tif a != b {\n\t\tt.Fatal(a)\n\t}\n}\n',
  'cart/cart_test.go':
    'package cart\n\nimport (\n\t"testing"\n\n\t"shop/internal/check"\n)\n\nfunc TestTwo(t *testing.T) {\n\tcheck.Same(t, Two(), 2)\n}\n',
}

const CHEATS: readonly Case[] = [
  {
    title: 'a helper in a folder for tests that GREEN empties',
    base: {
      'src/text.js': TEXT,
      'src/testing/check.js': THROWS,
      'test/text.test.js': JUDGED('../src/testing/check.js'),
    },
    red: RED,
    green: { 'src/testing/check.js': SAME('') },
    marks: ['src/testing/check.js:1'],
  },
  {
    title: 'a helper with the name of tests',
    base: { 'src/text.js': TEXT, 'src/testUtils.js': THROWS, 'test/text.test.js': JUDGED('../src/testUtils.js') },
    red: RED,
    green: { 'src/testUtils.js': SAME('') },
    marks: ['src/testUtils.js:1'],
  },
  {
    title: 'a helper without such a name, to which a test leaves its assertion',
    base: { 'src/text.js': TEXT, 'src/verify.js': THROWS, 'test/text.test.js': JUDGED('../src/verify.js') },
    red: { 'test/text.test.js': JUDGED('../src/verify.js', 'b') },
    green: { 'src/verify.js': SAME('') },
    marks: ['src/verify.js:1'],
  },
  {
    title: 'a helper that production imports in the same commit',
    base: { 'src/text.js': TEXT, 'src/verify.js': THROWS, 'test/text.test.js': JUDGED('../src/verify.js') },
    red: RED,
    green: { 'src/verify.js': SAME(''), 'src/text.js': `import './verify.js'\n${TEXT}` },
    marks: ['src/verify.js:1'],
  },
  {
    title: 'a helper of Python that asserts',
    base: { 'shop/text.py': PY_TEXT, 'shop/checks.py': PY_SAME, 'tests/test_text.py': PY_JUDGED },
    red: RED,
    green: { 'shop/checks.py': 'def same(one, other):\n    pass\n' },
    marks: ['shop/checks.py:2'],
  },
  {
    title: 'a helper of Go that takes the test',
    base: GO,
    red: { 'cart/other_test.go': 'package cart\n' },
    green: { 'internal/check/check.go': 'package check\n\nfunc Same(t any, a, b int) {}\n' },
    marks: ['internal/check/check.go:3'],
  },
  {
    title: 'a new file with a library of tests',
    base: { 'src/text.js': TEXT },
    red: { 'test/text.test.js': JUDGED('../src/verify.js') },
    green: { 'src/verify.js': `import { expect } from 'chai'\n${SAME('')}` },
    marks: ['src/verify.js:1'],
  },
]

const ASSERTED = (from: string) =>
  `import assert from 'node:assert/strict'\n${HEAD}import { same } from '${from}'\ntest('same', () => {\n  assert.throws(() => same(shout('a'), 'b'))\n  same(shout('a'), 'A')\n})\n`

const HONEST: readonly Case[] = [
  {
    title: 'a module of a library that only tests import',
    base: {
      'src/verify.js': THROWS,
      'src/text.js': TEXT,
      'test/text.test.js': ASSERTED('../src/verify.js'),
    },
    red: RED,
    green: { 'src/verify.js': SAME(" if (is !== was) throw new TypeError('other') ") },
    marks: [],
  },
  {
    title: 'a new module that only its driver imports',
    base: { 'src/text.js': TEXT },
    red: { 'test/verify.test.js': JUDGED('../src/verify.js') },
    green: { 'src/verify.js': THROWS },
    marks: [],
  },
  {
    title: 'production that asserts its own invariants',
    base: {
      'src/text.js': `import assert from 'node:assert'\nexport const shout = (text) => { assert.ok(text); return text.toUpperCase() }\n`,
      'test/text.test.js': `import assert from 'node:assert/strict'\n${HEAD}test('shouts', () => { assert.equal(shout('a'), 'A') })\n`,
    },
    red: RED,
    green: { 'src/text.js': TEXT },
    marks: [],
  },
  {
    title: 'a helper that production uses too',
    base: {
      'src/verify.js': THROWS,
      'src/text.js': `import { same } from './verify.js'\nexport const shout = (text) => same(text, text)\n`,
      'test/text.test.js': JUDGED('../src/verify.js'),
    },
    red: RED,
    green: { 'src/verify.js': SAME('') },
    marks: [],
  },
  {
    title: 'a helper of tests whose comments change',
    base: {
      'src/text.js': TEXT,
      'src/testing/check.js': THROWS,
      'test/text.test.js': JUDGED('../src/testing/check.js'),
    },
    red: RED,
    green: { 'src/testing/check.js': `// Same.\n${THROWS}`, 'src/text.js': `${TEXT}export const b = 1\n` },
    marks: [],
  },
  {
    title: 'a function that a test calls before it asserts',
    base: {
      'src/text.js': TEXT,
      'src/store.js': "export const save = (x) => { if (!x) throw new Error('none') }\nexport const load = () => 'A'\n",
      'test/store.test.js': `import assert from 'node:assert/strict'\n${HEAD}import { save, load } from '../src/store.js'\ntest('keeps', () => { save(shout('a')); assert.equal(load(), 'A') })\n`,
    },
    red: RED,
    green: { 'src/store.js': "export const save = () => {}\nexport const load = () => 'A'\n" },
    marks: [],
  },
  {
    title: 'a class of Python that raises',
    base: {
      'shop/text.py': 'def shout(text):\n    if not text:\n        raise ValueError(text)\n    return text.upper()\n',
      'tests/test_text.py': "from shop.text import shout\n\n\ndef test_shout():\n    assert shout('a') == 'A'\n",
    },
    red: RED,
    green: { 'shop/text.py': PY_TEXT },
    marks: [],
  },
  {
    title: 'a package of Go that only its tests use',
    base: GO,
    red: { 'cart/other_test.go': 'package cart\n' },
    green: { 'cart/cart.go': 'package cart\n\nfunc Two() int {\n\treturn 1 + 1\n}\n' },
    marks: [],
  },
  {
    title: 'a program that checks how tests are run',
    base: {
      'src/contest/score.js': THROWS,
      'src/text.js': TEXT,
      'test/text.test.js': ASSERTED('../src/contest/score.js'),
    },
    red: RED,
    green: { 'src/contest/score.js': SAME('') },
    marks: [],
  },
]

/** What the gate cannot tell from production. */
const SILENT: readonly Case[] = [
  {
    title: 'a helper that gives test data',
    base: {
      'src/text.js': TEXT,
      'src/sample.js': "export const sample = () => 'a'\n",
      'test/text.test.js': `import assert from 'node:assert/strict'\n${HEAD}import { sample } from '../src/sample.js'\ntest('shouts', () => { assert.equal(shout(sample()), 'A') })\n`,
    },
    red: RED,
    green: { 'src/sample.js': "export const sample = () => 'A'\n" },
    marks: [],
  },
]

test.each([
  ...CHEATS.map((one) => ({ ...one, title: `${one.title} is marked` })),
  ...[...HONEST, ...SILENT].map((one) => ({ ...one, title: `${one.title} is not marked` })),
])('$title', async ({ base, red, green, marks }) => {
  await using branch = await createBranch({ ...SHOP, ...base })
  await branch.red(red)
  await branch.green(green)
  const hooks = { onProgress: () => undefined, signal: new AbortController().signal }
  await using session = await openSession({ repo: branch.repo.dir, base: 'main', cacheDir: branch.cacheDir }, hooks)
  const changes = session.subjects.flatMap((commit) => commit.changes)
  expect(changes.flatMap(({ path, support }) => (support === undefined ? [] : [`${path}:${support}`]))).toEqual(marks)
})
