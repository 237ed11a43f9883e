/** Functions put back as they were before a change, language by language; new ones are empty. */
import { expect, test } from 'vitest'
import { emptyBodies } from '../../src/rewriting/index.ts'

const lines = (...all: readonly string[]) => all.map((line) => `${line}\n`).join('')
const putBack = async (path: string, before: string | null, after: string, kept: readonly string[] = []) =>
  (await emptyBodies({ path, before, after }, 'before', new Set(kept)))?.text.replace('// @ts-nocheck\n', '')

type Row = readonly [title: string, path: string, before: string | null, after: string, gives: string]

const ROWS: readonly Row[] = [
  [
    'a default of a parameter goes, and a new function is empty',
    'a.js',
    'export const total = (items) => sum(items)\n',
    'const none = () => []\nexport const total = (items = none()) => sum(items)\n',
    'const none = () => undefined\nexport const total = (items) => sum(items)\n',
  ],
  [
    'one more parameter stays, because a test may ask for it whatever the body does',
    'a.ts',
    'export function total(items: number[]) { return sum(items) }\n',
    'export function total(items: number[], rate: number) { return sum(items) * rate }\n',
    'export function total(items: number[], rate: number) { return sum(items) }\n',
  ],
  [
    'a function becomes an arrow, whose body cannot be that of before',
    'a.js',
    'const f = function (a) { return a }\n',
    'const f = (a, b) => a + b\n',
    'const f = (a, b) => undefined\n',
  ],
  [
    'of callbacks without a name the first was the first',
    'a.js',
    'on(() => one())\non(() => two())\n',
    'on(() => one(1))\non(() => two(2))\non(() => three())\n',
    'on(() => one())\non(() => two())\non(() => undefined)\n',
  ],
  [
    'a method stays where nothing changed, and a method of another class is no method of before',
    'a.js',
    'class A { run() { a() } stop() { b() } }\n',
    'class A { run() { a(1) } stop() { b() } }\nclass B { run() { c() } }\n',
    'class A { run() { a() } stop() { b() } }\nclass B { run() { return undefined } }\n',
  ],
  [
    'a body that only threw did nothing',
    'a.js',
    "function add() { throw new Error('later') }\n",
    'function add(a, b) { return a + b }\n',
    'function add(a, b) { return undefined }\n',
  ],
  [
    'a body that the change itself left empty stays empty',
    'a.js',
    'const same = (a, b) => equal(a, b)\nconst f = () => 1\n',
    'const same = () => {}\nconst f = () => 2\n',
    'const same = () => {}\nconst f = () => 1\n',
  ],
  ['a new file', 'a.js', null, 'function add(a, b) { return a + b }\n', 'function add(a, b) { return undefined }\n'],
  [
    'methods of Python keep their indentation',
    'a.py',
    lines('class A:', '    def f(self, a):', '        b = a', '        return b'),
    lines('class A:', '    def f(self, a):', '        return a or 1', '    def g(self):', '        return 2'),
    lines(
      'class A:',
      '    def f(self, a):',
      '        b = a',
      '        return b',
      '    def g(self):',
      '        return ',
    ),
  ],
  [
    'a body of Python that only raised behind its text did nothing',
    'a.py',
    lines('def f(a):', '    """Adds."""', '    raise NotImplementedError'),
    lines('def f(a):', '    """Adds."""', '    return a'),
    lines('def f(a):', '    return '),
  ],
  [
    'methods of Go by their receiver',
    'a.go',
    lines('package a', 'func (c *Cart) Add(n int) int { return n }', 'func New() int { panic("later") }'),
    lines('package a', 'func (c *Cart) Add(n int) int { return n + 1 }', 'func New() int { return 3 }'),
    lines('package a', 'func (c *Cart) Add(n int) int { return n }', 'func New() (_ int) { return }'),
  ],
  [
    'Java',
    'A.java',
    'class A { int f(int n) { return n; } int g() { throw new RuntimeException("later"); } }',
    'class A { int f(int n) { return n + 1; } int g() { return 1; } }',
    'class A { int f(int n) { return n; } int g() { return 0; } }',
  ],
  [
    'C#',
    'A.cs',
    'class A { int F(int n) { return n; } int G() => throw new System.Exception(); }',
    'class A { int F(int n) { return n + 1; } int G() => 1; }',
    'class A { int F(int n) { return n; } int G() => default(int); }',
  ],
  [
    'Ruby, where a condition stands behind what raises',
    'a.rb',
    lines('def f(n)', '  raise Bad if n', 'end', 'def g', '  raise Later', 'end'),
    lines('def f(n)', '  n', 'end', 'def g', '  1', 'end'),
    lines('def f(n)', '  raise Bad if n', 'end', 'def g', '  nil', 'end'),
  ],
  [
    'PHP',
    'a.php',
    '<?php function f($n) { return $n; } function g() { throw new Later(); }',
    '<?php function f($n) { return $n + 1; } function g() { return 1; }',
    '<?php function f($n) { return $n; } function g() { return null; }',
  ],
  [
    'Rust',
    'a.rs',
    'fn f(n: u8) -> u8 { n } fn g() -> u8 { todo!() }',
    'fn f(n: u8) -> u8 { n + 1 } fn g() -> u8 { 1 }',
    'fn f(n: u8) -> u8 { n } fn g() -> u8 { return 0; }',
  ],
  [
    'functions of a shell',
    'a.sh',
    lines('add() {', '  echo 1', '}', 'one() { echo 1; }'),
    lines('add() {', '  echo 2', '  echo 3', '}', 'one() { echo 2; }', 'two() {', '  echo 4', '}'),
    lines('add() {', '  echo 1', '}', 'one() { echo 1; }', 'two() { :; }'),
  ],
  [
    'a script of a shell',
    'a.sh',
    lines('#!/bin/sh', 'echo 1'),
    lines('#!/bin/sh', 'echo 2'),
    lines('#!/bin/sh', 'echo 1'),
  ],
  [
    'functions of C, whose signature stands on a line of its own',
    'a.c',
    lines('int add(int a)', '{', '  return a;', '}'),
    lines('int add(int a)', '{', '  return a + 1;', '}'),
    lines('int add(int a)', '{', '  return a;', '}'),
  ],
]

