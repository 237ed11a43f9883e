import { expect, test } from 'vitest'
import type { HeldLines } from '../../src/core/model/finding.ts'
import { createBranch, RUN_ONCE } from '../support/branch.ts'
import type { Files } from '../support/repository.ts'
import { GREEN, nodeTest, RED, SHOP } from '../support/shop.ts'

const RULES = ['production-is-asked-for', 'untried-production-is-shown']
const EXTRA = { 'src/extra.js': 'export const extra = () => 1\n' }
const USED = {
  'src/rate.js': 'export const rate = 10\n',
  'src/discount.js': "import { rate } from './rate.js'\nexport const discount = (total) => total / rate\n",
}
const OLD = { 'src/cart.js': 'export const total = (items) => items.reduce((sum, price) => sum + price, 0) + 0\n' }
const CART = 'export const total = (items) => items.reduce((sum, price) => sum + price, 0)\n'
const discount = (...lines: readonly string[]) => ({ 'src/discount.js': `${lines.join('\n')}\n` })
const numbered = (of: (n: number) => string, many: number) =>
  Object.fromEntries(Array.from({ length: many }, (_, n) => [`src/part-${n}.js`, of(n)]))
const NEEDED = {
  ...numbered((n) => `export const part = ${n === 0 ? 10 : 1}\n`, 7),
  'src/discount.js': `${Array.from({ length: 7 }, (_, n) => `import { part as p${n} } from './part-${n}.js'`).join('\n')}
export const discount = (total) => total / (p0 * p1 * p2 * p3 * p4 * p5 * p6)
`,
}

const CASES: readonly (readonly [title: string, files: Files, said: readonly string[]])[] = [
  ['a file that no test loads', { ...GREEN, ...EXTRA }, ['No test needs src/extra.js:']],
  ['a change that no old test notices', { ...GREEN, ...OLD }, ['No test needs src/cart.js:']],
  [
    'removed code that no old test notices',
    { ...GREEN, 'src/cart.js': 'export const total = (items) => items.reduce((sum, price) => sum + price)\n' },
    ['No test needs src/cart.js:'],
  ],
  ['files that need each other', USED, []],
  ['one file', GREEN, []],
  [
    'a function beside the one that the test asks for',
    discount('export const discount = (total) => total / 10', 'export const extra = () => 1'),
    ['No test needs src/discount.js:2:'],
  ],
  [
    'a branch in a function',
    discount(
      "import { env } from 'node:process'",
      '',
      'export function discount(total) {',
      '  const rate = 10',
      '  return take(total, rate)',
      '}',
      '',
      'function take(total, rate) {',
      "  if (env.CHEAP === 'yes') return 0",
      '  return total / rate',
      '}',
      '',
      'export function discountOfAll(totals) {',
      '  return totals.map(discount)',
      '}',
    ),
    ['No test needs src/discount.js:13-15:'],
  ],
  [
    'an import, a comment and a helper',
    discount('// A tenth.', 'const rate = 10', 'export const discount = (total) => total / rate'),
    [],
  ],
  [
    'a change of an old file, two parts of which are not needed',
    { ...GREEN, 'src/cart.js': `export const empty = () => []\n${CART}export const last = (items) => items.at(-1)\n` },
    ['No test needs src/cart.js:'],
  ],
  ['more files than runs, in a step that is small', NEEDED, []],
  [
    'parts that do not load without each other',
    discount(
      'const hidden = () => 1',
      'export const discount = (total) => total / 10',
      'export const extra = hidden()',
    ),
    ['No test needs src/discount.js:1, src/discount.js:3:'],
  ],
]

test.each(CASES)('what rides along at GREEN is shown: %s', async (_, files, said) => {
  await using branch = await createBranch({ ...RUN_ONCE, ...SHOP })
  await branch.red(RED)
  await branch.green(files)
  const { decision, conclusion } = await branch.verify()
  expect(conclusion).toBe('success')
  const shown = decision.commits[1]?.findings.filter(({ rule }) => RULES.includes(rule)) ?? []
  expect(shown.map(({ message }) => message)).toEqual(said.map((words) => expect.stringContaining(words)))
})

const cart = (from: string) =>
  `import { plus } from './${from}.js'\nexport const total = (items) => items.reduce(plus, 0)\n`
const PLUS = 'export const plus = (sum, price) => sum + price\n'
/** A GREEN that moves what an old test needs. */
const MOVED = {
  base: { ...SHOP, 'src/cart.js': cart('plus'), 'src/plus.js': PLUS },
  green: { 'src/cart.js': cart('sum'), 'src/sum.js': PLUS, 'src/plus.js': null },
}

test('tells a file that only an old test asks for from one that no test asks for', async () => {
  await using branch = await createBranch({ ...RUN_ONCE, ...MOVED.base })
  await branch.red(RED)
  await branch.green({ ...GREEN, ...EXTRA, ...MOVED.green })
  const { decision } = await branch.verify()
  const messages = decision.commits[1]?.findings.map(({ message }) => message) ?? []
  expect(messages.join('\n')).toContain('No test needs src/extra.js:')
})

