/** Assertions of drivers in loops and callbacks: each such body fails once, and a driver must notice it. */
import { expect, test } from 'vitest'
import { assertingBodies } from '../../src/trials/emptied/idle-assertions.ts'
import { createBranch, RUN_ONCE } from '../support/branch.ts'
import { nodeTest, SHOP } from '../support/shop.ts'

const PATH = 'test/list.test.js'
const CODE =
  'export const list = () => []\nexport const each = (all, call) => all.slice(9).forEach(call)\nexport const count = (all) => all.length\nexport const later = async () => 1\n'
const OLD = nodeTest('../src/cart.js', 'total', { old: 'for (const one of []) assert.equal(total(one), 1)' })

test.each<[title: string, body: string, line: number | null]>([
  ['in a loop without rounds', 'for (const one of list()) assert.equal(one, 3)\n  assert.equal(count([1]), 1)', 6],
  ['in a loop over an empty list', 'assert.equal(count([1]), 1)\n  list().forEach((one) => assert.equal(one, 3))', 7],
  [
    'in a callback that nothing calls',
    'each([1, 2], (one) => {\n    assert.equal(one, 3)\n  })\n  assert.equal(count([1]), 1)',
    6,
  ],
  [
    'whose failure is dropped',
    'later().then((one) => assert.equal(one, 9)).catch(() => {})\n  assert.equal(count([1]), 1)',
    6,
  ],
  [
    'about each entry of an empty list',
    'assert.ok(list().every((one) => one === 3))\n  assert.equal(count([1]), 1)',
    6,
  ],
  ['in a loop with rounds', 'for (const one of [1, 2]) assert.equal(count([one]), 1)', null],
  [
    'in a loop inside a callback',
    '[[1], [2]].forEach((all) => {\n    assert.equal(count(all), 1)\n    for (const one of all) assert.equal(count([one]), 1)\n  })',
    null,
  ],
  ['in a callback that must not be called', 'each([], () => assert.fail())\n  assert.equal(count([1]), 1)', null],
  [
    'in a test of another system',
    "assert.equal(count([1]), 1)\n})\n\nif (process.platform === 'none') test('later', () => {\n  for (const one of [1]) assert.equal(count([one]), 1)",
    null,
  ],
  [
    'in a helper of other tests',
    'assert.equal(count([1]), 1)\n})\n\nexport const all = (some) => some.forEach((one) => {\n  assert.ok(one)',
    null,
  ],
])('an assertion %s', async (_, body, line) => {
  await using branch = await createBranch({ ...RUN_ONCE, ...SHOP, 'test/old.test.js': OLD })
  await branch.red({ [PATH]: nodeTest('../src/list.js', 'list, each, count, later', { adds: body }) })
  await branch.green({ 'src/list.js': CODE })
  const { decision, conclusion } = await branch.verify()
  const messages = decision.commits[1]?.findings
    .filter(({ rule }) => rule === 'weak-driver-is-shown')
    .map(({ message }) => message)
    .filter((message) => message.includes('assertions'))
  expect([conclusion, messages]).toEqual([
    'success',
    line === null ? [] : [`Drivers have assertions that no failure reaches: ${PATH}:${line}`],
  ])
})

test.each<[path: string, text: string, lines: readonly number[]]>([
  ['test_a.py', 'def test_a():\n    for a in rows():\n        assert a\n    assert rows()\n', [2]],
  ['test_a.py', 'def test_a():\n    def check(a):\n        assert a\n    each(check)\n', [2]],
  ['test_a.py', 'def check(a):\n    assert a\n', []],
  ['test_a.py', 'def test_a():\n    for a in rows():\n        print(a)\n', []],
  ['a.test.ts', "test('a', () => {\n  for (const a of all) expect(a).toBe(1)\n})\n", [2]],
  ['a.test.ts', "describe('a', () => {\n  test('b', () => {\n    expect(1).toBe(1)\n  })\n})\n", []],
  ['a.test.ts', "test('a', () => {\n  expect(() => {\n    assert(1)\n  }).toThrow()\n})\n", []],
  ['a_test.go', 'package a\n\nfunc TestA(t *testing.T) {\n\tfor _, a := range all {\n\t\tt.Error(a)\n\t}\n}\n', [4]],
  [
    'a_test.go',
    'package a\n\nfunc TestA(t *testing.T) {\n\tt.Run("b", func(t *testing.T) {\n\t\tt.Error(a)\n\t})\n}\n',
    [],
  ],
  ['a_spec.rb', "it 'a' do\n  all.each { |a| expect(a).to eq(1) }\n  expect { b }.to raise_error\nend\n", [2]],
  ['ATest.php', '<?php class A { function t() {\n  foreach ($all as $a) { $this->assertTrue($a); }\n} }\n', [2]],
  ['test_a.py', 'def test_a():\n    assert all(a > 1 for a in rows())\n', [2]],
  [
    'a.test.js',
    "test('a', () => {\n  assert.ok(items.every((a) => a > 1))\n  items.forEach((a) => assert.ok(a))\n})\n",
    [2, 3],
  ],
  ['a.java', 'class A {}', []],
])('asserting bodies of %s: %s', async (path, text, lines) => {
  const found = await assertingBodies(path, text)
  expect(found.map(({ line }) => line)).toEqual(lines)
})