test.each(ROWS)('%s in %s', async (_, path, before, after, gives) => {
  expect(await putBack(path, before, after)).toBe(gives)
})

test('a function that a file needs while it loads is put back too, and stays as it is where it is new', async () => {
  const after = 'const f = () => 2\nconst g = () => 3\n'
  expect(await putBack('a.js', 'const f = () => 1\n', after, ['f', 'g'])).toBe('const f = () => 1\nconst g = () => 3\n')
})

const LEFT: readonly (readonly [path: string, before: string, after: string, left: readonly string[]])[] = [
  ['a.js', 'const f = () => 1', 'const f = () => {}', ['f']],
  ['a.js', 'const f = () => {}', 'const f = (a) => {}', []],
  ['a.js', '', 'const f = () => {}', []],
  ['a.ts', 'class A { f() { return 1 } }', 'class A { f() { return } }', ['A.f']],
  ['a.py', lines('def f(a):', '    return a'), lines('def f(a):', '    pass'), ['f']],
  ['a.py', lines('def f(a):', '    return a'), lines('def f(a):', '    return 0'), []],
  ['a.go', lines('package a', 'func f() { g() }'), lines('package a', 'func f() {}'), ['f']],
  [
    'a.go',
    lines('package a', 'func (s *Set[K, V]) f() { g() }'),
    lines('package a', 'func (s *Set[K, V]) f() {}'),
    ['Set.f'],
  ],
  ['A.java', 'class A { void f() { g(); } }', 'class A { void f() {} }', ['A.f']],
  ['a.rb', lines('def f', '  g', 'end'), lines('def f', 'end'), ['f']],
  ['a.php', '<?php function f() { g(); }', '<?php function f() {}', ['f']],
  ['a.rs', 'fn f() { g() }', 'fn f() {}', ['f']],
  ['A.cs', 'class A { void F() { G(); } }', 'class A { void F() {} }', ['A.F']],
]

test.each(LEFT)('in %s the change from `%s` to `%s` takes the code away of: %j', async (path, before, after, left) => {
  expect(await emptyBodies({ path, before, after }, 'nothing', new Set())).toMatchObject({ left })
})
