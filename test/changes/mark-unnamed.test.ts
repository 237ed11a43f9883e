/** A GREEN is marked with the subtasks of the plan whose titles share no word with its work. */
import { expect, test } from 'vitest'
import { openSession } from '../../src/operations/verify/session.ts'
import { type Branch, createBranch } from '../support/branch.ts'
import type { Files } from '../support/repository.ts'
import { nodeTest, SHOP } from '../support/shop.ts'

const CONFIG = { '.github/tdd-gate.yml': "version: 1\ntasks: { path: 'tasks/{id}.yml' }\n" }
const toPlan = (title: string, more = '') => ({
  'tasks/7.yml': `id: 7\ntitle: Work\nsubtasks:\n  - { id: 7.1, title: "${title}" }\n${more}`,
})
const TAX_TEST = {
  'test/tax.test.js': nodeTest('../src/tax.js', 'tax', { ten: 'assert.equal(tax(10), 2)' }),
}
const TAX = { 'src/tax.js': 'export const tax = (n) => n / 5\n' }

interface Case {
  readonly title: string
  readonly asks: string
  readonly red: Files
  readonly green: Files
}

const OTHER: readonly Case[] = [
  { title: 'a tax for a refund', asks: 'An order is refunded within 30 days', red: TAX_TEST, green: TAX },
  {
    title: 'a tax of Python for a login',
    asks: 'Users log in with their password',
    red: { 'tests/test_tax.py': 'from shop.tax import tax\n\n\ndef test_ten():\n    assert tax(10) == 2\n' },
    green: { 'shop/tax.py': 'def tax(n):\n    return n / 5\n' },
  },
  {
    title: 'a sum of Go for a mail',
    asks: 'Send a reminder by mail',
    red: { 'sum_test.go': 'package shop\n\nfunc TestTwo(t *testing.T) { Sum() }\n' },
    green: { 'sum.go': 'package shop\n\nfunc Sum() int { return 2 }\n' },
  },
  {
    title: 'a tax for an upload',
    asks: 'Reject uploads larger than ten megabyte files',
    red: { 'test/tax.test.js': TAX_TEST['test/tax.test.js'].replace('"ten"', '"fifth"') },
    green: TAX,
  },
  {
    title: 'a tax for a cache with a plan in its commit',
    asks: 'Cache expires hourly',
    red: { ...TAX_TEST, 'test/plan.json': '{ "title": "Cache expires hourly" }' },
    green: TAX,
  },
]

const OWN: readonly Case[] = [
  { title: 'a tax for taxes', asks: 'Taxes are added per item', red: TAX_TEST, green: TAX },
  {
    title: 'another form of a word',
    asks: 'Taxation by region',
    red: TAX_TEST,
    green: { 'src/tax.js': '// by regions\nexport const tax = (n) => n / 5\n' },
  },
  {
    title: 'a word in a path',
    asks: 'Orders keep their invoices',
    red: { 'test/invoice/tax.test.js': TAX_TEST['test/tax.test.js'].replace('../', '../../') },
    green: TAX,
  },
  { title: 'a word in the name of a driver', asks: 'Ten percent of reduction', red: TAX_TEST, green: TAX },
  {
    title: 'a word of an identifier in camel case',
    asks: 'Compute the gross amount',
    red: TAX_TEST,
    green: { 'src/tax.js': 'const grossAmount = (n) => n / 5\nexport const tax = grossAmount\n' },
  },
  {
    title: 'a word in snake case',
    asks: 'Compute the gross amount',
    red: TAX_TEST,
    green: { 'src/tax.js': 'const to_gross = (n) => n / 5\nexport const tax = to_gross\n' },
  },
  { title: 'a title of one word', asks: 'Refunds', red: TAX_TEST, green: TAX },
  { title: 'a title in German', asks: 'Der Rabatt wird berechnet', red: TAX_TEST, green: TAX },
  { title: 'a title in Japanese', asks: '注文を返金する', red: TAX_TEST, green: TAX },
  {
    title: 'a word in a text',
    asks: 'Warn about negative amounts',
    red: TAX_TEST,
    green: {
      'src/tax.js': "export const tax = (n) => {\n  if (n < 0) throw new Error('negative')\n  return n / 5\n}\n",
    },
  },
]

/** What the gate cannot tell from work on the subtask. */
const SILENT: readonly Case[] = [
  {
    title: 'a comment with a word of the title',
    asks: 'An order is refunded',
    red: TAX_TEST,
    green: { 'src/tax.js': `// Refund.\n${TAX['src/tax.js']}` },
  },
]

test.each([
  ...OTHER.map((one) => ({ ...one, title: `${one.title} is marked`, marks: ['7.1'] })),
  ...[...OWN, ...SILENT].map((one) => ({ ...one, title: `${one.title} is not marked`, marks: [] })),
])('$title', async ({ asks, red, green, marks }) => {
  await using branch = await createBranch({ ...SHOP, ...CONFIG, ...toPlan(asks) })
  await branch.red(red, '7.1')
  await branch.green(green, '7.1')
  expect(await readUnnamed(branch)).toEqual(marks)
})

test('a title in a plan of another language is not marked', async () => {
  const plan = toPlan('Rabatt berechnen', '  - { id: 7.2, title: "Die Rechnung wird verschickt" }\n')
  await using branch = await createBranch({ ...SHOP, ...CONFIG, ...plan })
  await branch.red(TAX_TEST, '7.1')
  await branch.green(TAX, '7.1')
  expect(await readUnnamed(branch)).toEqual([])
})

async function readUnnamed({ repo, cacheDir }: Branch): Promise<readonly string[]> {
  const hooks = { onProgress: () => undefined, signal: new AbortController().signal }
  await using session = await openSession({ repo: repo.dir, base: 'main', task: '7', cacheDir }, hooks)
  return session.subjects.flatMap(({ unnamed = [] }) => unnamed)
}
