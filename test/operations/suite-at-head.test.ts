/** The whole suite runs at the head wherever anything but prose changed: a run of the changed files says less. */
import { expect, test } from 'vitest'
import { createBranch } from '../support/branch.ts'
import { nodeTest, SHOP } from '../support/shop.ts'

const LISTED = {
  ...SHOP,
  'test/list.test.js': nodeTest('node:fs', 'readdirSync', { 'lists all': "assert.ok(readdirSync('test').length < 3)" }),
}
const MORE = {
  'test/more.test.js': nodeTest('../src/cart.js', 'total', { 'is nothing': 'assert.equal(total([]), 0)' }),
}

test.each([
  ['a test more', SHOP, 'success', ['red accepted'], 2],
  ['a test more that breaks another one', LISTED, 'failure', ['red rejected: red-fails-in-changed-files'], 3],
])('%s is measured with all others', async (_, base, conclusion, verdicts, total) => {
  await using branch = await createBranch(base)
  await branch.commit('test: an empty cart', MORE)
  const result = await branch.verify()
  expect(result.decision.commits[0]?.tests).toMatchObject({ total })
  expect(result).toMatchObject({ conclusion, verdicts })
})
