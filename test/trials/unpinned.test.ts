/** Drivers that accept another value than the code returns: each way to run is a table of who passes. */
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { createBranch, RUN_ONCE } from '../support/branch.ts'
import type { Files } from '../support/repository.ts'
import { nodeTest, SHOP } from '../support/shop.ts'

const RULE = 'weak-driver-is-shown'
const WRONG = 'export const discount = (total) => total * 3 + 7\n'
const tests = (bodies: Readonly<Record<string, string>>, names = 'discount') => ({
  'test/discount.test.js': nodeTest('../src/discount.js', names, bodies),
})
const HASH = createHash('sha1').update(WRONG).digest('hex')
const VALUES =
  'Drivers pass although the functions of this commit return other values: test/discount.test.js > takes a tenth'
const READ = "import { readFileSync } from 'node:fs'\n"

const DATA = 'Drivers pass although the data of this commit has other values: test/discount.test.js > takes a tenth'
const OLD_PIPE = {
  'src/pipe.js': 'export const pipe = (...all) => (value) => all.reduce((last, one) => one(last), value)\n',
}
const PIPED = "import { pipe } from './pipe.js'\nexport const discount = pipe(Number, Math.round)\n"

const CASES: readonly (readonly [title: string, red: Files, green: Files, said: readonly string[]])[] = [
  [
    'an expectation that is a constant of the same commit',
    tests({ 'takes a tenth': 'assert.equal(discount(200), TENTH)' }, 'discount, TENTH'),
    { 'src/discount.js': `${WRONG}export const TENTH = 607\n` },
    [VALUES],
  ],
  [
    'an expectation from a data file of the same commit',
    {
      'test/discount.test.js': `${READ}${tests({ 'takes a tenth': "assert.equal(discount(200), JSON.parse(readFileSync('src/prices.json', 'utf8')).tenth)" })['test/discount.test.js']}`,
    },
    { 'src/discount.js': WRONG, 'src/prices.json': '{ "tenth": 607 }\n' },
    [VALUES],
  ],
  [
    'expectations of a table of the same commit',
    tests(
      { 'takes a tenth': 'for (const [total, tenth] of TENTHS) assert.equal(discount(total), tenth)' },
      'discount, TENTHS',
    ),
    { 'src/discount.js': `${WRONG}export const TENTHS = [[200, 607], [10, 37]]\n` },
    [VALUES],
  ],
  [
    'expectations of named rows',
    tests({ 'takes a tenth': 'for (const row of TENTHS) assert.equal(discount(row.of), row.is)' }, 'discount, TENTHS'),
    { 'src/discount.js': `${WRONG}export const TENTHS = Object.freeze([{ of: 200, is: 607 }])\n` },
    [VALUES],
  ],
  [
    'a constant of the class',
    tests({ 'takes a tenth': 'assert.equal(new Shop().discount(200), Shop.TENTH)' }, 'Shop'),
    { 'src/discount.js': 'export class Shop {\n  static TENTH = 607\n  discount(total) { return total * 3 + 7 }\n}\n' },
    [VALUES],
  ],
  [
    'a constant beside the function in an object',
    tests({ 'takes a tenth': 'assert.equal(shop.discount(200), shop.tenth)' }, 'shop'),
    { 'src/discount.js': 'export const shop = { tenth: 607, discount: (total) => total * 3 + 7 }\n' },
    [VALUES],
  ],
  [
    'a relation between two results',
    tests({ 'takes a tenth': 'assert.equal(discount(200), discount(100) * 2)' }),
    { 'src/discount.js': 'export const discount = (total) => total * 3\n' },
    [],
  ],
  [
    'a way there and back',
    tests({ 'takes a tenth': "assert.equal(decode(encode('a')), 'a')" }, 'encode, decode'),
    { 'src/discount.js': 'export const encode = (text) => text\nexport const decode = (text) => text\n' },
    [],
  ],
  [
    'rows of inputs alone, and a rate of the class',
    tests(
      {
        'takes a tenth':
          'for (const [total, more] of TOTALS) assert.equal(Shop.discount(total + more), (total + more) / Shop.RATE)',
      },
      'Shop, TOTALS',
    ),
    {
      'src/discount.js':
        'export const TOTALS = [[200, 1], [10, 2]]\nexport class Shop {\n  static RATE = 10\n  static discount(total) { return total / Shop.RATE }\n}\n',
    },
    [],
  ],
  [
    'nothing of a function that a call makes',
    tests({ 'takes a tenth': 'discount(200)' }),
    { 'src/discount.js': PIPED },
    [DATA],
  ],
  [
    'nothing of a function from a text',
    tests({ 'takes a tenth': 'assert.ok(discount(200))' }),
    { 'src/discount.js': "export const discount = new Function('total', 'return total * 3')\n" },
    [DATA],
  ],
  [
    'the value of a function that a call makes',
    tests({ 'takes a tenth': 'assert.equal(discount(2.6), 3)' }),
    { 'src/discount.js': PIPED },
    [],
  ],
  [
    'an object that a call makes',
    tests({ 'takes a tenth': 'discount.add(20)\n  assert.deepEqual([...discount], [20])' }),
    { 'src/discount.js': 'export const discount = new Set()\n' },
    [],
  ],
  [
    'any value beside a driver that asks for the value of another function',
    tests(
      { 'takes a tenth': 'assert.ok(discount(200) > 0)', 'has a currency': "assert.equal(currency(), 'EUR')" },
      'discount, currency',
    ),
    { 'src/discount.js': `${WRONG}export const currency = () => 'EUR'\n` },
    [VALUES],
  ],
  [
    'the type of a value beside a driver that asks for the value',
    tests({
      'takes a tenth': 'assert.equal(discount(200), 20)',
      'gives a number': "assert.equal(typeof discount(1), 'number')",
    }),
    { 'src/discount.js': 'export const discount = (total) => total / 10\n' },
    [],
  ],
  [
    'any error, beside a driver that asks for the value',
    tests({ 'takes a tenth': 'assert.equal(discount(200), 20)', refuses: 'assert.throws(() => discount(null))' }),
    { 'src/discount.js': 'export const discount = (total) => total.valueOf() / 10\n' },
    ['Drivers accept any error: test/discount.test.js > refuses'],
  ],
  [
    'a named error',
    tests({ refuses: 'assert.throws(() => discount(null), /TypeError/)' }),
    { 'src/discount.js': 'export const discount = (total) => total.valueOf() / 10\n' },
    [],
  ],
  [
    'the text of the code',
    tests({ 'takes a tenth': "assert.ok(discount.toString().includes('total / 10'))" }),
    { 'src/discount.js': 'export const discount = (total) => { return 0 * (total / 10) }\n' },
    ['Drivers read the code instead of running it: test/discount.test.js > takes a tenth'],
  ],
  [
    'a digest of the code',
    {
      'test/discount.test.js': `${READ}import { createHash } from 'node:crypto'\n${tests({ 'takes a tenth': `assert.equal(createHash('sha1').update(readFileSync('src/discount.js')).digest('hex'), '${HASH}')` })['test/discount.test.js']}`,
    },
    { 'src/discount.js': WRONG },
    ['Drivers read the code instead of running it: test/discount.test.js > takes a tenth'],
  ],
  [
    'a constant that the test names and does not expect',
    tests({ 'takes a tenth': 'assert.equal(RATE, 10)\n  assert.equal(discount(200), 20)' }, 'discount, RATE'),
    { 'src/discount.js': 'export const RATE = 10\nexport const discount = (total) => total / RATE\n' },
    [],
  ],
]

