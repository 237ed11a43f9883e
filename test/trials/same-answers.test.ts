/** A commit that keeps behaviour answers as before: where tests call functions with literals, and where they do not. */
import { expect, test } from 'vitest'
import { createBranch } from '../support/branch.ts'
import type { Files } from '../support/repository.ts'
import { nodeTest, SHOP_ONCE } from '../support/shop.ts'

const RATES = 'const RATES = { DE: 0.2, FR: 0.1 }\n'
const BY_COUNTRY = { de: "assert.equal(tax(10, 'DE'), 2)", fr: "assert.equal(tax(20, 'FR'), 2)" }
const BY_AMOUNT = `${RATES}const known = {}\nexport const tax = (n, land) => (known[n] ??= n * RATES[land])\n`

const tests = nodeTest('../src/tax.js', 'tax', BY_COUNTRY)
const BASE = {
  ...SHOP_ONCE,
  'src/tax.js': `${RATES}export const tax = (n, land) => n * RATES[land]\n`,
  'test/tax.test.js': tests,
}
const LIMITS = {
  ...SHOP_ONCE,
  'src/limits.json': '{ "max": 10 }\n',
  'src/accepts.js':
    "import { readFileSync } from 'node:fs'\n\nexport const accepts = (n) => n < JSON.parse(readFileSync('src/limits.json')).max\n",
  'test/accepts.test.js': nodeTest('../src/accepts.js', 'accepts', { two: 'assert.equal(accepts(2), true)' }),
}
const OBJECT = (code: string) => ({ 'src/tax.js': `export class Rates {\n${code}}\n` })
const OF_OBJECT = {
  ...SHOP_ONCE,
  ...OBJECT('  of(n, land) {\n    return n * land.length\n  }\n'),
  'test/tax.test.js': nodeTest('../src/tax.js', 'Rates', {
    de: "assert.equal(new Rates().of(10, 'DE'), 20)",
    fr: "assert.equal(new Rates().of(20, 'FRA'), 60)",
  }),
}

test.each<[string, string, Files, Files, string | null]>([
  [
    'an answer that is kept for other arguments',
    'refactor: remember',
    BASE,
    { 'src/tax.js': BY_AMOUNT },
    "The code at src/tax.js:3 answers differently than before: tax(20, 'DE') = 2, before 4",
  ],
  [
    'an answer that an object keeps for other arguments',
    'refactor: remember',
    OF_OBJECT,
    OBJECT('  of(n, land) {\n    this.size ??= land.length\n    return n * this.size\n  }\n'),
    "new Rates().of(20, 'FRA') = 40, before 60",
  ],
  [
    'a setting that decides another answer',
    'chore: settings',
    LIMITS,
    { 'src/limits.json': '{ "max": 100 }\n' },
    'The code at src/accepts.js:3 answers differently than before: accepts(20) = true, before false',
  ],
  [
    'an argument that changes',
    'refactor: spread',
    {
      ...SHOP_ONCE,
      'src/tax.js':
        'export const tax = (cart) => {\n  const own = { items: [...cart.items] }\n  own.items.push(0)\n  return own\n}\n',
      'test/tax.test.js': nodeTest('../src/tax.js', 'tax', {
        adds: 'assert.deepEqual(tax({ items: [1] }), { items: [1, 0] })',
      }),
    },
    {
      'src/tax.js': 'export const tax = (cart) => {\n  const own = { ...cart }\n  own.items.push(0)\n  return own\n}\n',
    },
    'tax({ items: [1] }) = changes its argument, before {"items":[1,0]}',
  ],
  [
    'other words for the same',
    'refactor: rates',
    BASE,
    {
      'src/tax.js': `${RATES}export function tax(amount, land) {\n  const rate = RATES[land]\n  return rate * amount\n}\n`,
    },
    null,
  ],
])('%s', async (_, subject, base, files, said) => {
  await using branch = await createBranch(base)
  await branch.commit(subject, files)
  const { decision } = await branch.verify()
  const found = decision.commits[0]?.findings.filter(({ rule }) => rule === 'answers-are-general') ?? []
  expect(found.map(({ message }) => message)).toEqual(said === null ? [] : [expect.stringContaining(said)])
})
