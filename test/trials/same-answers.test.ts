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

const TOP = {
  ...SHOP_ONCE,
  'src/top.js': 'export const top = (list) => list.toSorted((a, b) => b - a)[0]\n',
  'test/top.test.js': nodeTest('../src/top.js', 'top', { three: 'const list = [1, 3, 2]\nassert.equal(top(list), 3)' }),
}
const SORTED =
  'func inOrder(list []int) []int {\n\tsort.Ints(list)\n\treturn list\n}\n\nfunc Top(list []int) int {\n\treturn inOrder(list)[len(list)-1]\n}\n'
const BAG = 'type Bag struct{ n int }\n\nfunc (b *Bag) Add(k int) int {\n\tb.n += k\n\treturn b.n\n}\n'
const inGo = (code: string, demand: string): Files => ({
  'go.mod': 'module shop\n\ngo 1.19\n',
  'cart/cart.go': `package cart\n\n${code}`,
  'cart/cart_test.go': `package cart\n\nimport "testing"\n\nfunc TestCart(t *testing.T) {\n\t${demand}\n}\n`,
})

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
    'tax({ items: [1] }) = {"items":[1,0]} and changes its argument to {"items":[1,0]}, before {"items":[1,0]}',
  ],
  [
    'a list behind a name that a new function sorts where it stands',
    'refactor: name the order',
    TOP,
    {
      'src/top.js':
        'const inOrder = (list) => {\n  list.sort((a, b) => b - a)\n  return list\n}\nexport const top = (list) => inOrder(list)[0]\n',
    },
    'top([1, 3, 2]) = 3 and changes its argument to [3,2,1], before 3',
  ],
  [
    'a function without an answer that changes more of its argument',
    'refactor: pay',
    {
      ...SHOP_ONCE,
      'src/pay.js': 'export const pay = (cart) => {\n  cart.paid = true\n}\n',
      'test/pay.test.js': nodeTest('../src/pay.js', 'pay', {
        paid: 'const cart = { items: [2] }\npay(cart)\nassert.equal(cart.paid, true)',
      }),
    },
    { 'src/pay.js': 'export const pay = (cart) => {\n  cart.items.length = 0\n  cart.paid = true\n}\n' },
    'pay({ items: [2] }) = undefined and changes its argument to {"items":[],"paid":true}, before undefined and changes',
  ],
  [
    'a list that Python empties',
    'refactor: drain',
    {
      'pyproject.toml': '[tool.pytest.ini_options]\npythonpath = ["."]\n',
      'shop.py': 'def drain(items):\n    return list(items)\n',
      'test_shop.py':
        'from shop import drain\n\n\ndef test_drain():\n    items = [1, 2]\n    assert drain(items) == [1, 2]\n',
    },
    { 'shop.py': 'def drain(items):\n    taken = list(items)\n    items.clear()\n    return taken\n' },
    'drain([1, 2]) = [1, 2] and changes its argument to [], before [1, 2]',
  ],
  [
    'a list that Go sorts where it stands',
    'refactor: order',
    inGo(
      'import "sort"\n\nfunc Top(list []int) int {\n\town := append([]int{}, list...)\n\tsort.Ints(own)\n\treturn own[len(own)-1]\n}\n',
      'if Top([]int{1, 3, 2}) != 3 {\n\t\tt.Fatal("top")\n\t}',
    ),
    { 'cart/cart.go': `package cart\n\nimport "sort"\n\n${SORTED}` },
    'Top([]int{1, 3, 2}) = 3 and changes its argument to [1 2 3], before 3',
  ],
  [
    'an object of Go that a method copies',
    'refactor: receiver',
    inGo(BAG, 'b := Bag{}\n\tif b.Add(2) != 2 {\n\t\tt.Fatal("add")\n\t}'),
    { 'cart/cart.go': `package cart\n\n${BAG.replace('*Bag', 'Bag')}` },
    'b.Add(3) = 3, before 5',
  ],
  [
    'a pattern that keeps its place between the rows of a table',
    'refactor: name the pattern',
    {
      ...SHOP_ONCE,
      'src/has.js': 'export const has = (text) => /tea/.test(text)\n',
      'test/has.test.js': nodeTest('../src/has.js', 'has', {
        rows: "for (const [text, wanted] of [['tea', true], ['ale', false]]) assert.equal(has(text), wanted)",
      }),
    },
    { 'src/has.js': 'const TEA = /tea/g\nexport const has = (text) => TEA.test(text)\n' },
    'has(text) = false, before true',
  ],
  [
    'a list of a table of Go that is sorted where it stands',
    'refactor: order',
    inGo(
      'import "sort"\n\nfunc Top(list []int) int {\n\town := append([]int{}, list...)\n\tsort.Ints(own)\n\treturn own[len(own)-1]\n}\n',
      'for _, list := range [][]int{{1, 3, 2}, {2, 3}} {\n\t\tif Top(list) != 3 {\n\t\t\tt.Fatal("top")\n\t\t}\n\t}',
    ),
    { 'cart/cart.go': `package cart\n\nimport "sort"\n\n${SORTED}` },
    'Top(list) = 3 and changes its argument to [1 2 3], before 3',
  ],
  [
    'an order that a function makes for a list of its own',
    'refactor: name the order',
    TOP,
    {
      'src/top.js':
        'const inOrder = (own) => {\n  own.sort((a, b) => b - a)\n  return own\n}\nexport const top = (list) => inOrder([...list])[0]\n',
    },
    null,
  ],
  [
    'an answer of chance',
    'refactor: name it',
    {
      ...SHOP_ONCE,
      'src/roll.js': 'export const roll = (n) => Math.random() * n\n',
      'test/roll.test.js': nodeTest('../src/roll.js', 'roll', { low: 'assert.ok(roll(2) < 2)' }),
    },
    { 'src/roll.js': 'export const roll = (sides) => sides * Math.random()\n' },
    null,
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
