/** What changed functions answer near the examples of their drivers: a table, and a finding where only a fit does so. */
import { expect, test } from 'vitest'
import { loadGrammars } from '../../src/syntax/index.ts'
import {
  askCalls,
  getNearInputs,
  isLiteral,
  readGivenAnswers,
  readLiteralCalls,
} from '../../src/trials/answers/answer-probes.ts'
import { createBranch } from '../support/branch.ts'
import { nodeTest, SHOP } from '../support/shop.ts'

const NEAR = [
  ['10', ['11', '100', '9']],
  ['0', ['1', '0']],
  ['2.5', ['3.5', '25', '1.5']],
  ["'ab'", ["'abb'", "'a'"]],
  ['[1, 2]', ['[2, 2]', '[10, 2]', '[1, 3]', '[1, 20]', '[1, 1]', '[1, 2, 2]']],
  ['{ price: 3 }', ['{ price: 4 }', '{ price: 30 }', '{ price: 2 }', '{ price: 3, 3 }']],
] as const

test.each(NEAR)('the inputs near %s are literals near it', (example, expected) => {
  expect(isLiteral(example)).toBe(true)
  const made = getNearInputs([example], true).map(({ text }) => text)
  expect(made).toEqual(expected.filter((text) => text !== example))
})

test.each(['n', 'f(1)', '', '`${n}1`', 'items[0]'])('%s is no literal', (text) => {
  expect(isLiteral(text)).toBe(false)
})

test.each([
  [
    'a.test.js',
    "test('a', () => { assert.equal(tax(10), 2) })",
    'assert.equal(tddGateAnswers0(0, [() => tax(11)]), 2)',
  ],
  [
    'a.test.ts',
    "test('a', async () => { expect(await tax(10)).toBe(2) })",
    'await tddGateAnswers0Later(0, [() => tax(11)])',
  ],
  ['test_a.py', 'def test_a():\n    assert tax(10) == 2\n', 'assert tddGateAnswers0(0, [lambda: tax(11)]) == 2'],
  [
    'a_spec.rb',
    "it 'a' do\n  expect(tax(10)).to be_two\nend\n",
    'expect(tddGateAnswers0(0, [-> { tax(11) }])).to be_two',
  ],
  ['ATest.php', '<?php\nfunction a() { return tax(10); }\n', 'return tddGateAnswers0(0, [fn() => tax(11)]);'],
  [
    'a_test.go',
    'package a\n\nfunc TestA(t *testing.T) {\n\tif tax(10) != 2 {\n\t}\n}\n',
    't.Logf(f, v...) }(tax(11)) }()',
  ],
])('in %s a call with literals answers other inputs', async (path, text, made) => {
  await loadGrammars([path])
  const calls = await readLiteralCalls(path, text)
  expect(calls?.filter(({ isLiteral }) => isLiteral)).toEqual([{ callee: 'tax', args: '10', isLiteral: true }])
  expect(await askCalls(path, text, [{ callee: 'tax', mark: 0, inputs: ['11'], isOnce: true }])).toContain(made)
})

test('answers that are no answers are objects, and cut', () => {
  const said = `tdd-gate-answers-1;${Buffer.from(`x ${'1'.repeat(999)}`).toString('base64')}; tdd-gate-answers-2;%;`
  expect([...readGivenAnswers(said)]).toEqual([[1, [{ kind: 'object', text: '1'.repeat(200) }]]])
})

test('what Go says behind a number is no part of it', () => {
  const said =
    'tdd-gate-answers-0-0;\n a_test.go:6: 2 <nil> \n a_test.go:7: tdd-gate-answers-0-1;\n a_test.go:7: 3 <nil>'
  expect([...readGivenAnswers(said)]).toEqual([
    [
      0,
      [
        { kind: 'number', text: '2' },
        { kind: 'number', text: '3' },
      ],
    ],
  ])
})

