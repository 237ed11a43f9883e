/** New branches of each language, by their lines, and the text in which they fail as soon as they run. */
import { expect, test } from 'vitest'
import { failBranches, getNewBranches } from '../../src/rewriting/branches.ts'
import { marksIn } from '../../src/rewriting/forks.ts'
import { repair } from '../../src/rewriting/index.ts'

const lines = (...all: readonly string[]) => all.map((line) => `${line}\n`).join('')

const ROWS: readonly (readonly [title: string, path: string, after: string, at: readonly string[]])[] = [
  ['both ways of a ternary', 'a.js', lines('export const f = (a) =>', '  a', '    ? 1', '    : 2'), ['3-3', '4-4']],
  [
    'what follows a return',
    'a.ts',
    lines('function f(a: number) {', '  if (a) return 1', '  return 2', '}'),
    ['3-3', '2-2'],
  ],
  ['an else', 'a.mjs', lines('function f(a) {', '  if (a) {', '    b()', '  } else c()', '}'), ['2-4', '4-4']],
  [
    'a switch',
    'a.cjs',
    lines('function f(a) {', '  switch (a) {', '    case 1:', '      b()', '    default:', '      c()', '  }', '}'),
    ['4-4', '6-6'],
  ],
  ['a catch', 'a.tsx', lines('function f() {', '  try {', '    b()', '  } catch {', '    c()', '  }', '}'), ['4-6']],
  [
    'a value by &&, not a condition',
    'a.js',
    lines('function f(a) {', '  if (a && b) c()', '  return a && b', '}'),
    ['2-2', '3-3'],
  ],
  ['an empty value by default is none', 'a.js', lines("export const f = (a) => a ?? ''"), []],
  [
    'what only throws is none',
    'a.js',
    lines('function f(a) {', "  if (!a) throw new Error('no')", '  return a', '}'),
    [],
  ],
  [
    'Python',
    'a.py',
    lines('def f(a):', '    if a:', '        return 1', '    elif b: return 2', '    return 3 if c else 4'),
    ['3-3', '4-4', '5-5', '5-5'],
  ],
  [
    'an exception of Python',
    'a.py',
    lines('def f(a):', '    try:', '        b()', '    except KeyError:', '        c()'),
    ['5-5'],
  ],
  [
    'Ruby',
    'a.rb',
    lines('def f(a)', '  if a', '    1', '  else', '    2', '  end', '  return 3 if b', '  raise "no" unless c', 'end'),
    ['2-3', '4-5', '7-7'],
  ],
  [
    'Rust',
    'a.rs',
    lines(
      'fn f(a: i64) -> i64 {',
      '  if a > 1 {',
      '    return 1;',
      '  } else if a == 0 { panic!("no") }',
      '  match a {',
      '    2 => 3,',
      '    _ => { 4 }',
      '  }',
      '}',
    ),
    ['2-4', '6-6', '7-7'],
  ],
  [
    'Go',
    'a.go',
    lines(
      'package a',
      'func F(n int) int {',
      '  if n > 1 {',
      '    return 1',
      '  }',
      '  switch n {',
      '  case 0:',
      '    return 2',
      '  }',
      '  return 3',
      '}',
    ),
    ['6-10', '3-5', '8-8'],
  ],
  [
    'what only passes an error on is none, what drops it is one',
    'a.go',
    lines(
      'package a',
      'func F() (int, error) {',
      '  n, err := g()',
      '  if err != nil {',
      '    return 0, fmt.Errorf("f: %w", err)',
      '  }',
      '  if err := h(); err != nil {',
      '    return 0, nil',
      '  }',
      '  if _, err := i(); err != nil {',
      '    return n, err',
      '  }',
      '  return n, nil',
      '}',
    ),
    ['7-13', '10-13', '13-13', '7-9'],
  ],
  [
    'an error that Go drops, and no other result',
    'a.go',
    lines(
      'package a',
      'func F() int {',
      '  n, _ := f()',
      '  _, ok := g()',
      '  m, _ := all[n]',
      '  return h(n, m, ok)',
      '}',
    ),
    ['3-3'],
  ],
  [
    'a promise that nobody waits for',
    'a.js',
    lines(
      'async function f(a) {',
      '  fs.writeFile(a)',
      '  await fs.writeFile(a)',
      '  a.sort()',
      '  a.forEach(async (one) => {',
      '    await g(one)',
      '  })',
      '  void a.forEach(async (one) => await g(one))',
      '  void save(a)',
      '  a.map((one) => g(one))',
      '}',
    ),
    ['2-2', '5-7', '8-8', '10-10'],
  ],
  ['an error that Ruby drops', 'a.rb', lines('def f(a)', '  Integer(a) rescue 0', 'end'), ['2-2']],
  [
    'PHP',
    'a.php',
    lines(
      '<?php',
      'function f($a) {',
      '  if ($a > 1) {',
      '    return 1;',
      '  } elseif ($a === 0) {',
      "    throw new Exception('no');",
      '  }',
      '  try { g(); } catch (Throwable $e) {',
      '    return 0;',
      '  }',
      '  return $a ? 2 : 3;',
      '}',
    ),
    ['3-5', '8-10', '11-11', '11-11'],
  ],
  [
    'a language whose branches cannot be made to fail',
    'A.java',
    'class A { int f(int n) { if (n > 1) { return 1; } return 2; } }',
    [],
  ],
  ['a language without a parser', 'a.lua', lines('function f(a) return a or 1 end'), []],
]

