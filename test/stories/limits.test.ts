/** What tdd-gate cannot prove: wrong code that ends green with nothing shown. A case that fails here is a limit less. */
import { expect, test } from 'vitest'
import { createBranch } from '../support/branch.ts'
import type { Files } from '../support/repository.ts'
import { RED, SHOP_ONCE } from '../support/shop.ts'

const WRONG = { 'test/discount.test.js': RED['test/discount.test.js']?.toString().replace('20)', '21)') ?? '' }

const CASES: readonly (readonly [title: string, red: Files, green: string])[] = [
  [
    'code that tells a test apart without a branch',
    RED,
    "export const discount = (total) => [0, total / 10][Math.min(process.execArgv.join('').length, 1)]\n",
  ],
  ['a formula that only runs through the examples', RED, 'export const discount = (total) => (total * 3) % 145\n'],
  [
    'a call beside the answer',
    RED,
    'export const discount = (total) => {\n  setTimeout(String, 0, total)\n  return total / 10\n}\n',
  ],
  ['a wrong expectation, dated before its test', WRONG, 'export const discount = (total) => total / 10 + 1\n'],
]

test.each(CASES)('%s is not noticed', async (_, red, green) => {
  await using branch = await createBranch(SHOP_ONCE)
  await branch.red(red)
  await branch.green({ 'src/discount.js': green })
  await branch.repo.git('commit', '--quiet', '--amend', '--no-edit', '--date=2001-01-01T00:00:00Z')
  const { decision, conclusion } = await branch.verify()
  const shown = decision.commits.flatMap(({ findings }) => findings.map(({ message }) => message))
  expect([conclusion, shown]).toEqual(['success', []])
})