const DRIVER = 'test/discount.test.js > takes a tenth'
const TWO_RATES = discount(
  "import { tax } from './tax.js'",
  'export const discount = (total) => tax(total) / 10',
  '',
  'export const extra = () => 1',
)

test('each changed line of GREEN names what holds it: a driver, another test, or nothing', async () => {
  await using branch = await createBranch({ ...RUN_ONCE, ...MOVED.base })
  await branch.red(RED)
  await branch.green({ ...TWO_RATES, 'src/tax.js': 'export const tax = (total) => total\n', ...MOVED.green })
  const { decision } = await branch.verify()
  expect(decision.commits.map(({ lines }) => lines)).toEqual([
    undefined,
    [
      { path: 'src/discount.js', first: 2, last: 2, by: 'driver' },
      { path: 'src/discount.js', first: 4, last: 4, by: 'nothing' },
      { path: 'src/sum.js', first: 1, last: 1, by: 'other-test', test: 'test/cart.test.js > adds up' },
      { path: 'src/tax.js', first: 1, last: 1, by: 'driver', test: DRIVER },
    ],
  ])
})

const RATE_TEST =
  "import assert from 'node:assert/strict'\nimport { readFileSync } from 'node:fs'\nimport { test } from 'node:test'\ntest('the rate', () => assert.equal(readFileSync('src/rate.txt', 'utf8'), '10\\n'))\n"

test.each<[string, Files, readonly HeldLines[] | undefined, Files?]>([
  ['alone', GREEN, [{ path: 'src/discount.js', first: 1, last: 1, by: 'driver', test: DRIVER }]],
  [
    'a file of data',
    { 'src/rate.txt': '10\n' },
    [{ path: 'src/rate.txt', first: 1, last: 1, by: 'driver', test: 'test/rate.test.js > the rate' }],
    { 'test/rate.test.js': RATE_TEST },
  ],
  ['beside data, which may be what the driver needs', { ...GREEN, 'src/rate.json': '10\n' }, undefined],
])('the only part of a change is held by a driver: %s', async (_, files, lines, red = RED) => {
  await using branch = await createBranch({ ...RUN_ONCE, ...SHOP })
  await branch.red(red)
  await branch.green(files)
  const { decision } = await branch.verify()
  expect(decision.commits[1]?.lines).toEqual(lines)
})

test('a condition that GREEN removes beside needed code is shown where it stood, a dead function is not', async () => {
  const old = 'export const old = 1\n'
  const rest = '  return items.reduce((sum, price) => sum + price, 0)\n}\n'
  const head = 'export const total = (items) => {\n'
  await using branch = await createBranch({
    ...SHOP,
    'src/cart.js': `${head}  if (items.length > 99) return 0\n${rest}`,
    'src/old.js': `${old}\nfunction unused() {\n  return 1\n}\n`,
  })
  await branch.red(RED)
  await branch.green({
    'src/cart.js': `${head}${rest}export const tenth = (total) => total / 10\n`,
    'src/discount.js': "export { tenth as discount } from './cart.js'\n",
    'src/old.js': old,
  })
  const { decision } = await branch.verify()
  expect(decision.commits[1]?.findings.map(({ message }) => message)).toEqual([
    'No test needs the lines removed at src/cart.js:1: without this change every test passes as well',
  ])
})

test('an operand that GREEN removes from another function is shown', async () => {
  const cart = (sum: string) => `export const total = (items) => items.reduce(${sum})\n\nexport const one = () => 1\n`
  await using branch = await createBranch({ ...SHOP, 'src/cart.js': cart('(sum, price) => sum + price, 0') })
  await branch.red({ 'test/two.test.js': nodeTest('../src/cart.js', 'two', { 'is two': 'assert.equal(two(), 2)' }) })
  await branch.green({ 'src/cart.js': `${cart('(sum, price) => sum + price')}\nexport const two = () => 2\n` })
  const { decision } = await branch.verify()
  expect(decision.commits.at(-1)?.findings.filter(({ rule }) => RULES.includes(rule))).toMatchObject([
    { message: 'No test needs src/cart.js:1: without this change every test passes as well', level: 'warn' },
  ])
})

test('`policy.trials.budget` limits what is reverted, and says what was not of a large step', async () => {
  const config = 'version: 1\npolicy: { trials: { budget: 4 } }\n'
  await using branch = await createBranch({ ...SHOP, '.github/tdd-gate.yml': config })
  await branch.red(RED)
  const rows = Array.from({ length: 100 }, (_, n) => `  ${n},\n`)
  await branch.green({ ...USED, 'src/rate.js': `const rows = [\n${rows.join('')}]\nexport const rate = rows[10]\n` })
  const { decision } = await branch.verify()
  expect(decision.commits[1]?.findings.map(({ rule, paths }) => [rule, paths])).toEqual([
    ['untried-production-is-shown', ['src/discount.js', 'src/rate.js']],
  ])
})