const TAX = { ten: 'assert.equal(tax(10), 2)', hundred: 'assert.equal(tax(100), 25)', none: 'assert.equal(tax(0), 0)' }
const LINEAR = { ten: 'assert.equal(tax(10), 2)', more: 'assert.equal(tax(100), 20)' }
const RATE = { two: 'assert.equal(tax(2), 4)' }
const FITS = [
  [
    'a list indexed by the size of its input',
    TAX,
    'export const tax = (n) => [0, 2, 25][String(n).length - 1]\n',
    'The code at src/tax.js:1 fails beside its examples: tax(10) = 2, tax(100) = 25, tax(0) = 0, tax(11) = 2, tax(101) = 25, tax(1) = 0, tax(1000) = undefined, tax(9) = 0, tax(99) = 2',
  ],
  [
    'one answer to all but the examples',
    TAX,
    'export const tax = (n) => ({ 10: 2, 100: 25 })[n] ?? 0\n',
    'The code at src/tax.js:1 has one answer to all other inputs: tax(10) = 2, tax(100) = 25, tax(0) = 0, tax(11) = 0, tax(101) = 0, tax(1) = 0, tax(1000) = 0, tax(9) = 0, tax(99) = 0',
  ],
  [
    'an answer that depends on the calls before',
    RATE,
    'let last = 0\nexport function tax(n) {\n  last += n * 2\n  return last\n}\n',
    'The code at src/tax.js:2 changes its answer to the same call: tax(2) = 4, tax(3) = 10, tax(20) = 50, tax(1) = 52',
  ],
  [
    'a first answer that is kept for all',
    RATE,
    'let known\nexport const tax = (n) => (known ??= n * 2)\n',
    'The code at src/tax.js:2 has one answer to all other inputs: tax(2) = 4, tax(3) = 4, tax(20) = 4, tax(1) = 4',
  ],
  [
    'an index of the examples',
    { seven: "assert.equal(tax(7), 'VII')", four: "assert.equal(tax(4), 'IV')" },
    "const all = new Map([[7, 'VII'], [4, 'IV']])\nexport const tax = (n) => all.get(n)\n",
    'The code at src/tax.js:2 has one answer to all other inputs: tax(7) = "VII", tax(4) = "IV", tax(8) = undefined, tax(5) = undefined, tax(70) = undefined, tax(40) = undefined, tax(6) = undefined, tax(3) = undefined',
  ],
  [
    'a list that is sorted where it stands',
    { three: 'assert.equal(tax([1, 3, 2]), 3)' },
    'export const tax = (list) => list.sort((a, b) => b - a)[0]\n',
    'The code at src/tax.js:1 changes what it gets: tax([1, 3, 2]) = 3 and changes its argument to [3,2,1], tax([2, 3, 2]) = 3 and changes its argument to [3,2,2], tax([10, 3, 2]) = 10, tax([1, 4, 2]) = 4 and changes its argument to [4,2,1], tax([1, 30, 2]) = 30 and changes its argument to [30,2,1], tax([1, 2, 2]) = 2 and changes its argument to [2,2,1], tax([1, 3, 3]) = 3 and changes its argument to [3,3,1]',
  ],
  [
    'a polynomial through the examples',
    { zero: 'assert.equal(tax(0), 0)', hundred: 'assert.equal(tax(100), 20)' },
    'export const tax = (n) => n * n * (1 / 1000) + n * (1 / 10)\n',
    'The code at src/tax.js:1 is a curve through its examples: tax(0) = 0, tax(100) = 20, tax(1) = 0.101, tax(101) = 20.301000000000002, tax(1000) = 1100, tax(99) = 19.701',
  ],
  [
    'numbers that are sorted as texts',
    { three: 'assert.deepEqual(tax([3, 1, 2]), [1, 2, 3])' },
    'export const tax = (list) => [...list].sort()\n',
    'The code at src/tax.js:1 sorts its examples, and not the lists near them: tax([3, 1, 2]) = [1,2,3], tax([4, 1, 2]) = [1,2,4], tax([30, 1, 2]) = [1,2,30], tax([2, 1, 2]) = [1,2,2], tax([3, 2, 2]) = [2,2,3], tax([3, 10, 2]) = [10,2,3], tax([3, 1, 3]) = [1,3,3]',
  ],
  ['a rule that holds everywhere', LINEAR, 'export const tax = (n) => n / 5\n', null],
] as const

test.each(FITS)('%s', async (_, tests, code, said) => {
  await using branch = await createBranch(SHOP)
  await branch.red({ 'test/tax.test.js': nodeTest('../src/tax.js', 'tax', tests) })
  await branch.green({ 'src/tax.js': code })
  const { decision } = await branch.verify()
  const green = decision.commits.at(-1)
  const found = green?.findings.filter(({ rule }) => rule === 'answers-are-general').map(({ message }) => message)
  expect(found).toEqual(said === null ? [] : [said])
  expect(green?.answers?.[0]).toMatchObject({ path: 'src/tax.js' })
  if (said === null)
    expect(green?.answers?.[0]?.rows.map(({ call, answer }) => `${call} = ${answer}`)).toEqual([
      'tax(10) = 2',
      'tax(100) = 20',
      'tax(11) = 2.2',
      'tax(101) = 20.2',
      'tax(1000) = 200',
      'tax(9) = 1.8',
      'tax(99) = 19.8',
    ])
})

const RATES = 'const RATES = { DE: 0.2, FR: 0.1 }\n'
const BY_COUNTRY = { de: "assert.equal(tax(10, 'DE'), 2)", fr: "assert.equal(tax(20, 'FR'), 2)" }
const BY_AMOUNT = `${RATES}const known = {}\nexport const tax = (n, land) => (known[n] ??= n * RATES[land])\n`

test('examples of several arguments are near each other, too', () => {
  const made = getNearInputs(["10, 'DE'", "20, 'FR'"], true).map(({ text }) => text)
  expect(made.slice(0, 2)).toEqual(["20, 'DE'", "10, 'FR'"])
})

test('a GREEN whose answers depend on what was asked before is shown', async () => {
  await using branch = await createBranch(SHOP)
  await branch.red({ 'test/tax.test.js': nodeTest('../src/tax.js', 'tax', BY_COUNTRY) })
  await branch.green({ 'src/tax.js': BY_AMOUNT })
  const { decision } = await branch.verify()
  const found = decision.commits[1]?.findings.filter(({ rule }) => rule === 'answers-are-general')
  expect(found?.map(({ message }) => message)).toEqual([
    expect.stringContaining('The code at src/tax.js:3 changes its answer to the same call: '),
  ])
})

test('a GREEN whose objects share what one of them keeps is shown', async () => {
  await using branch = await createBranch(SHOP)
  await branch.red({
    'test/bag.test.js': nodeTest('../src/bag.js', 'Bag', { adds: "assert.deepEqual(new Bag().add('tea'), ['tea'])" }),
  })
  await branch.green({
    'src/bag.js':
      'const items = []\nexport class Bag {\n  add(item) {\n    items.push(item)\n    return items\n  }\n}\n',
  })
  const { decision } = await branch.verify()
  const found = decision.commits[1]?.findings.filter(({ rule }) => rule === 'answers-are-general')
  expect(found?.map(({ message }) => message)).toEqual([
    expect.stringContaining('The code at src/bag.js:3 changes its answer to the same call: '),
  ])
})
