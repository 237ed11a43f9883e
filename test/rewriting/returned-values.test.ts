/** Other values of functions and data in Go, Ruby and PHP: a test that takes its expectation from them follows. */
import { expect, test } from 'vitest'
import { alterData } from '../../src/rewriting/data.ts'
import { emptyBodies } from '../../src/rewriting/index.ts'

const lines = (...all: readonly string[]) => all.map((line) => `${line}\n`).join('')
const rewrite = (path: string, after: string) =>
  Promise.all(
    (['altered', 'dropped'] as const).map((way) => emptyBodies({ path, before: null, after }, way, new Set())),
  )

const GO = 'func Rate(a int) (int, error) { if a > 0 { return 5, nil }; f := func() int { return 1 }; return f(), nil }'
const RUBY = lines('def rate(a)', '  return 5, 1 if a', '  return unless a', '  a + 1 # more', 'end')

test.each<readonly [title: string, path: string, after: string, altered: string, dropped: string]>([
  [
    'several values of Go, of which errors stay',
    'rate.go',
    `package shop\n${GO}\n`,
    'if a > 0 { return func(v int) int { return v + 1 }(5), nil }; f := func() int { return 1 }; return func(v int) int { return v + 1 }(f()), nil }',
    'if a > 0 { return func(_ int) (v int) { return }(5), nil }',
  ],
  [
    'texts and lists of Go',
    'rate.go',
    'package shop\nfunc A() (a, b string) { return "x", "y" }\nfunc B() []bool { return nil }\n',
    'func A() (a, b string) { return func(v string) string { return "tdd-gate" }("x"), func(v string) string { return "tdd-gate" }("y") }\nfunc B() []bool { return func(v []bool) []bool { w := make([]bool, len(v)); for i := range v { w[i] = !v[i] }; return w }(nil) }',
    'func A() (a, b string) { return func(_ string) (v string) { return }("x"), func(_ string) (v string) { return }("y") }\nfunc B() []bool { return func(_ []bool) (v []bool) { return }(nil) }',
  ],
  [
    'structs of Go, of which the first field that has another value',
    'rate.go',
    'package shop\ntype A struct { b, c int; d *A }\ntype E struct { d *A }\nfunc F() (*A, A, *E) { return &A{}, A{}, nil }\n',
    'return func(v *A) *A { if v != nil { v.b = v.b + 1 }; return v }(&A{}), func(v A) A { v.b = v.b + 1; return v }(A{}), nil }',
    'return func(_ *A) (v *A) { return }(&A{}), func(_ A) (v A) { return }(A{}), nil }',
  ],
  [
    'one call of Go that returns several values',
    'rate.go',
    'package shop\nfunc A() (int, int) { return b() }\n',
    'package shop\nfunc A() (_ int, _ int) { return }\n',
    'package shop\nfunc A() (int, int) { return b() }\n',
  ],
  [
    'returned and last values of Ruby',
    'rate.rb',
    RUBY,
    lines(
      'def rate(a)',
      '  tdd_gate_altered((begin; return tdd_gate_altered([5, 1]) if a',
      '  return unless a',
      '  a + 1 # more',
      'end))',
      'end',
    ),
    'def rate(a)\n  tdd_gate_dropped((begin; return tdd_gate_dropped([5, 1]) if a\n',
  ],
  [
    'set-up and assignment in Ruby, which return nothing',
    'rate.rb',
    'class A\n  def initialize(a)\n    @a = a\n  end\n  def a=(b)\n    @a = b\n  end\nend\n',
    'class A\n  def initialize(a)\n    nil\n  end\n  def a=(b)\n    nil\n  end\nend\n',
    'class A\n  def initialize(a)\n    @a = a\n  end\n  def a=(b)\n    @a = b\n  end\nend\n',
  ],
  [
    'functions of PHP',
    'Rate.php',
    '<?php\nfunction a($b): int { if ($b) { return 1; } return array_sum(array_map(function ($c) { return $c; }, $b)); }\n$f = fn($b) => $b + 1;\nclass A { function __construct() { return; } function b(): void { $this->c = 1; } }\n',
    '<?php\nfunction a($b): int { if ($b) { return tddGateAltered(1); } return tddGateAltered(array_sum(array_map(function ($c) { return $c; }, $b))); }\n$f = fn($b) => tddGateAltered($b + 1);\n',
    '<?php\nfunction a($b): int { if ($b) { return tddGateDropped(1); } ',
  ],
])('returned values are altered or dropped: %s', async (_, path, after, altered, dropped) => {
  const [one, two] = await rewrite(path, after)
  expect(one?.text).toContain(altered)
  expect(two?.text).toContain(dropped)
})

