/** Small changes of a GREEN's code, tried with real tests. */
import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { createBranch } from '../support/branch.ts'
import { nodeTest, SHOP, SHOP_ONCE } from '../support/shop.ts'

const CONFIG = 'version: 1\ntest: { reruns: 1, mutants: [conditions, booleans, texts, numbers, arithmetic, calls] }\n'
const OFF = 'version: 1\ntest: { reruns: 1 }\npolicy: { rules: { changes-are-pinned: off } }\n'
const PROJECT = { ...SHOP, '.github/tdd-gate.yml': CONFIG }
const CODE = {
  'src/discount.js': 'export function discount(total) {\n  if (total > 100) return total / 10\n  return 0\n}\n',
}
const red = (tests: Readonly<Record<string, string>>) => ({
  'test/discount.test.js': nodeTest('../src/discount.js', 'discount', tests),
})
const LOOSE = { large: 'assert.equal(discount(200), 20)', small: 'assert.equal(discount(50), 0)' }
const PINNED = { ...LOOSE, edge: 'assert.equal(discount(100), 0)', above: 'assert.equal(discount(101), 10.1)' }

const CASES = [
  [
    'a boundary that no test pins',
    PROJECT,
    LOOSE,
    'No test noticed 2 of 5 small changes that the gate made: src/discount.js:2 has `total >= 100` for `total > 100`, src/discount.js:2 has `101` for `100`',
  ],
  ['tests on both sides of the boundary', PROJECT, PINNED, null],
  [
    'a project that says nothing of it',
    SHOP_ONCE,
    LOOSE,
    'No test noticed 1 of 1 small change that the gate made: src/discount.js:2 has `total >= 100` for `total > 100`',
  ],
  ['a project that turns the rule off', { ...SHOP, '.github/tdd-gate.yml': OFF }, LOOSE, null],
] as const

test.each(CASES)('%s', async (_, project, tests, said) => {
  await using branch = await createBranch(project)
  await branch.red(red(tests))
  await branch.green(CODE)
  const { decision, conclusion } = await branch.verify()
  expect(conclusion).toBe('success')
  const findings = decision.commits[1]?.findings.filter(({ rule }) => rule === 'changes-are-pinned') ?? []
  expect(findings.map(({ message }) => message)).toEqual(said === null ? [] : [said])
})

const goTest = (name: string, condition: string) =>
  `package shop\n\nimport "testing"\n\nfunc Test${name}(t *testing.T) {\n\tif ${condition} {\n\t\tt.Fatal("wrong")\n\t}\n}\n`

test.skipIf(spawnSync('go', ['version']).status !== 0)(
  'a report that names no file of a test, as that of Go',
  async () => {
    await using branch = await createBranch({
      '.github/tdd-gate.yml': CONFIG,
      'go.mod': 'module shop\n\ngo 1.19\n',
      'shop.go': 'package shop\n\nfunc Total(a, b int) int { return a + b }\n',
      'shop_test.go': goTest('Total', 'Total(1, 2) != 3'),
    })
    await branch.red({ 'rate_test.go': goTest('Rate', 'Rate(200) < 20') })
    await branch.green({ 'rate.go': 'package shop\n\nfunc Rate(n int) int {\n\treturn n / (9 + 1)\n}\n' })
    const { decision } = await branch.verify()
    const findings = decision.commits[1]?.findings.filter(({ rule }) => rule === 'changes-are-pinned') ?? []
    expect(findings.map(({ message }) => message)).toEqual([
      'No test noticed 2 of 4 small changes that the gate made: rate.go:4 has `n * (9 + 1)` for `n / (9 + 1)`, rate.go:4 has `9 - 1` for `9 + 1`',
    ])
  },
)

const AUTH = nodeTest('../src/auth.js', 'canEdit', {
  admin: "assert.equal(canEdit({ name: 'a', roles: ['admin'] }), true)",
  guest: "assert.equal(canEdit({ name: 'g', roles: [] }), false)",
})
const allows = (...conditions: readonly string[]) =>
  `export const canEdit = (user) =>\n${conditions.map((one) => `  ${one}`).join(' ||\n')}\n`
const ADMIN = "user.roles.includes('admin')"
const ROOT = "user.name === 'root'"
const found = (commit: { findings: readonly { rule: string; message: string }[] } | undefined) =>
  commit?.findings.filter(({ rule }) => rule === 'changes-are-pinned').map(({ message }) => message)

test('a REFACTOR that adds a condition which no test needs is shown', async () => {
  await using branch = await createBranch({ ...SHOP_ONCE, 'test/auth.test.js': AUTH, 'src/auth.js': allows(ADMIN) })
  await branch.refactor({ 'src/auth.js': allows(ADMIN, ROOT) })
  const { decision } = await branch.verify()
  expect(found(decision.commits[0])).toEqual([expect.stringContaining(`src/auth.js:2 has \`${ADMIN}\` for`)])
})

test('a REFACTOR that moves a condition is not shown', async () => {
  await using branch = await createBranch({
    ...SHOP_ONCE,
    'test/auth.test.js': AUTH,
    'src/auth.js': allows(ADMIN, ROOT),
  })
  await branch.refactor({ 'src/auth.js': `const isRoot = (user) => ${ROOT}\n${allows(ADMIN, 'isRoot(user)')}` })
  const { decision } = await branch.verify()
  expect(found(decision.commits[0])).toEqual([])
})

test('a REFACTOR that moves a function to a new file and changes its condition is shown', async () => {
  const both = "export const canEdit = (user) => user.isActive && user.roles.includes('admin')\n"
  await using branch = await createBranch({
    ...SHOP_ONCE,
    'src/auth.js': both,
    'test/auth.test.js': nodeTest('../src/auth.js', 'canEdit', {
      admin: "assert.equal(canEdit({ isActive: true, roles: ['admin'] }), true)",
      guest: 'assert.equal(canEdit({ isActive: false, roles: [] }), false)',
    }),
  })
  await branch.refactor({
    'src/auth.js': "export { canEdit } from './rights.js'\n",
    'src/rights.js': both.replace('&&', '||'),
  })
  const { decision } = await branch.verify()
  expect(found(decision.commits[0])).toEqual([expect.stringContaining('src/rights.js:1 has `user.isActive` for')])
})
