/** Production whose values are those of its tests: a table or branches that hold nothing but what tests ask for. */
import { beforeAll, expect, test } from 'vitest'
import { addedAnswers } from '../../../src/core/text/known-answers.ts'
import { loadAllGrammars } from '../../support/grammars.ts'

beforeAll(loadAllGrammars)

const TEST = {
  path: 'test/discount.test.js',
  text: "test('a', () => assert.equal(discount(200), 20))\ntest('b', () => assert.equal(discount(99), 0))\ntest('c', () => assert.equal(name('de'), 'Hallo'))\n",
}
const PYTHON = { path: 'tests/test_a.py', text: 'def test_a():\n    assert f(200) == 20\n    assert f(99) == 0\n' }
const FOUND = ['answers of test/discount.test.js (line 1)']

test.each<[string, string, string, readonly string[]]>([
  ['a table', 'a.js', 'const f = (total) => ({ 200: 20, 99: 0 })[total]', FOUND],
  [
    'a table below other code',
    'a.js',
    'f()\nconst t = {\n  200: 20,\n  99: 0,\n}',
    ['answers of test/discount.test.js (line 3)'],
  ],
  [
    'branches',
    'a.ts',
    'const f = (t: number) => { if (t === 200) return 20; if (t === 99) return 0; throw new Error() }',
    FOUND,
  ],
  ['a choice', 'a.js', 'const f = (t) => t === 200 ? 20 : t == 99 ? 0 : -1', FOUND],
  ['a switch', 'a.js', 'switch (t) { case 200: return 20; case 99: return 0 }', FOUND],
  [
    'a table behind a pattern with a backtick',
    'a.js',
    'f(/`/)\nconst t = { 200: 20, 99: 0 }',
    ['answers of test/discount.test.js (line 2)'],
  ],
  ['a table in a text', 'a.js', 'f(/`/, `\n{ 200: 20, 99: 0 }`)', []],
  ['a table with more than the tests ask for', 'a.js', 'const t = { 200: 20, 99: 0, 300: 30, 400: 40 }', []],
  ['one case', 'a.js', 'const f = (t) => t === 200 ? 20 : t / 10', []],
  ['a threshold', 'a.js', 'const f = (t) => t >= 200 ? 20 : t > 99 ? 0 : 1', []],
  ['values of other inputs', 'a.js', 'const t = { 200: 0, 99: 20 }', []],
])('%s', (_, path, after, expected) => {
  expect(addedAnswers({ path, before: null, after }, [TEST])).toEqual(expected)
})

test.each([
  ['a.py', 'T = {200: 20, 99: 0}\n'],
  ['a.py', 'def f(t):\n    if t == 200:\n        return 20\n    if t == 99:\n        return 0\n'],
  ['a.rb', 'def f(t) = { 200 => 20, 99 => 0 }[t]\n'],
  ['a.rb', 'case t when 200 then 20 when 99 then 0 end\n'],
  ['a.rb', 'case t\nwhen 200\n  20\nwhen 99\n  0\nend\n'],
  ['a.php', '<?php $t = [200 => 20, 99 => 0];\n'],
  ['a.php', '<?php return match ($t) { 200 => 20, 99 => 0 };\n'],
  ['a.json', '{ "200": 20, "99": 0 }\n'],
  ['a.json', '{\n  "prices": {\n    "200": 20,\n    "99": 0\n  }\n}\n'],
  ['a.js', "const t = { '200': 20, '99': 0 }\n"],
  ['a.go', 'if t == 200 {\n\treturn 20\n}\nif t == 99 {\n\treturn 0\n}\n'],
  ['a.js', 'const f = (t) => { if (200 === t) { return 20 } if (99 === t) { return 0 } }'],
  ['a.py', 'def f(t):\n    return 20 if t == 200 else 0 if t == 99 else None\n'],
  ['a.rb', 'def f(t)\n  return 20 if t == 200\n  return 0 if t == 99\nend\n'],
  [
    'a.rs',
    'fn f(t: u8) -> u8 {\n    match t {\n        200 => 20,\n        99 => { 0 }\n        _ => g(t),\n    }\n}\n',
  ],
  [
    'A.java',
    'class A { int f(int t) { switch (t) { case 200: return 20; case 99: return 0; default: return g(t); } } }',
  ],
  ['A.java', 'class A { int f(int t) { return switch (t) { case 200 -> 20; case 99 -> 0; default -> g(t); }; } }'],
  ['A.cs', 'class A { int f(int t) { return t switch { 200 => 20, 99 => 0, _ => g(t) }; } }'],
  ['a.kt', 'fun f(t: Int): Int { if (t == 200) return 20; if (t == 99) return 0; return g(t) }\n'],
])('in %s: %j', (path, after) => {
  expect(addedAnswers({ path, before: null, after }, [PYTHON])).toHaveLength(1)
})

