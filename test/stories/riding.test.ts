/** What changes production and no test asks for: shown to the reviewer at its place, with node:test. */
import { expect, test } from 'vitest'
import { toVerifyText } from '../../src/render/gate-report/verify-text.ts'
import { createBranch, type Judged } from '../support/branch.ts'
import { GREEN, RED, SHOP, SHOP_ONCE } from '../support/shop.ts'

const CART = SHOP['src/cart.js']
const LOOP =
  'export const total = (items) => {\n  let sum = 0\n  for (const price of items) sum += price\n  return sum\n}\n'
const COVERED = {
  ...SHOP,
  '.github/tdd-gate.yml': `version: 1
test:
  command: node --test --experimental-test-coverage --test-reporter=lcov --test-reporter-destination={reports}/lcov.info {files}
  reports: []
  coverage: ['{reports}/lcov.info']
policy: { rules: { coverage-holds: off } }
`,
}

const said = ({ decision }: Judged) =>
  decision.commits.flatMap(({ findings }) => findings.map(({ message }) => message))
const getText = (result: Judged) =>
  toVerifyText(result.decision, {
    base: result.base,
    head: result.head,
    sequence: result.sequence,
    notes: [],
    width: 400,
  })

test('a feature that is called a refactoring is named in the result, as no subtask proved it', async () => {
  await using branch = await createBranch(SHOP_ONCE)
  await branch.commit('refactor: carts', { 'src/cart.js': `${CART}export const last = (items) => items.at(-1)\n` })
  const result = await branch.verify()
  expect(result.conclusion).toBe('success')
  expect(result.decision.unproved).toEqual(['src/cart.js'])
  expect(getText(result)).toContain('note: No subtask was proved, but these production files changed: src/cart.js')
  expect(said(result)).toEqual([
    'No test runs these changed lines, or a branch in them: src/cart.js:2',
    'REFACTOR adds exports: last (src/cart.js)',
  ])
})

test('an honest refactoring is named as unproved, and nothing of it is found', async () => {
  await using branch = await createBranch(SHOP_ONCE)
  await branch.commit('refactor: a loop', { 'src/cart.js': LOOP })
  const outcome = await branch.verify()
  expect([outcome.conclusion, outcome.decision.unproved, said(outcome)]).toEqual(['success', ['src/cart.js'], []])
})

test('comments are no change that a subtask has to prove', async () => {
  await using branch = await createBranch(SHOP_ONCE)
  await branch.commit('docs: carts', { 'src/cart.js': `// Adds up.\n${CART}` })
  const result = await branch.verify()
  expect([result.conclusion, result.decision.unproved]).toEqual(['success', undefined])
})

test('a refactoring beside a proved subtask is not named', async () => {
  await using branch = await createBranch(SHOP_ONCE)
  await branch.red(RED)
  await branch.green(GREEN)
  await branch.refactor({ 'src/cart.js': LOOP })
  expect((await branch.verify()).decision.unproved).toBeUndefined()
})

test('changed lines that no test runs are shown where coverage is measured', async () => {
  await using branch = await createBranch(COVERED)
  await branch.red(RED)
  await branch.green({
    'src/discount.js':
      'export function discount(total) {\n  if (total < 0) {\n    return 0\n  }\n  return total / 10\n}\n',
  })
  await branch.refactor({
    'src/cart.js':
      'export const total = (items) => {\n  if (items === null) {\n    return 0\n  }\n  return items.reduce((sum, price) => sum + price, 0)\n}\n',
  })
  const result = await branch.verify()
  expect(result.conclusion, said(result).join('\n')).toBe('success')
  expect(said(result)).toEqual([
    expect.stringMatching(/^No test runs these changed lines, or a branch in them: src\/discount\.js:[23]-[34]$/),
    expect.stringMatching(/^No test runs these changed lines, or a branch in them: src\/cart\.js:[23]-[34]$/),
  ])
})
