/** Work that proves something else than its subtask asks is accepted, and shown to the reviewer. */
import { expect, test } from 'vitest'
import { createBranch } from '../support/branch.ts'
import { GREEN_TAX, RED_TAX, SHOP_ONCE } from '../support/shop.ts'

test.each([
  ['a tax for a subtask about refunds is shown', 'An order is refunded within 30 days', ['work-names-its-subtask']],
  ['a tax for a subtask about taxes is not shown', 'Taxes are added per order', []],
])('%s', async (_, title, shown) => {
  await using branch = await createBranch({
    ...SHOP_ONCE,
    '.github/tdd-gate.yml': `${SHOP_ONCE['.github/tdd-gate.yml'] ?? 'version: 1\n'}tasks: { path: 'tasks/{id}.yml' }\n`,
    'tasks/7.yml': `id: 7\ntitle: Orders\nsubtasks:\n  - { id: 7.1, title: ${title} }\n`,
  })
  await branch.red(RED_TAX, '7.1')
  await branch.green(GREEN_TAX, '7.1')
  const { decision, conclusion } = await branch.verify({ task: '7' })
  expect(conclusion).toBe('success')
  expect(decision.commits.flatMap(({ findings }) => findings.map(({ rule }) => rule))).toEqual(shown)
})
