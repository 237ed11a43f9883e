/** A helper of tests among production that GREEN empties lets its driver pass; the gate shows the change at its place. */
import { expect, test } from 'vitest'
import { createBranch } from '../support/branch.ts'
import { SHOP_ONCE } from '../support/shop.ts'

const HEAD =
  "import { test } from 'node:test'\nimport { shout } from '../src/text.js'\nimport { same } from '../src/verify.js'\n"
const OLD = `${HEAD}test('shouts', () => same(shout('a'), 'A'))\ntest('shouts words', () => { same(shout('ab'), 'AB') })\n`
const BASE = {
  ...SHOP_ONCE,
  'src/text.js': 'export const shout = (text) => text.toUpperCase()\n',
  'src/verify.js': 'export const same = (is, was) => {\n  if (is !== was) throw new Error(`${is} is not ${was}`)\n}\n',
  'test/text.test.js': OLD,
}
const RED = { 'test/text.test.js': `${OLD}test('shouts twice', () => { same(shout('a', 2), 'AA') })\n` }

test.each([
  [
    'a GREEN that empties the helper to which its driver leaves its assertion is shown',
    { 'src/verify.js': 'export const same = (is, was) => {\n  return is === was\n}\n' },
    [{ path: 'src/verify.js', first: 2, last: 2 }],
  ],
  [
    'a GREEN that changes the code which the helper checks is not shown',
    { 'src/text.js': 'export const shout = (text, times = 1) => text.toUpperCase().repeat(times)\n' },
    [],
  ],
])('%s', async (_, green, shown) => {
  await using branch = await createBranch(BASE)
  await branch.red(RED)
  await branch.green(green)
  const { decision } = await branch.verify()
  const findings = decision.commits.flatMap((commit) => commit.findings)
  expect(findings.flatMap(({ rule, lines = [] }) => (rule === 'support-change-is-shown' ? lines : []))).toEqual(shown)
})