const names = new Set(['Tenth', 'TENTH', 'RATES', 'Rates', '$tenth', 'NAME'])

test.each<readonly [path: string, text: string, altered: string | null]>([
  [
    'a.go',
    'package shop\nconst Tenth = 607\nconst Other = 1\n',
    'package shop\nconst Tenth = (607 + 1)\nconst Other = 1\n',
  ],
  [
    'a.go',
    'package shop\nvar (\n\tRates = map[string][2]float64{"a": {1.5, 2}}\n)\nfunc f() { const Tenth = 1 }\n',
    'package shop\nvar (\n\tRates = map[string][2]float64{"a": {(1.5 + 1), (2 + 1)}}\n)\nfunc f() { const Tenth = 1 }\n',
  ],
  ['a.go', 'package shop\nconst Other = 1\n', null],
  [
    'a.rb',
    "class A\n  TENTH = 607\n  RATES = { 'a' => 1, b: ['c', true] }.freeze\n  OTHER = 1\nend\n",
    "class A\n  TENTH = (607 + 1)\n  RATES = { 'a' => (1 + 1), b: ['tdd-gate', !true] }.freeze\n  OTHER = 1\nend\n",
  ],
  [
    'a.php',
    "<?php\nconst TENTH = 607;\nclass A { public const NAME = 'a', OTHER = 1; public static $tenth = ['a' => 1]; }\n",
    "<?php\nconst TENTH = (607 + 1);\nclass A { public const NAME = 'tdd-gate', OTHER = 1; public static $tenth = ['a' => (1 + 1)]; }\n",
  ],
])('data that tests name gets other values: %s', async (path, text, altered) => {
  expect(await alterData(path, text, '', names)).toBe(altered)
})

test('all data gets other values where no name is wanted, and so does a text', async () => {
  expect(await alterData('a.rb', 'TENTH = 607\n', '', null)).toBe('TENTH = (607 + 1)\n')
  expect(await alterData('a.txt', '607\n', '', null)).toBe('608')
  expect(await alterData('a.txt', 'a tenth\n', '', null)).toBe('tdd-gate')
})

test('data that was there before keeps its values', async () => {
  expect(await alterData('a.rb', 'TENTH = 607\nNAME = 1\n', 'TENTH = 607\n', names)).toBe(
    'TENTH = 607\nNAME = (1 + 1)\n',
  )
})

test.each<readonly [path: string, text: string, altered: string | null]>([
  [
    'a.go',
    'package shop\nvar Rates = []struct{ A, B int }{{200, 607}, {1, 2}}\n',
    'package shop\nvar Rates = []struct{ A, B int }{{200, (607 + 1)}, {1, (2 + 1)}}\n',
  ],
  ['a.rb', "RATES = [[1, 'a'], [2, 'b']]\n", "RATES = [[1, 'tdd-gate'], [2, 'tdd-gate']]\n"],
  ['a.php', '<?php\nconst RATES = [[1, 2], [3, 4]];\n', '<?php\nconst RATES = [[1, (2 + 1)], [3, (4 + 1)]];\n'],
  ['a.go', 'package shop\nvar Rates = []int{1, 2}\n', null],
  ['a.py', 'RATES = [1, 2]\nTENTH = 607\n', null],
  ['a.js', 'export const RATES = { a: 1 }\n', null],
])('rows get another last value: %s', async (path, text, altered) => {
  expect(await alterData(path, text, '', names, 'rows')).toBe(altered)
})

test('constants of a class of Python, and functions that a call makes, have other values', async () => {
  const shop = 'class Shop:\n    TENTH = 607\n    OTHER = 1\n'
  expect(await alterData('a.py', shop, '', names)).toMatch(/\nShop\.TENTH = tdd_gate_data\(Shop\.TENTH\)\n$/)
  expect(await alterData('a.py', 'RATES = [(1, 2)]\n', '', names, 'rows')).toMatch(
    /\nRATES = tdd_gate_rows\(RATES\)\n$/,
  )
  expect(await alterData('a.py', 'NAME = partial(max, 0)\n', '', null, 'calls')).toMatch(
    /\nNAME = tdd_gate_uncalled\(NAME\)\n$/,
  )
  expect(await alterData('a.py', 'NAME = 1\n', '', null, 'calls')).toBeNull()
})