test.each(ROWS)('%s', async (_, path, after, at) => {
  const branches = await getNewBranches({ path, before: null, after }, '', false)
  expect(branches.map(({ first, last }) => `${first}-${last}`)).toEqual(at)
  const failing = await failBranches(
    path,
    after,
    branches.map((branch, n) => [branch, n] as const),
  )
  if (branches.length > 0) expect(await repair(path, failing ?? '', after), failing ?? '').not.toBeNull()
})

test('a branch that stood there before is none, and a function is one where that is asked for', async () => {
  const before = lines('export function f(a) {', '  return a ? 1 : 2', '}')
  const after = lines('export function f(a) {', '  log(a)', '  return a ? 1 : 2', '}')
  const source = { path: 'a.js', before, after }
  expect(await getNewBranches(source, before, false)).toEqual([])
  expect(await getNewBranches(source, before, true)).toEqual([expect.objectContaining({ first: 1, last: 4 })])
})

test('a branch that runs says its number, and no other branch does', async () => {
  const after = 'export const f = (a) => (a ? 1 : 2)\n'
  const branches = await getNewBranches({ path: 'a.js', before: null, after }, '', false)
  const text = await failBranches(
    'a.js',
    after,
    branches.map((branch, n) => [branch, n + 7] as const),
  )
  const { f } = await import(`data:text/javascript,${encodeURIComponent(text ?? '')}`)
  const saidBy = (value: boolean) => {
    try {
      return f(value)
    } catch (error) {
      return [...marksIn(String(error))]
    }
  }
  expect([saidBy(true), saidBy(false)]).toEqual([[7], [8]])
})

test.each(['\n    ', ' // value\n    ', ' /* value:\n */ '])(
  'a line end behind return makes another function of it: %j',
  async (gap) => {
    for (const value of ['a.name', '`${a.name}`', '(a.name)']) {
      const toCode = (between: string) => `export function say(a) {\n  return${between}${value}\n}\n`
      const source = { path: 'a.js', before: toCode(' '), after: toCode(gap) }
      expect(await getNewBranches(source, source.before, true)).toEqual([expect.objectContaining({ first: 1 })])
      expect(await getNewBranches({ ...source, before: toCode(gap) }, toCode(gap), true)).toEqual([])
    }
  },
)
