/** Doubles of what does not exist let a driver pass; the gate accepts the GREEN and shows them. */
import { expect, test } from 'vitest'
import { createBranch } from '../support/branch.ts'
import { nodeTest, SHOP_ONCE } from '../support/shop.ts'

const BASE = {
  ...SHOP_ONCE,
  'src/gateway.js': 'export class Gateway {\n  pay(amount) {\n    return `paid ${amount}`\n  }\n}\n',
}
const driver = (member: string) => ({
  'test/checkout.test.js': nodeTest('../src/checkout.js', 'checkout', {
    'charges the card': `assert.equal(checkout({ ${member}: (sum) => 'paid ' + sum }, 5), 'paid 5')`,
  }),
})
const code = (member: string) => ({
  'src/checkout.js': `export const checkout = (gateway, amount) => gateway.${member}(amount)\n`,
})

test.each([
  ['a double of a function that its class lacks is shown', 'chargeCard', ['doubles-are-real']],
  ['a double of a function that its class has is not shown', 'pay', []],
])('%s', async (_, member, shown) => {
  await using branch = await createBranch(BASE)
  await branch.red(driver(member))
  await branch.green(code(member))
  const { decision, conclusion } = await branch.verify()
  expect(conclusion).toBe('success')
  const findings = decision.commits.flatMap((commit) => commit.findings)
  expect(findings.map(({ rule }) => rule)).toEqual(shown)
  expect(findings.flatMap(({ lines = [] }) => lines)).toEqual(
    shown.map(() => ({ path: 'test/checkout.test.js', first: 6, last: 6 })),
  )
})