test.each(CASES)('%s', async (_, red, green, said) => {
  await using branch = await createBranch({ ...RUN_ONCE, ...SHOP, ...OLD_PIPE })
  await branch.red(red)
  await branch.green(green)
  const { decision, conclusion } = await branch.verify()
  const shown = decision.commits[1]?.findings.filter(({ rule }) => rule === RULE) ?? []
  expect([conclusion, shown.map(({ message }) => message)]).toEqual(['success', said])
})

test('a driver that asserted at RED that a file exists is shown, as it passes whatever the code does', async () => {
  await using branch = await createBranch({ ...RUN_ONCE, ...SHOP })
  const exists =
    "import assert from 'node:assert/strict'\nimport { existsSync } from 'node:fs'\nimport { test } from 'node:test'\n\ntest('is there', () => assert.ok(existsSync('src/discount.js')))\n"
  await branch.red({ 'test/discount.test.js': exists })
  await branch.green({ 'src/discount.js': WRONG })
  const { decision } = await branch.verify()
  const shown = decision.commits[1]?.findings.map(({ rule, message }) => `${rule}: ${message}`) ?? []
  expect(shown).toEqual([
    `${RULE}: Drivers pass although the body of discount in src/discount.js is empty: test/discount.test.js > is there`,
  ])
})
