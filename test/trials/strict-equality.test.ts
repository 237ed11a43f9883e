/** Comparisons that production defines: each runs once more, false where it accepts a very different value as well. */
import { expect, test } from 'vitest'
import { strictEqualities } from '../../src/rewriting/strict.ts'
import { createBranch, RUN_ONCE } from '../support/branch.ts'
import type { Files } from '../support/repository.ts'
import { nodeTest, SHOP } from '../support/shop.ts'

const RULE = 'equality-is-shown'
const PATH = 'src/money.js'
const MONEY = (equals: string, more = '') =>
  `export class Money {\n  constructor(value) { this.value = value }\n  plus(other) { return new Money(this.value + other.value) }\n  ${equals}\n}\n${more}`
const ADDS = 'assert.ok(new Money(2).plus(new Money(3)).equals(new Money(5)))'
const PRICE = 'assert.ok(price(200).equals(20))'

interface Row {
  readonly body: string
  readonly names?: string
  readonly code: string
  readonly shown: string | null
}
const NAME = `${PATH}: Money.equals`

test.each<[title: string, row: Row]>([
  [
    'accepts whatever is there',
    {
      body: PRICE,
      names: 'price',
      code: MONEY('equals(other) { return other !== undefined }', 'export const price = (total) => new Money(total)\n'),
      shown: NAME,
    },
  ],
  [
    'accepts the wrong ones',
    { body: ADDS, code: MONEY('equals(other) { return this.value === 5 || other.value > 0 }'), shown: NAME },
  ],
  [
    'is a function beside it',
    {
      body: 'assert.ok(sameMoney(price(200), 20))',
      names: 'price, sameMoney',
      code: 'export const price = (total) => total\nexport function sameMoney(one, other) { return typeof one === typeof other }\n',
      shown: `${PATH}: sameMoney`,
    },
  ],
  [
    'compares fields',
    {
      body: ADDS,
      code: MONEY('equals(other) { return other instanceof Money && this.value === other.value }'),
      shown: null,
    },
  ],
  [
    'compares nearly',
    { body: ADDS, code: MONEY('equals = (other) => Math.abs(this.value - other.value) < 0.01'), shown: null },
  ],
  [
    'compares one of several fields',
    {
      body: "const one = new Money(5)\n  one.note = new Map()\n  assert.ok(one.equals(new Money(5)))\n  assert.ok(!one.equals({ value: 'five' }))",
      code: MONEY('equals({ value }) { return value === this.value }'),
      shown: null,
    },
  ],
  [
    'compares lists, which are empty, and a number below zero',
    {
      body: 'const none = { items: [], at: -1 }\n  assert.ok(sameCart(none, { items: [], at: -1 }))\n  assert.ok(!sameCart(none, { items: [1], at: -1 }))',
      names: 'sameCart',
      code: 'export const sameCart = (one, other) => one.at === other.at && String(one.items) === String(other.items)\n',
      shown: null,
    },
  ],
  [
    'compares objects without fields',
    {
      body: 'assert.ok(none.equals(none))\n  assert.equal(none.plus(3), 3)',
      names: 'none',
      code: 'class None {\n  plus(other) { return other }\n  equals(other) { return other instanceof None }\n}\nexport const none = new None()\n',
      shown: null,
    },
  ],
])('an equality that %s', async (_, { body, names = 'Money', code, shown }) => {
  const base: Files = { ...RUN_ONCE, ...SHOP }
  await using branch = await createBranch(base)
  await branch.red({ 'test/money.test.js': nodeTest('../src/money.js', names, { adds: body }) })
  await branch.green({ [PATH]: code })
  const { decision, conclusion } = await branch.verify()
  const found = decision.commits[1]?.findings.filter(({ rule }) => rule === RULE).map(({ message }) => message)
  expect([conclusion, found]).toEqual([
    'success',
    shown === null ? [] : [`Equal to other values than a test compares it with: ${shown}`],
  ])
})

test.each([
  ['a.py', 'class A:\n    def __eq__(self, other):\n        return True\n', ['A.__eq__']],
  ['a.py', 'def same(one, other):\n    return one\n', ['same']],
  ['a.py', 'def total(one):\n    return one\n', null],
  ['a.ts', 'export class A { isEqual(other: A): boolean { return true } }\n', ['A.isEqual']],
  ['a.ts', 'export const total = (one: number) => one\n', null],
  ['a.go', 'package a\nfunc (a A) Equal(b A) bool { return true }\n', null],
])('comparisons of %s are made strict: %j', async (path, after, names) => {
  const found = await strictEqualities({ path, before: null, after })
  expect(found?.names ?? null).toEqual(names)
  expect(await strictEqualities({ path, before: after, after })).toBeNull()
})
