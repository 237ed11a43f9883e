/** Small changes of code that a test should notice, in each language. */
import { expect, test } from 'vitest'
import { getMutants, withMutants } from '../../src/rewriting/mutants.ts'

const lines = (...all: readonly string[]) => all.map((line) => `${line}\n`).join('')
const EVERY = { first: 1, last: 99 }

const ROWS: readonly (readonly [title: string, path: string, text: string, diffs: readonly string[]])[] = [
  ['a boundary', 'a.js', 'export const f = (a) => a > 10\n', ['a > 10 -> a >= 10', '10 -> 11']],
  ['an equality', 'a.ts', 'const f = (a: string) => a === b\n', ['a === b -> a !== b']],
  ['a sum', 'a.js', 'const f = (a, b) => a + b\n', ['a + b -> a - b']],
  ['texts are not subtracted', 'a.js', "const f = (a) => a + 'b'\n", ["'b' -> ''"]],
  [
    'each operand of a condition',
    'a.js',
    'const f = (a, b, c) => a || b || c\n',
    ['a || b || c -> a || b', 'a || b -> a', 'a || b -> b'],
  ],
  [
    'a condition without an operator',
    'a.js',
    lines('function f(a) {', '  if (a.ok()) b()', '}'),
    ['a.ok() -> !(a.ok())', 'b() -> {}'],
  ],
  ['a returned text', 'a.js', "const f = (a) => (a ? 'yes' : g('no'))\n", ['a -> !(a)', "'yes' -> ''"]],
  [
    'a promise whose failure is swallowed',
    'a.js',
    'const f = (g) => g().catch(() => ({}))\n',
    ['g().catch(() => ({})) -> g()'],
  ],
  [
    'a failure that gets a value',
    'a.js',
    'const f = (g) => g().then((a) => a, () => 0)\n',
    ['g().then((a) => a, () => 0) -> g().then((a) => a)', '0 -> 1'],
  ],
  [
    'a block of Python whose failure is swallowed',
    'a.py',
    lines('def f(a):', '    with contextlib.suppress(Exception):', '        return a()'),
    ['contextlib.suppress(Exception) -> contextlib.suppress()'],
  ],
  [
    'a failure that Ruby swallows',
    'a.rb',
    lines('def f(a)', '  Integer(a) rescue nil', 'end'),
    ['Integer(a) rescue nil -> Integer(a)'],
  ],
  [
    'a failure that PHP swallows',
    'a.php',
    lines('<?php', 'function f($a) { return @read($a); }'),
    ['@read($a) -> read($a)'],
  ],
  ['a truth value', 'a.tsx', 'const f = () => true\n', ['true -> false']],
  [
    'an error and a log are free',
    'a.js',
    lines('function f(a) {', '  console.log(1)', '  throw new RangeError(`${a + 1}`)', '}'),
    [],
  ],
  [
    'imports, types and comments are free',
    'a.ts',
    lines("import { a } from './1.js'", 'type B = 1 | true', '// 1 + 1'),
    [],
  ],
  ['a constant of the file', 'a.js', 'const LIMIT = 10\n', ['10 -> 11']],
  [
    'Python',
    'a.py',
    lines('def f(a, b):', '    if not a or b:', '        send(a)', '    return a <= 1'),
    ['not a or b -> not a', 'not a or b -> b', 'send(a) -> pass', 'a <= 1 -> a < 1', '1 -> 2'],
  ],
  [
    'Go',
    'a.go',
    lines('package a', 'func F(n int) int {', '\tif ok(n) {', '\t\treturn n * 2', '\t}', '\treturn 0', '}'),
    ['ok(n) -> !(ok(n))', 'n * 2 -> n / 2', '2 -> 3', '0 -> 1'],
  ],
  ['Java', 'A.java', 'class A { boolean f(int n) { return n < 3; } }\n', ['n < 3 -> n <= 3', '3 -> 4']],
  ['Ruby', 'a.rb', lines('def f(a)', '  a >= 2', 'end'), ['a >= 2 -> a > 2', '2 -> 3']],
  ['Rust', 'a.rs', lines('fn f(a: u8) -> bool {', '    a != 2', '}'), ['a != 2 -> a == 2', '2 -> 3']],
  ['PHP', 'a.php', lines('<?php', 'function f($a) { return $a === 2; }'), ['$a === 2 -> $a !== 2', '2 -> 3']],
  ['C#', 'a.cs', 'class A { bool F(int n) => n < 3; }\n', ['n < 3 -> n <= 3', '3 -> 4']],
  ['a language without a parser', 'a.lua', 'return 1 + 1\n', []],
  [
    'a loop whose indexes meet has no edge',
    'a.go',
    lines(
      'package a',
      'func F(s []int) {',
      '\tfor i, j := 0, len(s)-1; i < j; i, j = i+1, j-1 {',
      '\t\ts[i], s[j] = s[j], s[i]',
      '\t}',
      '}',
    ),
    ['0 -> 1', '1 -> 2', '1 -> 2', '1 -> 2', 'i+1 -> i-1', 'j-1 -> j+1', 'len(s)-1 -> len(s)+1'],
  ],
  [
    'an effect elsewhere, and none of its own',
    'a.js',
    lines('function f(a) {', '  globalThis.seen = a', '  this.seen = a', '  b = a', '}'),
    ['globalThis.seen = a -> {}'],
  ],
  [
    'another way to round',
    'a.py',
    lines('def f(a):', '    return [int(a * b), int(c), int(a / 2)]'),
    ['int(a * b) -> round(a * b)', 'a * b -> a / b', 'a / 2 -> a * 2', '2 -> 3'],
  ],
  ['a text that does not parse', 'a.js', 'const f = (\n', []],
]

