/** What a function did at its end in any case, and parameters that it used. */
import { expect, test } from 'vitest'
import { findGoneSteps } from '../../src/changes/gone-steps.ts'

const say = async (path: string, before: string, after: string) =>
  (await findGoneSteps(path, [before, after], [before, after])).map(({ was, is }) => `${was} became ${is}`)

const JS =
  'export function run(lock, f) {\n  lock.take()\n  try {\n    return f()\n  } finally {\n    lock.free()\n  }\n}\n'
const FREES = 'export function run(lock, f) {\n  lock.take()\n  const value = f()\n  lock.free()\n  return value\n}\n'
const GO = 'package a\n\nfunc Load(ctx context.Context, get Get) int {\n\treturn get(ctx)\n}\n'
const PYTHON = 'def rate(land, year=1):\n    return f"{land}" * year\n'

test.each([
  ['a finally', 'a.js', JS, FREES, ['finally { lock.free() } became no finally { lock.free() }']],
  [
    'a deferred call',
    'a.go',
    'package a\n\nfunc (s *S) Add(n int) {\n\ts.Lock()\n\tdefer s.Unlock()\n\ts.n += n\n}\n',
    'package a\n\nfunc (s *S) Add(n int) {\n\ts.Lock()\n\ts.n += n\n\ts.Unlock()\n}\n',
    ['defer s.Unlock() became no defer s.Unlock()'],
  ],
  [
    'an ensure',
    'a.rb',
    'def run(a)\n  a.go\nensure\n  a.stop\nend\n',
    'def run(a)\n  a.go\n  a.stop\nend\n',
    ['ensure a.stop became no ensure a.stop'],
  ],
  [
    'a parameter of Go',
    'a.go',
    GO,
    GO.replace('get(ctx)', 'get(context.Background())'),
    ['a use of ctx became no use of ctx'],
  ],
  [
    'a parameter with a default',
    'a.py',
    PYTHON,
    PYTHON.replace(' * year', ''),
    ['a use of year became no use of year'],
  ],
  [
    'a parameter of PHP',
    'a.php',
    '<?php\nfunction f(int $a, $b) { return $a + $b; }\n',
    '<?php\nfunction f(int $a, $b) { return $a; }\n',
    ['a use of $b became no use of $b'],
  ],
  [
    'a parameter of TypeScript',
    'a.ts',
    'const f = (a: number, b: number) => a + b\n',
    'const f = (a: number, b: number) => a\n',
    ['a use of b became no use of b'],
  ],
  [
    'a parameter of Java',
    'A.java',
    'class A { int f(int a, int b) { return a + b; } }\n',
    'class A { int f(int a, int b) { return a; } }\n',
    ['a use of b became no use of b'],
  ],
  [
    'nothing that is written in another way',
    'a.js',
    JS,
    JS.replace('return f()', 'const value = f()\n    return value'),
    [],
  ],
  [
    'no finally that moved',
    'a.js',
    JS,
    `${FREES.replace('lock.take', 'guard')}function guard(lock) {\n  try {\n    a()\n  } finally {\n    lock.free()\n  }\n}\n`,
    [],
  ],
  ['no other name', 'a.py', PYTHON, PYTHON.replaceAll('year', 'years'), []],
  ['no parameter that is gone', 'a.js', 'const f = (a, b) => a + b\n', 'const f = (a) => a\n', []],
  ['no parameter that was not used', 'a.js', 'const f = (a, b) => a\n', 'const f = (a, b) => a * 2\n', []],
  [
    'no use inside of another function',
    'a.js',
    'function f(a) {\n  return a\n}\n',
    'function f(a) {\n  function g() {\n    return a\n  }\n  return g()\n}\n',
    [],
  ],
  ['no use as a key', 'a.js', 'const f = (a) => g(a)\n', 'const f = (a) => g({ a })\n', []],
])('a function loses %s', async (_, path, before, after, found) => {
  expect(await say(path, before, after)).toEqual(found)
})
