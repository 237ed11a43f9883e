/** Shells, C and C++ by their syntax. Languages without a grammar by their indentation: another layout is not touched. */
import { expect, test } from 'vitest'
import { emptyBodies } from '../../src/rewriting/index.ts'
import type { Variant } from '../../src/rewriting/language.ts'

const lines = (...all: readonly string[]) => all.map((line) => `${line}\n`).join('')
const empty = (path: string, after: string, variant: Variant = 'nothing', before: string | null = null) =>
  emptyBodies({ path, before, after }, variant, new Set())

interface Row {
  readonly title: string
  readonly path: string
  readonly after: string
  readonly functions: readonly string[]
  readonly nothing: string
  readonly other: string
  readonly gone: string
}

const ROWS: readonly Row[] = [
  {
    title: 'functions of a shell',
    path: 'lib/greet.sh',
    after: lines('#!/bin/bash', 'greet() {', '  cat <<END', '}', 'END', '}', 'function bye { echo bye; }'),
    functions: ['greet', 'bye'],
    nothing: lines('#!/bin/bash', 'greet() { :; }', 'function bye { :; }'),
    other: lines('#!/bin/bash', 'greet() { echo tdd-gate; }', 'function bye { echo tdd-gate; }'),
    gone: lines('#!/bin/bash', 'greet() { return 127; }', 'function bye { return 127; }'),
  },
  {
    title: 'a script of a shell, which may be sourced',
    path: 'greet.sh',
    after: lines('#!/bin/sh', 'echo "hello $1"'),
    functions: ['the script'],
    nothing: lines('#!/bin/sh', 'return 0 2>/dev/null || exit 0', 'echo "hello $1"'),
    other: lines('#!/bin/sh', 'echo tdd-gate; return 0 2>/dev/null || exit 0', 'echo "hello $1"'),
    gone: lines('#!/bin/sh', 'return 127 2>/dev/null || exit 127', 'echo "hello $1"'),
  },
  {
    title: 'functions of Perl, in a package',
    path: 'lib/Shop/Cart.pm',
    after: lines(
      'package Shop::Cart;',
      'use strict;',
      'sub new { bless {}, shift }',
      'sub total {',
      '  return 3;',
      '}',
      '1;',
    ),
    functions: ['new', 'total'],
    nothing: lines(
      'package Shop::Cart;',
      'use strict;',
      'sub new { return bless {}, shift; }',
      'sub total {',
      '  return;',
      '}',
      '1;',
    ),
    other: lines(
      'package Shop::Cart;',
      'use strict;',
      "sub new { return 'tdd-gate'; }",
      'sub total {',
      "  return 'tdd-gate';",
      '}',
      '1;',
    ),
    gone: lines(
      'package Shop::Cart;',
      'use strict;',
      "sub new { die 'tdd-gate'; }",
      'sub total {',
      "  die 'tdd-gate';",
      '}',
      '1;',
    ),
  },
  {
    title: 'functions of Elixir, with documents and a rescue',
    path: 'lib/shop.ex',
    after: lines(
      'defmodule Shop do',
      '  @doc """',
      '  def no do',
      '  """',
      '  def add(a, b), do: a + b',
      '',
      '  def total(all) do',
      '    Enum.sum(all)',
      '  rescue',
      '    _ -> 0',
      '  end',
      'end',
    ),
    functions: ['add', 'total'],
    nothing: lines(
      'defmodule Shop do',
      '  @doc """',
      '  def no do',
      '  """',
      '  def add(a, b), do: nil',
      '',
      '  def total(all) do',
      '    nil',
      '  end',
      'end',
    ),
    other: lines(
      'defmodule Shop do',
      '  @doc """',
      '  def no do',
      '  """',
      '  def add(a, b), do: "tdd-gate"',
      '',
      '  def total(all) do',
      '    "tdd-gate"',
      '  end',
      'end',
    ),
    gone: lines(
      'defmodule Shop do',
      '  @doc """',
      '  def no do',
      '  """',
      '  def add(a, b), do: raise("tdd-gate")',
      '',
      '  def total(all) do',
      '    raise("tdd-gate")',
      '  end',
      'end',
    ),
  },
  {
    title: 'functions of C, with the brace on a line of its own',
    path: 'src/area.c',
    after: lines(
      '#include "area.h"',
      '',
      'int area(int a, int b)',
      '{',
      '    return a * b;',
      '}',
      'void clear(void) { }',
      'const char *say(void) { return "x"; }',
    ),
    functions: ['area', 'say'],
    nothing: lines(
      '#include "area.h"',
      '',
      'int area(int a, int b)',
      '{ static int tdd_gate; return tdd_gate; }',
      'void clear(void) { }',
      'const char *say(void) { static char * tdd_gate; return tdd_gate; }',
    ),
    other: lines(
      '#include "area.h"',
      '',
      'int area(int a, int b)',
      '{ return 77; }',
      'void clear(void) { }',
      'const char *say(void) { return "tdd-gate"; }',
    ),
    gone: lines(
      '#include "area.h"',
      '',
      'int area(int a, int b)',
      '{ __builtin_exit(1); }',
      'void clear(void) { }',
      'const char *say(void) { __builtin_exit(1); }',
    ),
  },
  {
    title: 'members of C++, and their constructor',
    path: 'src/cart.hpp',
    after: lines(
      '#pragma once',
      'namespace shop {',
      'class Cart {',
      ' public:',
      '  explicit Cart(int n) : n_(n) {}',
      '  std::string name() const {',
      '    if (n_ > 0) {',
      '      return "a";',
      '    }',
      '    return "b";',
      '  }',
      '',
      ' private:',
      '  int n_;',
      '};',
      '}  // namespace shop',
    ),
    functions: ['Cart.name'],
    nothing: lines(
      '#pragma once',
      'namespace shop {',
      'class Cart {',
      ' public:',
      '  explicit Cart(int n) : n_(n) {}',
      '  std::string name() const { return {}; }',
      '',
      ' private:',
      '  int n_;',
      '};',
      '}  // namespace shop',
    ),
    other: lines(
      '#pragma once',
      'namespace shop {',
      'class Cart {',
      ' public:',
      '  explicit Cart(int n) : n_(n) {}',
      '  std::string name() const { return "tdd-gate"; }',
      '',
      ' private:',
      '  int n_;',
      '};',
      '}  // namespace shop',
    ),
    gone: lines(
      '#pragma once',
      'namespace shop {',
      'class Cart {',
      ' public:',
      '  explicit Cart(int n) : n_(n) {}',
      '  std::string name() const { throw "tdd-gate"; }',
      '',
      ' private:',
      '  int n_;',
      '};',
      '}  // namespace shop',
    ),
  },
]