test.each(ROWS)('%s', async (_, path, text, diffs) => {
  const found = await getMutants(path, text, [EVERY])
  expect(found.map(({ from, to }) => `${from} -> ${to}`).toSorted()).toEqual(diffs.toSorted())
})

test('only lines of the change are mutated, and each first before any a second time', async () => {
  const text = lines('const a = (n) => n > 1', 'const b = (n) => n > 2', 'const c = (n) => n > 3')
  const found = await getMutants('a.js', text, [{ first: 2, last: 3 }])
  expect(found.map(({ line, to }) => `${line}: ${to}`)).toEqual(['2: n >= 2', '3: n >= 3', '2: 3', '3: 4'])
})

test('each mutant has a kind, and a caller may ask for some kinds', async () => {
  const text = "const f = (a) => (a > 1 && a.ok ? 'x' : a + 2 === 3 && true)\n"
  const kindsOf = async (...kinds: Parameters<typeof getMutants>[3][]) =>
    new Set((await getMutants('a.js', text, [EVERY], ...kinds)).map(({ kind }) => kind))
  expect([...(await kindsOf())].toSorted()).toEqual(['arithmetic', 'booleans', 'conditions', 'numbers', 'texts'])
  expect([...(await kindsOf(['booleans', 'texts']))].toSorted()).toEqual(['booleans', 'texts'])
})

test.each([
  [
    'a smaller value that replaces a larger one',
    'a.go',
    'package a\nfunc f(n, end int) int {\n\tif n < end {\n\t\tend = n\n\t}\n\treturn end\n}\n',
  ],
  ['a value that is raised to its bound', 'a.js', 'function f(a) {\n  if (a.n < 0) a.n = 0\n  return a\n}\n'],
  [
    'a comparison below an inequality',
    'a.go',
    'package a\nfunc f(v, o V) bool {\n\tif v.n != o.n {\n\t\treturn v.n < o.n\n\t}\n\treturn false\n}\n',
  ],
  [
    'a comparison beside an equality',
    'a.js',
    'function f(a, b) {\n  if (a - b === 2) g(a)\n  else if (a - b > 2) h(a)\n}\n',
  ],
  ['an order of two of a kind', 'a.py', 'def f(all):\n    return less(lambda a, b: a.at < b.at)\n'],
  ['a choice whose sides agree there', 'a.js', 'const f = (n) => (n < 0 ? 0 : n / 10)\n'],
  ['a choice of the larger one', 'a.js', 'const f = (n, most) => (n > most ? most : n)\n'],
  ['a choice of a quotient of two', 'a.js', 'const f = (n) => (n >= 20 ? 2 : n / 10)\n'],
  ['a choice of Python', 'a.py', 'def f(n):\n    return 0 if n < 0 else n // 10\n'],
  [
    'an early return',
    'a.go',
    'package a\n\nfunc f(n int) int {\n\tif n < 0 {\n\t\treturn 0\n\t}\n\treturn n / 10\n}\n',
  ],
  ['an early return of Python', 'a.py', 'def f(n):\n    if n < 0:\n        return 0\n    return n * 2\n'],
  ['both returns', 'a.js', 'function f(n) {\n  if (n < 1) {\n    return 10\n  } else {\n    return n * 10\n  }\n}\n'],
  ['a choice of Ruby', 'a.rb', 'def f(n) = n < 0 ? 0 : n / 10\n'],
  ['a choice of PHP', 'a.php', '<?php\nfunction f(int $n): int { return $n < 0 ? 0 : $n * 2; }\n'],
])('%s has no edge that a test could pin', async (_, path, text) => {
  const found = await getMutants(path, text, [EVERY], ['conditions'])
  expect(found.map(({ to }) => to).filter((to) => /^[^!?]* [<>]=? [^?]*$/.test(to))).toEqual([])
})

test.each([
  ['a bound of two values', 'a.js', 'const f = (a, b) => a < b\n', 'a <= b'],
  [
    'a bound that decides another assignment',
    'a.js',
    'function f(a) {\n  if (a.n < 0) a.ok = false\n  return a\n}\n',
    'a.n <= 0',
  ],
  ['a choice whose sides differ there', 'a.js', 'const f = (n) => (n < 0 ? 1 : n / 10)\n', 'n <= 0'],
  [
    'a choice whose quotient is rounded in some languages',
    'a.js',
    'const f = (n) => (n < 5 ? 0.5 : n / 10)\n',
    'n <= 5',
  ],
  ['a choice of what a call gives', 'a.js', 'const f = (n) => (n < 0 ? 0 : g(n))\n', 'n <= 0'],
  ['an early return before more', 'a.js', 'function f(n) {\n  if (n < 0) return 0\n  g(n)\n  return n\n}\n', 'n <= 0'],
])('%s has an edge', async (_, path, text, to) => {
  expect((await getMutants(path, text, [EVERY], ['conditions'])).map((mutant) => mutant.to)).toContain(to)
})

test('mutants stand in one text', async () => {
  const mutants = await getMutants('a.js', 'const f = (a) => a > 10\n', [EVERY])
  expect(withMutants(mutants)).toBe('const f = (a) => a >= 11\n')
})
