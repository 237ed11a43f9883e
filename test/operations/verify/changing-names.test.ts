/** Tests names that change from run to run: the tests are the same ones, where the names changed before the change too. */
import { expect, test } from 'vitest'
import { createBranch } from '../../support/branch.ts'
import { GREEN, nodeTest, RED, SHOP } from '../../support/shop.ts'

const RANDOM = 'test/random.test.js'
/** Of six digits, by which kept runs and runs of now are compared. */
const ROWS = 'for (const n of [1, 2].map(() => Math.floor(1e5 + Math.random() * 9e5)))'
const anyRow = (more = '') =>
  `${nodeTest('../src/cart.js', 'total', {})}${ROWS} test(\`row \${n}\`, () => assert.equal(total([n]), n))\n${more}`

test('a commit is accepted beside tests that have another name in each run, and the names are shown', async () => {
  await using branch = await createBranch({ ...SHOP, [RANDOM]: anyRow() })
  await branch.red(RED)
  await branch.green(GREEN)
  const { verdicts, decision } = await branch.verify()
  expect(verdicts).toEqual(['red accepted', 'green accepted'])
  expect(decision.commits.at(-1)?.findings).toMatchObject([
    {
      rule: 'flaky-test-is-shown',
      level: 'warn',
      message: expect.stringMatching(/^Has another name in each run: test\/random\.test\.js > row \d+, .* > row \d+$/),
      suggestion: { text: expect.stringContaining('Give each row a name that stays') },
    },
  ])
})

test('a RED may add a test to the file whose names change', async () => {
  await using branch = await createBranch({ ...SHOP, [RANDOM]: anyRow() })
  const tax = "import * as tax from '../src/tax.js'\ntest('adds a fifth', () => assert.equal(tax.tax(100), 20))\n"
  await branch.red({ [RANDOM]: anyRow(tax) })
  await branch.green({ 'src/tax.js': 'export const tax = (total) => total / 5\n' })
  expect((await branch.verify()).verdicts).toEqual(['red accepted', 'green accepted'])
})

test('a GREEN whose code makes names change has removed the tests of before', async () => {
  const rows = `${nodeTest('../src/rows.js', 'rows', {})}for (const n of rows()) test(\`row \${n}\`, () => assert.ok(n > 0))\n`
  await using branch = await createBranch({
    ...SHOP,
    'src/rows.js': 'export const rows = () => [11, 12]\n',
    [RANDOM]: rows,
  })
  await branch.red(RED)
  await branch.green({
    ...GREEN,
    'src/rows.js': 'export const rows = () => [1, 2].map(() => Math.floor(1e5 + Math.random() * 9e5))\n',
  })
  expect((await branch.verify()).verdicts).toEqual(['red accepted', 'green rejected: no-test-vanished'])
})
