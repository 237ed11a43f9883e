/** Branches of production that no test runs are shown at their lines, whatever decides them. */
import { expect, test } from 'vitest'
import { createBranch, RUN_ONCE } from '../support/branch.ts'
import { GREEN, nodeTest, RED, SHOP } from '../support/shop.ts'

const RULE = 'unrun-lines-are-shown'
const CART = 'export const total = (items) => items.reduce((sum, price) => sum + price, 0)\n'

async function shownFor(green: string, tests?: Readonly<Record<string, string>>) {
  await using branch = await createBranch({ ...RUN_ONCE, ...SHOP })
  await branch.red(tests ? { 'test/discount.test.js': nodeTest('../src/discount.js', 'discount', tests) } : RED)
  await branch.green({ 'src/discount.js': green })
  const { decision, conclusion } = await branch.verify()
  const found = decision.commits.flatMap(({ findings }) => findings.filter(({ rule }) => rule === RULE))
  return [conclusion, found.map(({ message }) => message)]
}

const at = (where: string) => [
  'success',
  [`No test runs these changed lines, or a branch in them: src/discount.js:${where}`],
]

test.each([
  [
    'code that recognises a test by a name that it puts together',
    "export const discount = (total) => (process[['exec', 'Argv'].join('')].length > 0\n  ? total / 10\n  : 0)\n",
    '3',
  ],
  [
    'code that recognises a test by its arguments',
    "export function discount(total) {\n  if (process.execArgv.some((one) => one.startsWith('--test'))) return total / 10\n  return 0\n}\n",
    '3',
  ],
  [
    'an answer for the input of the test',
    'export const discount = (total) =>\n  total === 200\n    ? 20\n    : total * 7\n',
    '4',
  ],
  [
    'a case that no subtask asked for',
    "export function discount(total, code) {\n  if (code === 'FREE') {\n    return total\n  }\n  return total / 10\n}\n",
    '2-4',
  ],
  [
    'a catch that gives a value',
    'export function discount(total) {\n  try {\n    return total / 10\n  } catch {\n    return 0\n  }\n}\n',
    '4-6',
  ],
])('shown at GREEN: %s', async (_, green, where) => {
  expect(await shownFor(green)).toEqual(at(where))
})

test('branches that each have a test are not shown', async () => {
  const green =
    'export function discount(total) {\n  if (total < 100) return 0\n  return total > 1000 ? total / 5 : total / 10\n}\n'
  const tests = {
    'takes a tenth': 'assert.equal(discount(200), 20)',
    'takes a fifth of much': 'assert.equal(discount(2000), 400)',
    'takes nothing below 100': 'assert.equal(discount(50), 0)',
  }
  expect(await shownFor(green, tests)).toEqual(['success', []])
})

test('a branch that refuses is not shown', async () => {
  const green =
    "export function discount(total) {\n  if (total < 0) throw new RangeError('below 0')\n  return total / 10\n}\n"
  expect(await shownFor(green)).toEqual(['success', []])
})

test.each([
  [
    'a case that no test runs',
    'export const total = (items) => items.reduce((sum, price) => sum + (price < 0 ? 0 : price), 0)\n',
    'src/cart.js:1',
  ],
  [
    'a loop that the tests run',
    'export const total = (items) => {\n  let sum = 0\n  for (const price of items) sum += price\n  return sum\n}\n',
    null,
  ],
  [
    'a function that no test runs',
    `${CART}const pay = (items) => total(items) + 1\nglobalThis.pay = pay\n`,
    'src/cart.js:2',
  ],
])('a REFACTOR: %s', async (_, cart, where) => {
  await using branch = await createBranch({ ...RUN_ONCE, ...SHOP })
  await branch.red(RED)
  await branch.green(GREEN)
  await branch.refactor({ 'src/cart.js': cart })
  const { decision, conclusion } = await branch.verify()
  const found = decision.commits.at(-1)?.findings.filter(({ rule }) => rule === RULE) ?? []
  expect(conclusion).toBe('success')
  expect(found.map(({ message }) => message)).toEqual(
    where === null ? [] : [`No test runs these changed lines, or a branch in them: ${where}`],
  )
})

const GUARD = "if (items.length === 0) throw new RangeError('nothing')"
const guarded = (guard: string) =>
  `export function total(items) {\n  ${guard}\n  return items.reduce((sum, price) => sum + price, 0)\n}\n`

test.each([
  ['that no test ran', GUARD, ['No test ran these lines, which the commit removes or rewrites: src/cart.js:2']],
  ['that a test ran', 'if (items.length > 0) globalThis.seen = items', []],
])('a REFACTOR that drops a branch %s', async (_, guard, said) => {
  await using branch = await createBranch({ ...SHOP, 'src/cart.js': guarded(guard) })
  await branch.refactor({ 'src/cart.js': guarded('') })
  const { decision } = await branch.verify()
  const found = decision.commits.at(-1)?.findings.filter(({ rule }) => rule === RULE) ?? []
  expect(found.map(({ message }) => message)).toEqual(said)
})
