/** Reports that name no file for the tests that pass: many writers of TAP and JUnit. */
import { expect, test } from 'vitest'
import { createBranch } from '../support/branch.ts'
import { GREEN, nodeTest, RED, SHOP, WRONG } from '../support/shop.ts'

const TAP = 'node --test --test-reporter=tap --test-reporter-destination=report.tap {files}'
const TAP_SHOP = {
  ...SHOP,
  '.gitignore': 'report.tap\n',
  '.github/tdd-gate.yml': `version: 1\ntest:\n  command: ${TAP}\n  reports: [report.tap]\n`,
}

test('RED by a missing module, an attempt and GREEN are accepted', async () => {
  await using branch = await createBranch(TAP_SHOP)
  await branch.red(RED)
  await branch.green(WRONG)
  await branch.green(GREEN)
  expect(await branch.verify()).toMatchObject({
    conclusion: 'success',
    verdicts: ['red accepted', 'green attempt: green-passes-drivers (superseded)', 'green accepted'],
  })
})

test('production that takes the test file away from the runner finishes nothing', async () => {
  await using branch = await createBranch(TAP_SHOP)
  await branch.red(RED)
  await branch.green({ 'src/discount.js': 'process.exit(0)\nexport const discount = (total) => total\n' })
  expect((await branch.verify()).conclusion).not.toBe('success')
})

test('tests that pass without the code prove nothing', async () => {
  await using branch = await createBranch(TAP_SHOP)
  await branch.red({
    'test/discount.test.js': nodeTest('../test/helper.js', 'discount', {
      'takes a tenth': 'assert.equal(discount(200), 20)',
    }),
  })
  await branch.commit('the helper\n\nPhase: neutral\n', {
    'test/helper.js': 'export const discount = (total) => total / 10\n',
  })
  await branch.green({ 'src/other.js': 'export const other = 1\n' })
  expect((await branch.verify()).conclusion).not.toBe('success')
})
