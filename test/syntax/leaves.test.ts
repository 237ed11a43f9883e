/** Two texts mean the same when the leaves of their syntax trees and the shape above are the same. */
import { beforeAll, describe, expect, test } from 'vitest'
import { readLeaves } from '../../src/syntax/index.ts'
import { loadAllGrammars } from '../support/grammars.ts'

beforeAll(loadAllGrammars)

const read = (path: string, text: string) =>
  readLeaves(path, text, { keeps: () => false })?.map(({ kind, text: own }) => [kind, own])
const isSame = (path: string, one: string, other: string) => {
  const [a, b] = [read(path, one), read(path, other)]
  expect([a, b], 'both texts parse').not.toContain(undefined)
  return JSON.stringify(a) === JSON.stringify(b)
}

test.each([
  ['brackets around one parameter', 'a.js', 'f(a => a)', 'f((a) => a)'],
  ['inserted semicolons', 'a.js', 'a()\n;[b].c()\n', 'a();\n[b].c();\n'],
  ['a semicolon behind return', 'a.js', 'function f() { return }', 'function f() {\n  return;\n}'],
  ['a chain on lines of its own', 'a.js', 'yield_.then(a).then(b)', 'yield_\n  .then(a)\n  .then(b)'],
  ['a comment behind a regular expression with a backtick', 'a.js', 'f(/`/) // one\n', 'f(/`/) // two\n'],
  ['lines of JSX', 'a.tsx', 'f(<p>a b</p>)', 'f(\n  <p>\n    a b\n  </p>,\n)'],
  ['a comma that closes arguments', 'a.go', 'package a\nvar b = f(1, 2)\n', 'package a\nvar b = f(\n\t1,\n\t2,\n)\n'],
  ['statements on lines of their own', 'a.py', 'a(); b()\n', 'a()\nb()\n'],
  ['lines of a shell', 'a.sh', 'if a; then b; fi\n', 'if a\nthen\n  b\nfi\n'],
  ['quotes of Ruby', 'a.rb', "f 'a'\n", 'f "a"\n'],
  ['a broken line of C', 'a.c', 'int a = b + c;\n', 'int a = b \\\n  + c;\n'],
])('%s: the texts mean the same', (_, path, one, other) => {
  expect(isSame(path, one, other)).toBe(true)
})

test.each([
  ['a label of a tuple', 'a.ts', 'const a: readonly [type: RegExp, value?: string] = f()', 'const a = f()'],
  ['a label of the name of a type', 'a.tsx', 'type A = [number: number, string: string]; f()', 'f()'],
  ['a key of a mapped type', 'a.ts', 'type A = { [type in keyof B]?: B[type] }; f()', 'f()'],
  ['how a type varies', 'a.ts', 'interface A<in out T, out B = C> {}; f()', 'f()'],
  ['a variable of the name of a statement', 'a.ts', 'if (!f(using)) throw using', 'if (!f(using)) throw using;'],
])('what the grammar of TypeScript misreads is read: %s', (_, path, one, other) => {
  expect(isSame(path, one, other)).toBe(true)
  expect(isSame(path, one.replace('using', 'stage'), one)).toBe(!one.includes('using'))
})

describe('two texts mean something else', () => {
  test.each([
    ['a line end behind return', 'a.js', 'function f() { return a }', 'function f() { return\na }'],
    ['a line end behind yield', 'a.js', 'function* f() { yield a }', 'function* f() { yield\na }'],
    ['where the head of a loop is divided', 'a.js', 'for (a; ; ) b()', 'for (; a; ) b()'],
    ['a hole in a list', 'a.js', 'f([a,])', 'f([a,,])'],
    ['a regular expression', 'a.js', 'f(/a b/)', 'f(/a  b/)'],
    ['a blank in JSX', 'a.tsx', 'f(<p>a </p>)', 'f(<p>a</p>)'],
    ['a tuple', 'a.py', 'f((a,))\n', 'f((a))\n'],
    ['a tuple that is an index', 'a.py', 'f(a[1,])\n', 'f(a[1])\n'],
    ['a line that left its block', 'a.py', 'if a:\n    b()\n    c()\n', 'if a:\n    b()\nc()\n'],
    ['a string that runs code', 'a.py', 'f"{a()}"\n', 'f"{b()}"\n'],
    ['a value of a body', 'a.rs', 'fn f() -> i32 { g() }', 'fn f() -> i32 { g(); }'],
    ['what a macro sees', 'a.rs', 'fn f() { g![0; 4] }', 'fn f() { g![0 4] }'],
    ['a tuple of Rust', 'a.rs', 'fn f() -> (A,) { g() }', 'fn f() -> (A) { g() }'],
    ['an argument of Ruby', 'a.rb', 'a = f [1]\n', 'a = f[1]\n'],
    ['a string of Ruby with code', 'a.rb', "f '#{a}'\n", 'f "#{a}"\n'],
    ['a string of PHP with a variable', 'a.php', "<?php f('$a');", '<?php f("$a");'],
    ['a character of C', 'a.c', "int a = 'b';", 'char *a = "b";'],
    ['a rune of Go', 'a.go', "package a\nvar b = f('c')\n", 'package a\nvar b = f("c")\n'],
    ['dimensions of C#', 'a.cs', 'class A { int[] b; }', 'class A { int[,] b; }'],
    ['words of a shell', 'a.sh', 'f "a b"\n', 'f a b\n'],
    ['a text of a shell', 'a.sh', 'f <<E\n# 90\nE\n', 'f <<E\n# 70\nE\n'],
    ['blanks of a default of a shell', 'a.sh', 'f ${a:-b c}\n', 'f ${a:-b  c}\n'],
    ['a broken line of a macro of C', 'a.c', '#define A b\nint c;\n', '#define A b int c;\n'],
  ])('%s', (_, path, one, other) => {
    expect(isSame(path, one, other)).toBe(false)
  })
})

test.each([
  ['is broken', 'a.js', 'f('],
  ['no grammar reads', 'a.kt', 'f()'],
  ['is too long', 'a.js', `f(${' '.repeat(600_000)})`],
  ['is too deep', 'a.js', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
  ['opens more than it closes', 'a.c', '{'.repeat(100_000)],
])('a text that %s is not read', (_, path, text) => {
  expect(read(path, text)).toBeUndefined()
})

test('a text is read after one that is too deep', () => {
  expect(read('a.js', '['.repeat(100_000))).toBeUndefined()
  expect(read('a.js', 'a')).toEqual([
    ['begin', 'program'],
    ['begin', 'expression_statement'],
    ['token', 'a'],
    ['end', 'expression_statement'],
    ['end', 'program'],
  ])
})