test('a table that stood there before is not added', () => {
  const text = 'const t = { 200: 20, 99: 0 }\n'
  expect(addedAnswers({ path: 'a.js', before: text, after: `f()\n${text}` }, [TEST])).toEqual([])
})

test('base cases such as 0 and 1 are no answers', () => {
  const tests = [{ path: 't.test.js', text: 'equal(fib(0), 0)\nequal(fib(1), 1)\n' }]
  const after = 'const fib = (n) => { if (n === 0) return 0; if (n === 1) return 1; return fib(n - 1) + fib(n - 2) }'
  expect(addedAnswers({ path: 'a.js', before: null, after }, tests)).toEqual([])
})

const PRICES = {
  path: 'price.test.js',
  text: "equal(price(200), 20)\nequal(price(4711), 471)\nequal(greet('Bob'), 'Hello, Bob')\nequal(title('red shoe'), 'Red Shoe')\nequal(title('old hat'), 'Old Hat')\nequal(day('sunday'), 'closed')\nequal(day('monday'), 'open')\nequal(size(200), 1)\n",
}

test.each<[string, string, string, boolean]>([
  ['a value for every input', 'a.js', 'export function price(n) {\n  return 20\n}\n', true],
  ['an arrow function', 'a.ts', 'export const price = (n: number): number => 20\n', true],
  ['a value in Python', 'a.py', 'def price(n: int) -> int:\n    return 20\n', true],
  ['a value in Go', 'a.go', 'func (s *Shop) price(n int) int {\n\treturn 20\n}\n', true],
  ['a value in Java', 'A.java', 'class A { public int price(int n) { return 20; } }', true],
  ['a case and a value', 'a.js', 'function price(n) {\n  if (n === 4711) return 471\n  return 20\n}\n', true],
  [
    'a case and a value in Python',
    'a.py',
    'def price(n):\n    if n == 4711:\n        return 471\n    return 20\n',
    true,
  ],
  [
    'a case and a value in Go',
    'a.go',
    'func price(n int) int {\n\tif n == 4711 {\n\t\treturn 471\n\t}\n\treturn 20\n}\n',
    true,
  ],
  ['words of the input', 'a.js', "const greet = (name) => 'Hello, Bob'\n", true],
  ['a choice of words', 'a.js', "function title(t) { return t === 'red shoe' ? 'Red Shoe' : 'Old Hat' }", true],
  [
    'a choice of words in Python',
    'a.py',
    "def title(t):\n    return 'Red Shoe' if t == 'red shoe' else 'Old Hat'\n",
    true,
  ],
  [
    'a choice of other words than the input',
    'a.js',
    "function day(d) { return d === 'sunday' ? 'closed' : 'open' }",
    false,
  ],
  ['a base case for every input', 'a.js', 'function size(n) { return 1 }', false],
  ['a constant without an input', 'a.js', 'function price() { return 20 }', false],
  ['a method without an input', 'a.py', 'def price(self):\n    return 20\n', false],
  ['a value that no test expects', 'a.js', 'function price(n) { return 25 }', false],
  ['a function that no test names', 'a.js', 'function cost(n) { return 20 }', false],
  ['a computed value', 'a.js', 'function price(n) { return 20 * n }', false],
  ['a threshold', 'a.js', 'function price(n) { if (n > 4711) return 471\n  return 20 }', false],
  [
    'a branch after a call',
    'a.go',
    'func cost(n int) int {\n\tif price(n) {\n\t\treturn 20\n\t}\n\treturn n\n}\n',
    false,
  ],
])('a function of literals: %s', (_, path, after, isFound) => {
  expect(addedAnswers({ path, before: null, after }, [PRICES])).toHaveLength(isFound ? 1 : 0)
  expect(addedAnswers({ path, before: after, after }, [PRICES])).toEqual([])
})
