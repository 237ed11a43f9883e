/** `verify --lines` shows the change with its margin: what holds each changed line. */
import { expect, test } from 'vitest'
import { toVerifyText } from '../../../src/render/gate-report/verify-text.ts'
import { createBranch } from '../../support/branch.ts'
import { LOOSE_DISCOUNT, SHOP_ONCE } from '../../support/shop.ts'

test('each line of an accepted GREEN stands beside what holds it, and the test that needs it', async () => {
  await using branch = await createBranch(SHOP_ONCE)
  await branch.red(LOOSE_DISCOUNT.tests)
  await branch.green(LOOSE_DISCOUNT.code)
  const judged = await branch.verify({ lines: true })
  const text = toVerifyText(judged.decision, judged)
  expect(text).toMatch(/\n {2}@@ src\/discount\.js\n {2}\+ driver +┐ +1 export function discount\(total\) \{\n/)
  expect(text).toMatch(/\n {2}\+ +as a whole needed by test\/discount\.test\.js > large\n/)
  expect(text).toMatch(/\n {2}! held in part │ +2 {3}if \(total > 100\) return total \/ 10\n/)
  expect(text.replaceAll(/\s+/g, ' ')).toContain('Driver: a test that failed at RED fails without this piece of code.')
})

test('without the option the margin is a list of ranges', async () => {
  await using branch = await createBranch(SHOP_ONCE)
  await branch.red(LOOSE_DISCOUNT.tests)
  await branch.green(LOOSE_DISCOUNT.code)
  const judged = await branch.verify()
  const text = toVerifyText(judged.decision, judged)
  expect(text).not.toContain('return total / 10')
  expect(text).toMatch(/\n {2}src\/discount\.js:\d/)
  expect(text).toContain('tdd-gate verify --lines')
})
