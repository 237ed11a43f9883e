/** `verify --fast`, for use between commits: it judges without trials, and says so. */
import { expect, test } from 'vitest'
import { toVerifyJson } from '../../../src/render/gate-report/verify-json.ts'
import { toVerifyText } from '../../../src/render/gate-report/verify-text.ts'
import { createBranch } from '../../support/branch.ts'
import { LOOSE_DISCOUNT, SHOP_ONCE } from '../../support/shop.ts'

test('a branch is accepted without trials, and its verdict says so', async () => {
  await using branch = await createBranch(SHOP_ONCE)
  await branch.red(LOOSE_DISCOUNT.tests)
  await branch.green(LOOSE_DISCOUNT.code)
  const judged = await branch.verify({ fast: true })
  expect(judged.verdicts).toEqual(['red accepted', 'green accepted'])
  expect(judged.decision.commits.flatMap(({ tried }) => tried ?? [])).toEqual([])
  expect(judged.notes).toContainEqual(expect.stringContaining('No trial was made'))
  const text = toVerifyText(judged.decision, judged)
  expect(text).toContain('tdd-gate: success (2 commits accepted, no plan was given, without trials)')
  expect(toVerifyJson(judged.decision, judged)).toMatchObject({ withoutTrials: true })
})

test('a GREEN whose drivers still fail is an attempt without trials, too', async () => {
  await using branch = await createBranch(SHOP_ONCE)
  await branch.red(LOOSE_DISCOUNT.tests)
  await branch.green({ ...LOOSE_DISCOUNT.code, 'src/discount.js': 'export const discount = () => 0\n' })
  const { verdicts } = await branch.verify({ fast: true })
  expect(verdicts).toEqual(['red accepted', 'green attempt: green-passes-drivers'])
})

test('a judgement with trials says nothing of it', async () => {
  await using branch = await createBranch(SHOP_ONCE)
  await branch.red(LOOSE_DISCOUNT.tests)
  await branch.green(LOOSE_DISCOUNT.code)
  const judged = await branch.verify()
  expect(toVerifyText(judged.decision, judged)).not.toContain('without trials')
  expect(toVerifyJson(judged.decision, judged)).not.toHaveProperty('withoutTrials')
})