test.each(ROWS)('$title are emptied', async ({ path, after, functions, ...ways }) => {
  for (const way of ['nothing', 'other', 'gone'] as const) {
    const emptied = await empty(path, after, way)
    expect(emptied?.text, way).toBe(ways[way])
    expect(emptied?.functions).toEqual(functions)
    expect(emptied?.isWhole).toBe(true)
  }
})

test('a function that the change did not touch keeps its body', async () => {
  const before = lines('old() {', '  echo 1', '}')
  const emptied = await empty('a.sh', `${before}${lines('new() {', '  echo 2', '}')}`, 'nothing', before)
  expect(emptied?.text).toBe(`${before}${lines('new() { :; }')}`)
  expect(emptied?.functions).toEqual(['new'])
})

test.each([
  ['a body that is not indented', 'a.pm', lines('sub f {', '1;', '}')],
  ['a body without an end', 'a.pm', lines('sub f {', '  1;')],
  ['a text without an end', 'a.ex', lines('@doc """', 'def f do', 'end')],
  ['two functions that look like one', 'a.pl', lines('sub f {', '  1;', '  } sub g {', '  2;', '}')],
])('another layout is not emptied: %s', async (_, path, after) => {
  expect(await empty(path, after)).toBeNull()
})

test.each([
  ['a name of C that is a word of C++', 'a.c', 'int f(int new) { int template = new; return template; }\n'],
  ['a shell without an end', 'a.sh', lines('f() {', '  echo 1')],
])('what does not parse is not emptied: %s', async (_, path, after) => {
  expect(await empty(path, after)).toBeNull()
})

test.each([
  ['a body that is not indented', 'a.sh', lines('f() {', 'echo 1', '}'), lines('f() { :; }')],
  [
    'two functions of a shell in one line',
    'a.sh',
    lines('f() {', '  echo 1', '  }; g() {', '  echo 2', '}'),
    lines('f() { :; }; g() { :; }'),
  ],
  [
    'a function behind a guard of a header',
    'a.hpp',
    lines('#ifndef A', '#define A', 'template <class T>', 'auto f(T a) -> int {', 'return a; }', '#endif'),
    lines('#ifndef A', '#define A', 'template <class T>', 'auto f(T a) -> int { return {}; }', '#endif'),
  ],
  [
    'a method outside of its class',
    'a.cc',
    lines('bool Cart::has(int n) const noexcept', '{ if (n) { return true; }', '  return false; }'),
    lines('bool Cart::has(int n) const noexcept', '{ return {}; }'),
  ],
])('any layout is emptied by its syntax: %s', async (_, path, after, expected) => {
  const emptied = await empty(path, after)
  expect(emptied?.text).toBe(expected)
  expect(emptied?.isWhole).toBe(true)
})

test('a function returns before its code in C', async () => {
  const emptied = await empty('a.c', 'int f(void) { g(); return 1; }\n', 'idle')
  expect(emptied?.text).toBe('int f(void) { if (1) { static int tdd_gate; return tdd_gate; }  g(); return 1; }\n')
})

test.each([
  ['code of a shell beside functions', 'a.sh', lines('f() {', '  echo 1', '}', 'case $1 in', '  x) f ;;', 'esac')],
  ['data of Elixir', 'a.ex', lines('defmodule A do', '  defstruct [:a]', '  def f, do: 1', 'end')],
  ['a macro of C', 'a.h', lines('#define AREA(a) ((a) * 2)', 'int f(void) {', '  return 1;', '}')],
])('what is no function stays, and the change is not emptied as a whole: %s', async (_, path, after) => {
  const emptied = await empty(path, after)
  expect(emptied?.functions).toEqual(['f'])
  expect(emptied?.isWhole).toBe(false)
})

test('ways that need a grammar change nothing, or empty the body', async () => {
  const after = lines('sub f {', '  return 1;', '}')
  expect(await empty('a.pm', after, 'dropped')).toMatchObject({ functions: [], text: after })
  for (const way of ['altered', 'idle'] as const) expect((await empty('a.pm', after, way))?.text).toContain('return;')
})
