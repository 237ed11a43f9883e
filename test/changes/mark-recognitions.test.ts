/** A first answer that later code replaces is a step of the work, and is not shown. */
import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openSession } from '../../src/operations/verify/session.ts'
import { createBranch } from '../support/branch.ts'
import { nodeTest, SHOP } from '../support/shop.ts'

const RED = {
  'test/price.test.js': nodeTest('../src/price.js', 'price', {
    tenth: 'assert.equal(price(200), 20)',
    less: 'assert.equal(price(99), 9)',
  }),
}
const CONSTANT = { 'src/price.js': 'export const price = (total) => 20\n' }
const TABLE = {
  'src/price.js':
    "import prices from './prices.json' with { type: 'json' }\nexport const price = (total) => prices[total]\n",
  'src/prices.json': '{ "200": 20, "99": 9 }\n',
}
const COMPUTED = { 'src/price.js': 'export const price = (total) => total / 10\n' }

test.each([
  ['an answer that the branch leaves is marked', [CONSTANT], ['answers of test/price.test.js (line 1)']],
  ['a table of answers in a data file is marked', [TABLE], ['answers of test/price.test.js (line 1)']],
  ['an answer that a later commit replaces is not marked', [CONSTANT, COMPUTED], []],
])('%s', async (_, steps, expected) => {
  await using branch = await createBranch(SHOP)
  await branch.red(RED)
  for (const step of steps) await branch.green(step)
  const hooks = { onProgress: () => undefined, signal: new AbortController().signal }
  await using session = await openSession({ repo: branch.repo.dir, base: 'main', cacheDir: branch.cacheDir }, hooks)
  const changes = session.subjects.flatMap((commit) => commit.changes)
  expect(changes.flatMap(({ recognises = [] }) => recognises)).toEqual(expected)
})

test('a symbolic link from the code to a test file is marked', async () => {
  await using branch = await createBranch({ ...SHOP, 'test/answers.json': '{ "200": 20 }\n' })
  await symlink('../test/answers.json', join(branch.repo.dir, 'src/prices.json'))
  await branch.green({})
  const hooks = { onProgress: () => undefined, signal: new AbortController().signal }
  await using session = await openSession({ repo: branch.repo.dir, base: 'main', cacheDir: branch.cacheDir }, hooks)
  const changes = session.subjects.flatMap((commit) => commit.changes)
  expect(changes.flatMap(({ recognises = [] }) => recognises)).toEqual(['test/answers.json (link)'])
})
