/** `policy.maxMinutes`: what a judgement may take. When it ends, nothing is invented, and what was measured is kept. */
import { expect, test } from 'vitest'
import { createBranch } from '../../support/branch.ts'
import { getFolder } from '../../support/folder.ts'
import { GREEN, nodeTest, RED, SHOP } from '../../support/shop.ts'

const LIMITED = { ...SHOP, '.github/tdd-gate.yml': 'version: 1\npolicy: { maxMinutes: 0.05 }\n' }
const ENDLESS = { 'test/endless.test.js': nodeTest('../src/cart.js', 'total', { ends: 'while (total([1])) {}' }) }

test('a judgement that takes longer ends at once with an error that says how far it came', async () => {
  await using branch = await createBranch(LIMITED, { cacheDir: getFolder({}) })
  await branch.red(ENDLESS)
  const began = performance.now()
  const error = await branch.verify().catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({
    code: 'out-of-time',
    exit: 3,
    message: 'The judgement took longer than policy.maxMinutes allows (0.05): 0 of 1 commits were measured.',
    suggestion: { text: expect.stringMatching(/^Run it again: .*; or raise policy\.maxMinutes\.$/) },
  })
  expect(performance.now() - began).toBeLessThan(20_000)
})

test('a judgement within its time is the same as without a limit', async () => {
  await using branch = await createBranch({
    ...SHOP,
    '.github/tdd-gate.yml': 'version: 1\npolicy: { maxMinutes: 5 }\n',
  })
  await branch.red(RED)
  await branch.green(GREEN)
  expect((await branch.verify()).verdicts).toEqual(['red accepted', 'green accepted'])
})
