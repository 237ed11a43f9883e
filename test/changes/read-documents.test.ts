import { expect, test } from 'vitest'
import { createBranch } from '../support/branch.ts'
import { SHOP } from '../support/shop.ts'

const READS = {
  ...SHOP,
  'docs/prices.md': 'tea: 3\n',
  'README.md': 'A shop.\n',
  'test/docs.test.js':
    "import assert from 'node:assert/strict'\nimport { readFileSync } from 'node:fs'\nimport { test } from 'node:test'\n\ntest('has a price', () => assert.match(String(readFileSync('docs/prices.md')), /tea: 3/))\ntest('says what it is', () => assert.match(String(readFileSync('README.md')), /shop/))\n",
}

test.each([
  ['a document in a folder', { 'docs/prices.md': 'tea\n' }, 'neutral rejected: suite-is-green'],
  ['prose that a test names', { 'README.md': 'Nothing.\n' }, 'neutral rejected: suite-is-green'],
  [
    'both as tests want them',
    { 'README.md': 'A large shop.\n', 'docs/prices.md': 'tea: 3\nmilk: 2\n' },
    'neutral accepted',
  ],
])('documents that tests read are measured: %s', async (_, files, verdict) => {
  await using branch = await createBranch(READS)
  await branch.commit('docs: other words', files)
  const { verdicts, decision } = await branch.verify()
  expect(verdicts).toEqual([verdict])
  expect(decision.commits[0]?.tests).toMatchObject({ total: 3 })
})

test('prose that nothing reads costs no run', async () => {
  await using branch = await createBranch(SHOP)
  await branch.commit('docs: a word', { 'README.md': 'A shop.\n', LICENSE: 'Free.\n' })
  const { verdicts, decision } = await branch.verify()
  expect(verdicts).toEqual(['neutral accepted'])
  expect(decision.commits[0]?.tests).toBeNull()
})

const reading = (call: string) => ({
  ...SHOP,
  'docs/guide/start.md': 'Start.\n',
  'test/docs.test.js': `import assert from 'node:assert/strict'
import * as fs from 'node:fs'
import { test } from 'node:test'

test('has no empty page', () => assert.ok(${call}.every((path) => fs.readFileSync(path, 'utf8').trim() !== '')))
`,
})

test.each([
  [
    'the folder',
    "fs.readdirSync('docs', { recursive: true }).map((path) => 'docs/' + path).filter((path) => /d$/.test(path))",
  ],
  ['a pattern', "fs.globSync('**/*.md', { exclude: ['node_modules'] })"],
])('documents that a test reads by %s are measured', async (_, call) => {
  await using branch = await createBranch(reading(call))
  await branch.commit('docs: a new page', { 'docs/guide/end.md': '\n' })
  expect((await branch.verify()).verdicts).toEqual(['neutral rejected: suite-is-green'])
})

test('documents in folders that nothing names cost no run, also where the suite of the base cannot be measured', async () => {
  await using branch = await createBranch({
    ...SHOP,
    'test/cart.test.js': 'process.exit(7)\n',
    'docs/guide/start.md': 'Start.\n',
  })
  await branch.commit('docs: a word', { 'docs/guide/start.md': 'Begin.\n', 'docs/new/page.md': 'New.\n' })
  const { verdicts, decision } = await branch.verify()
  expect(verdicts).toEqual(['neutral accepted'])
  expect(decision.commits[0]?.tests).toBeNull()
})

test('of successive commits of documents, only the last one runs the suite, and answers for all', async () => {
  await using branch = await createBranch(READS)
  await branch.commit('docs: no price', { 'docs/prices.md': 'tea\n' })
  await branch.commit('docs: a note', { 'docs/note.md': 'Closed on Sundays.\n' })
  await branch.commit('docs: a word', { LICENSE: 'Free.\n' })
  const { verdicts, decision } = await branch.verify()
  expect(verdicts).toEqual(['neutral accepted', 'neutral accepted', 'neutral rejected: suite-is-green'])
  expect(decision.commits.map(({ tests }) => tests?.total ?? null)).toEqual([null, null, 3])
})
