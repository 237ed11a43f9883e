/** What the commits of a pull request state counts for the request as a whole. */
import { expect, test } from 'vitest'
import { createBranch, type Judged } from '../support/branch.ts'
import { SHOP, SHOP_ONCE } from '../support/shop.ts'
import { followOnce } from '../support/tried-advice.ts'

const sequence = 'pull-request' as const
const CART = 'test/cart.test.js'
const [CODE, TESTS] = [String(SHOP['src/cart.js']), String(SHOP[CART])]
const SKIPPED = { [CART]: TESTS.replace('"adds up"', '"adds up", { skip: true }') }
const WITH_BUG = { [CART]: `${TESTS}\ntest("of nothing", { skip: "bug #12" }, () => assert.equal(total([]), 1))\n` }
const TRIPLE = { 'src/cart.js': CODE.replace('sum + price', 'sum + price * 3'), [CART]: TESTS.replace('3)', '9)') }

const rulesOf = ({ decision }: Judged) => decision.commits.flatMap(({ findings }) => findings.map(({ rule }) => rule))

test('a reason for skipped tests, which reviewers see, stands in a commit of tests alone', async () => {
  await using branch = await createBranch(SHOP_ONCE)
  await branch.commit('skip a flaky test\n\nQuarantine: it needs a clock\n', SKIPPED)
  await branch.commit('docs: sums', { 'README.md': 'Sums.\n' })
  const judged = await branch.verify({ sequence })
  expect([judged.conclusion, rulesOf(judged)]).toEqual(['success', expect.arrayContaining(['quarantine-is-shown'])])
})

test('a reason beside code excuses no skipped test', async () => {
  await using branch = await createBranch(SHOP_ONCE)
  const code = { 'src/cart.js': `// Sums.\n${CODE}` }
  await branch.commit('skip a flaky test\n\nQuarantine: it needs a clock\n', { ...SKIPPED, ...code })
  const judged = await branch.verify({ sequence })
  expect([judged.conclusion, rulesOf(judged)]).toEqual(['failure', expect.arrayContaining(['no-test-silenced'])])
})

test('tests that describe what is there, as each of their commits states', async () => {
  await using branch = await createBranch(SHOP_ONCE)
  await branch.commit('test: a known bug\n\nPhase: characterize\n', WITH_BUG)
  await branch.commit('docs: sums', { 'README.md': 'Sums.\n' })
  expect(await branch.verify({ sequence })).toMatchObject({ conclusion: 'success', verdicts: ['red accepted'] })
})

test('a stated GREEN goes before what a subject promises', async () => {
  await using branch = await createBranch(SHOP_ONCE)
  await branch.commit('chore: triple', TRIPLE)
  expect((await branch.verify({ sequence })).conclusion).toBe('failure')
  await branch.repo.git('commit', '--amend', '--quiet', '--message=chore: triple', '--trailer=Phase: green')
  expect(await branch.verify({ sequence })).toMatchObject({
    conclusion: 'success',
    verdicts: ['red accepted', 'green accepted'],
  })
})

test.each([
  ['one commit is split', [], 'Commit the tests first, then the code that makes them pass.'],
  ['the last of several states a GREEN', [['docs: sums', { 'README.md': 'Sums.\n' }]], 'State that this code makes'],
] as const)('a chore that changes what tests demand is led on: %s', async (_, more, about) => {
  await using branch = await createBranch(SHOP_ONCE)
  for (const [message, files] of [['chore: triple', TRIPLE] as const, ...more]) await branch.commit(message, files)
  const { before, after, left, isWhole } = await followOnce(branch, { sequence })
  expect(before.decision.next?.suggestion.text).toContain(about)
  expect([after.decision.conclusion, left, isWhole]).toEqual(['success', '', true])
})
