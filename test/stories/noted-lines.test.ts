/** A person accepts, at its line and with a reason, what no test notices: with node:test. */
import { expect, test } from 'vitest'
import { toVerifyText } from '../../src/render/gate-report/verify-text.ts'
import { createBranch, type Judged } from '../support/branch.ts'
import { LOOSE_DISCOUNT, SHOP_ONCE } from '../support/shop.ts'

const CODE = LOOSE_DISCOUNT.code['src/discount.js']
const noted = (reason: string, code: string = CODE) => ({
  'src/discount.js': code.replace(' / 10\n', ` / 10 // tdd-gate: accepted ${reason}\n`),
})

const green = ({ decision }: Judged) => {
  const { verdict, findings, notes } = decision.commits.findLast(({ phase }) => phase === 'green')!
  return { verdict, rules: findings.map(({ rule, level }) => `${level} ${rule}`), notes }
}

test('a note with a reason takes the warning of its line away, and is shown as one of this pull request', async () => {
  await using branch = await createBranch(SHOP_ONCE)
  await branch.red(LOOSE_DISCOUNT.tests)
  await branch.green(noted('the edge is not decided'))
  const judged = await branch.verify()
  expect(green(judged)).toMatchObject({
    verdict: 'accepted',
    rules: [],
    notes: [{ line: 2, reason: 'the edge is not decided', is: 'accepted', isNew: true }],
  })
  expect(toVerifyText(judged.decision, judged)).toContain('1 note accepts a line: src/discount.js:2')
})

test('a note without a reason accepts nothing', async () => {
  await using branch = await createBranch(SHOP_ONCE)
  await branch.red(LOOSE_DISCOUNT.tests)
  await branch.green(noted(''))
  expect(green(await branch.verify())).toMatchObject({
    verdict: 'accepted',
    rules: ['warn changes-are-pinned'],
    notes: [{ is: 'unexplained' }],
  })
})

test('a note never turns an error green', async () => {
  const strict = 'version: 1\ntest: { reruns: 1 }\npolicy: { rules: { changes-are-pinned: error } }\n'
  await using branch = await createBranch({ ...SHOP_ONCE, '.github/tdd-gate.yml': strict })
  await branch.red(LOOSE_DISCOUNT.tests)
  await branch.green(noted('the edge is not decided'))
  expect(green(await branch.verify())).toMatchObject({
    verdict: 'rejected',
    rules: ['error changes-are-pinned'],
    notes: [{ is: 'refused' }],
  })
})

test('a note of the base is void for other code in its line, until it is written anew', async () => {
  const before = noted('the edge is not decided', CODE.replace('100', '200'))
  await using branch = await createBranch({ ...SHOP_ONCE, ...before })
  await branch.red({
    'test/discount.test.js': LOOSE_DISCOUNT.tests['test/discount.test.js']
      .replace('discount(200)', 'discount(150)')
      .replace('20)', '15)'),
  })
  await branch.green(noted('the edge is not decided'))
  expect(green(await branch.verify())).toMatchObject({ rules: ['warn changes-are-pinned'], notes: [{ is: 'void' }] })
})
