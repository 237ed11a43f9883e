/** Drivers whose texts say the same in another way: production that reads them fails then. */
import { expect, test } from 'vitest'
import { respell } from '../../src/trials/respell.ts'
import { createBranch } from '../support/branch.ts'
import { rehearse } from '../support/rehearsal.ts'
import { nodeTest, SHOP } from '../support/shop.ts'

const lines = (...all: readonly string[]) => all.map((line) => `${line}\n`).join('')

const ROWS: readonly (readonly [path: string, text: string, said: string])[] = [
  [
    'a.test.js',
    lines("import { tax } from './tax.js'", "test('ten', () => expect(tax(10, 'x')).toBe(2))"),
    lines(
      "import { tax } from './tax.js'",
      "test(('ten' + ''), () => expect(tax((10 - 0), ('x' + ''))).toBe((2 - 0)))",
    ),
  ],
  [
    'a.test.js',
    lines(
      "jest.mock('./a', () => ({}))",
      "const a = require('b')",
      'const c = { 1: 2 }',
      'expect(a[0]).toEqual([1, `2`])',
    ),
    lines(
      "jest.mock('./a', () => ({}))",
      "const a = require('b')",
      'const c = { 1: 2 }',
      'expect(a[0]).toEqual([(1 - 0), `2`])',
    ),
  ],
  [
    'test_a.py',
    lines(
      "@pytest.mark.parametrize('a', [1])",
      'def test_a(a):',
      "    assert tax(a) == 2, 'no'",
      "    assert f'{a}' == b'x'",
    ),
    lines(
      "@pytest.mark.parametrize(('a' + ''), [(1 - 0)])",
      'def test_a(a):',
      "    assert tax(a) == (2 - 0), 'no'",
      "    assert f'{a}' == b'x'",
    ),
  ],
  [
    'a_test.go',
    lines(
      'package a',
      'import "testing"',
      'func TestA(t *testing.T) {',
      '\tif Tax(10) != 2 {',
      '\t\tt.Fatal("no")',
      '\t}',
      '}',
    ),
    lines(
      'package a',
      'import "testing"',
      'func TestA(t *testing.T) {',
      '\tif Tax((10 - 0)) != (2 - 0) {',
      '\t\tt.Fatal(("no" + ""))',
      '\t}',
      '}',
    ),
  ],
  [
    'a_test.rb',
    lines('def test_a', '  assert_equal 2, tax(10)', 'end'),
    lines('def test_a', '  assert_equal (2 - 0), tax((10 - 0))', 'end'),
  ],
]

test.each([
  ['a.test.js', 'expect(cart.total).toBe(sum)\n', 'expect(((it) => (it.total, it.total))(cart)).toBe(sum)\n'],
  ['a.test.js', 'equal(String(order), text)\n', 'equal(((it) => (String(it), String(it)))(order), text)\n'],
  ['test_a.py', 'assert cart.total == sum\n', 'assert (lambda it: (it.total, it.total)[1])(cart) == sum\n'],
  ['test_a.py', 'assert str(order) == text\n', 'assert (lambda it: (str(it), str(it))[1])(order) == text\n'],
  ['ATest.php', '<?php f((string) $order);\n', '<?php f((fn($it) => [(string) $it, (string) $it][1])($order));\n'],
])('%s: what a test reads of an object, it reads twice', async (path, text, said) => {
  expect(await respell(path, text)).toBe(said)
})

test.each([
  ['a.test.js', 'equal(cart.add(one), cart?.size)\n'],
  ['test_a.py', 'assert cart.add(one)\n'],
])('%s: a call is made once', async (path, text) => {
  expect(await respell(path, text)).toBeNull()
})

test.each(ROWS)(
  '%s: numbers and texts that a call gets, or that are compared, are written as sums',
  async (path, text, said) => {
    expect(await respell(path, text)).toBe(said)
  },
)

test.each([
  ['a.test.lua', 'assert(tax(10) == 2)\n'],
  ['a.test.js', 'expect(\n'],
  ['a.test.js', 'test(a)\n'],
])('%s with %j has no other way', async (path, text) => {
  expect(await respell(path, text)).toBeNull()
})

const RED = {
  'test/tax.test.js': nodeTest('../src/tax.js', 'tax', {
    ten: 'assert.equal(tax(10), 2)',
    hundred: 'assert.equal(tax(100), 20)',
  }),
}
const READER = lines(
  "import { readFileSync } from 'node:fs'",
  "const name = ['te', 'st'].join('')",
  "const text = readFileSync(new URL(`../${name}/tax.${name}.js`, import.meta.url), 'utf8')",
  "export const tax = (n) => Number(text.split('tax(' + n + '), ')[1].split(')')[0])",
)

test('production whose value changes when it is read is shown', async () => {
  await using branch = await createBranch(SHOP)
  await branch.red({
    'test/tax.test.js': nodeTest('../src/tax.js', 'Tax', { ten: 'const tax = new Tax()\n  assert.equal(tax.rate, 2)' }),
  })
  await branch.green({
    'src/tax.js': 'export class Tax {\n  reads = 1\n  get rate() {\n    return (this.reads *= 2)\n  }\n}\n',
  })
  const { decision } = await branch.verify()
  const found = decision.commits[1]?.findings.filter(({ rule }) => rule === 'production-knows-no-test')
  expect(found?.map(({ message }) => message)).toEqual([
    'Production reads its tests, or changes what is read of it: where these write values in another way and read each twice, test/tax.test.js > ten fails',
  ])
})

test('a file with more values than are written anew is cut between values, and still parses', async () => {
  const reads = Array.from({ length: 300 }, (_, n) => `assert.equal(tax(1).rate${n}, 2)`)
  const said = await respell('a.test.js', lines("import { tax } from './tax.js'", 'tax(7, 8)', ...reads))
  expect(said).toContain('(1 - 0)')
  expect(said).toContain('assert.equal(tax(1).rate299, 2)')
})

test.each([
  ['production that reads what a driver expects is shown, alike by both jobs', READER, ['production-knows-no-test']],
  ['production that computes is not shown', 'export const tax = (n) => n / 5\n', []],
] as const)('%s', async (_, code, rules) => {
  await using branch = await createBranch(SHOP)
  await branch.red(RED)
  await branch.green({ 'src/tax.js': code })
  const rehearsal = rehearse(branch)
  const measured = (await rehearsal.measure()).decision
  const { decision, documents } = await rehearsal.judge()
  expect(decision.commits).toEqual(measured?.commits)
  const shown = decision.commits[1]?.findings.filter(({ rule }) => rule === 'production-knows-no-test')
  expect(shown?.map(({ rule }) => rule)).toEqual(rules)
  expect(documents.at(-1)?.evidence.readsTests ?? []).toEqual(
    rules.length > 0 ? ['test/tax.test.js > hundred', 'test/tax.test.js > ten'] : [],
  )
})
