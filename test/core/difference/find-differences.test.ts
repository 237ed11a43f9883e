/** Where code differs once comments, layout, the order of imports and versions are aside. */
import { beforeAll, describe, expect, test } from 'vitest'
import type { Difference } from '../../../src/core/difference/difference.ts'
import { findDifferences } from '../../../src/core/difference/find-differences.ts'
import { movesIn } from '../../../src/core/text/imports.ts'
import { loadAllGrammars } from '../../support/grammars.ts'

beforeAll(loadAllGrammars)

const compare = (path: string, before: string, after: string) =>
  findDifferences({ path, text: before }, { path, text: after })
/** `3`, or `2: 18 became 8`. */
const say = (found: readonly Difference[]) =>
  found.map(({ line, was, is, isWording }) => {
    if (isWording) return `${line}: wording`
    return was === undefined ? `${line}` : `${line}: ${was} became ${is}`
  })

describe('the same code has no difference', () => {
  test.each<[title: string, path: string, before: string, after: string]>([
    ['a comment and a semicolon', 'a.js', 'const a = 1\n', '// One.\nconst a = 1;\n'],
    ['other quotes and a comma', 'a.js', "f('a', [\n  1\n])\n", 'f("a", [1,])\n'],
    [
      'sorted imports',
      'a.ts',
      "import { a } from './a'\nimport { b } from './b'\na(b)\n",
      "import { b } from './b'\nimport { a } from './a'\na(b)\n",
    ],
    ['an import that names the ending', 'a.js', "import { a } from './a'\na()\n", "import { a } from './a.js'\na()\n"],
    ['an import of the index', 'a.js', "import { a } from './a'\na()\n", "import { a } from './a/index.js'\na()\n"],
    ['an alias of the project', 'src/b.ts', "import { a } from '@/a'\na()\n", "import { a } from './a'\na()\n"],
    ['a wrapped function', 'a.go', 'func A() int { return 1 }\n', 'func A() int {\n\t// One.\n\treturn 1\n}\n'],
    [
      'sorted imports of Python',
      'a.py',
      'import b\nimport a\n\na.b(b.c)\n',
      'import a\nimport b\n\n\na.b(b.c)  # so\n',
    ],
    ['another width of blocks', 'a.py', 'if a:\n  b()\nc()\n', 'if a:\n    b()\n\nc()\n'],
    ['a relative import', 'shop/b.py', 'from shop.a.c import f\nf()\n', 'from .a.c import f\nf()\n'],
    ['another width of blocks in Ruby', 'a.rb', 'def a\n  1\nend\n', 'def a\n    1 # one\n\nend\n'],
    ['another width of blocks in YAML', 'a.yml', 'a:\n    b: 1\nc: 2\n', '# A.\na:\n  b: 1\nc: 2\n'],
    ['a wrapped function of Rust', 'a.rs', 'fn a() -> i32 { 1 }\n', 'fn a() -> i32 {\n    1\n}\n'],
    [
      'a documented method',
      'A.java',
      'class A { int a() { return 1; } }\n',
      'class A {\n  /** One. */\n  int a() { return 1; }\n}\n',
    ],
    [
      'a bracket on its own line',
      'a.php',
      '<?php\nfunction a() { return 1; }\n',
      '<?php\nfunction a()\n{\n    return 1;\n}\n',
    ],
    ['a comment in a shell script', 'a.sh', 'rm -f a\n', '# Removes it.\nrm -f a\n'],
    ['a comma behind type parameters', 'a.tsx', 'f<A, B>(a)\n', 'f<\n  A,\n  B,\n>(a)\n'],
    ['sorted keys of JSON', 'a.json', '{"b":1,"a":2}', '{\n  "a": 2,\n  "b": 1\n}\n'],
    ['blanks in a language without a reader', 'a.html', '<p>a</p><p>b</p>', '<p>a</p>\n<p>b</p>\n'],
    ['a version', 'a.js', "export const VERSION = '1.0.0'\n", "export const VERSION = '1.10.0-rc.1'\n"],
    ['a version in Python', 'a.py', '__version__ = "1.0.0"\n', '__version__ = "1.0.1"\n'],
    ['a version in a header', 'a.h', '#define APP_VERSION "1.0.0"\n', '#define APP_VERSION "1.1.0"\n'],
    ['another spelling of a number', 'a.js', 'const a = 1000\n', 'const a = 1_000\n'],
    ['the same bound of whole numbers', 'a.py', 'a = age > 17\n', 'a = age >= 18\n'],
    ['sorted strings', 'a.js', "f(['b', 'a'])\n", "f(['a', 'b'])\n"],
    ['a stricter comparison', 'a.js', 'f(a == 1)\n', 'f(a === 1)\n'],
  ])('%s', (_, path, before, after) => {
    expect(say(compare(path, before, after))).toEqual([])
  })
})

describe('other code has a difference at its line', () => {
  test.each<[path: string, before: string, after: string, found: readonly string[]]>([
    ['a.js', 'f(a ?? b)\n', 'f(a || b)\n', ['1: ?? became ||']],
    ['a.py', '@secured\ndef f():\n    pass\n', 'def f():\n    pass\n', ['1: @ secured became no @ secured']],
    [
      'A.php',
      '<?php\nclass A { private function f() { g(1); } }\n',
      '<?php\nclass A { function f() { g(1); } }\n',
      ['2: private became no private'],
    ],
    ['a.py', "f(a == 'b')\n", "f(a is 'b')\n", ['1: == became is']],
    ['a.ts', "import { a } from './a'\na()\n", "// A.\nimport { a } from './b'\na()\n", ['2: a became b']],
    ['a.js', "const { a } = require('./a')\na()\n", "const { a } = require('./a-dev')\na()\n", ['1: a became a-dev']],
    ['src/b.js', "import { a } from 'a'\na()\n", "import { a } from './a'\na()\n", ['1: a became src/a']],
    ['a.js', "import { a as f } from './a'\nf()\n", "import { b as f } from './a'\nf()\n", ['1: a of a became b of a']],
    ['a.js', "import a, { b } from 'c'\na(b)\n", "import a, { b } from 'd'\na(b)\n", ['1: c became d']],
    [
      'a.php',
      '<?php\ndeclare(strict_types=1);\n\nf(1);\n',
      '<?php\nf(1);\n',
      ['2: declare ( strict_types = 1 ) became no declare ( strict_types = 1 )'],
    ],
    [
      'a.php',
      "<?php\nreturn in_array($a, ['b'], true);\n",
      "<?php\nreturn in_array($a, ['b']);\n",
      ['2: , true became no , true'],
    ],
    ['a.js', "f(await import('./a'))\n", "f(await import('./b'))\n", ['1: a became b']],
    ['a.py', 'from auth import ok\nok()\n', 'from auth_dev import ok\nok()\n', ['1: auth became auth_dev']],
    [
      'a.go',
      'import "text/template"\n\nvar a = template.New\n',
      'import "html/template"\n\nvar a = template.New\n',
      ['1: text/template became html/template'],
    ],
    [
      'A.java',
      'import a.Auth;\nclass A { Auth a; }\n',
      'import b.Auth;\nclass A { Auth a; }\n',
      ['1: a/Auth became b/Auth'],
    ],
    [
      'a.rs',
      'use crate::auth::ok;\nfn a() { ok() }\n',
      'use crate::auth_dev::ok;\nfn a() { ok() }\n',
      ['1: crate/auth/ok became crate/auth_dev/ok'],
    ],
    ['A.cs', 'using A.Auth;\nclass A { }\n', 'using A.AuthDev;\nclass A { }\n', ['1: A/Auth became A/AuthDev']],
    ['a.rb', "require_relative 'auth'\nok\n", "require_relative 'auth_dev'\nok\n", ['1: auth became auth_dev']],
    ['a.c', '#include "auth.h"\nint a;\n', '#include "auth_dev.h"\nint a;\n', ['1: auth.h became auth_dev.h']],
    ['a.php', '<?php\nuse A\\Auth;\nnew Auth;\n', '<?php\nuse B\\Auth;\nnew Auth;\n', ['2: A/Auth became B/Auth']],
    ['a.js', 'const limit = 10\n', 'const limit = 10000000\n', ['1: 10 became 10000000']],
    [
      'a.py',
      'def f(a):\n    return a >= 18\n',
      'def f(a):\n    # Old enough.\n    return a > 8\n',
      ['3: >= 18 became > 8'],
    ],
    ['a.py', 'if a:\n    b()\n    c()\n', 'if a:\n    b()\nc()\n', ['3']],
    ['a.go', 'func A(n int) bool { return n < 1 }\n', 'func A(n int) bool { return n <= 1 }\n', ['1: < became <=']],
    ['a.rb', 'def a\n  1\nend\n', 'def a\n  2\nend\n', ['2: 1 became 2']],
    ['a.rs', 'fn a() -> bool { true }\n', 'fn a() -> bool {\n    false\n}\n', ['2: true became false']],
    [
      'A.java',
      'class A { boolean a() { return b && c; } }\n',
      'class A { boolean a() { return b || c; } }\n',
      ['1: && became ||'],
    ],
    ['a.php', "<?php\nf('admin');\n", "<?php\nf('user');\n", ['2: "admin" became "user"']],
    ['A.cs', 'class A { int B() { return 1; } }\n', 'class A\n{\n  int B() { return 2; }\n}\n', ['3: 1 became 2']],
    ['a.c', 'int a = -1;\n', 'int a = 1;\n', ['1: -1 became 1']],
    ['a.js', 'f(0.5)\n', 'f(5)\n', ['1: 0.5 became 5']],
    ['a.sh', 'rm -f a\n', 'set -e\nrm -rf a\n', ['1']],
    ['a.yml', 'a: 1\nb: 2\n', 'a: 1\nb: 3\n', ['2: 2 became 3']],
    ['a.json', '{\n  "a": 1,\n  "b": 2\n}', '{\n  "a": 1,\n  "b": 3\n}', ['3: 2 became 3']],
    ['a.js', "const minVersion = '1.0.0'\n", "const minVersion = '9.0.0'\n", ['1: "1.0.0" became "9.0.0"']],
    ['a.js', "f(version, '1.0.0')\n", "f(version, '9.0.0')\n", ['1: "1.0.0" became "9.0.0"']],
    ['a.js', "throw Error('too large')\n", "throw Error('is too large')\n", ['1: wording']],
    [
      'a.go',
      'package a\n\nvar a = fmt.Errorf("read: %w", b)\n',
      'package a\n\nvar a = fmt.Errorf("read: %v", b)\n',
      ['3: "read: %w" became "read: %v"'],
    ],
    [
      'a.js',
      "q('SELECT a WHERE b > 1')\n",
      "q('SELECT a WHERE b > 9')\n",
      ['1: "SELECT a WHERE b > 1" became "SELECT a WHERE b > 9"'],
    ],
    [
      'a.py',
      'q("""\nSELECT a FROM b\nWHERE c > 1\n""")\n',
      'q("""\nSELECT a FROM b\nWHERE c > 9\n""")\n',
      ['1: a FROM b WHERE c > 1 """ became a FROM b WHERE c > 9 """'],
    ],
    ['a.js', 'f(/[`a]/)\ng(1) // one\n', 'f(/[`a]/)\ng(2) // `\n', ['2: 1 became 2']],
    ['a.js', 'f(/a\\/b  c/)\n', 'f(/a\\/b c/)\n', ['1: /a\\/b c/ became /a\\/b c/']],
    ['a.js', 'a = b;\n(c)()\n', 'a = b\n(c)()\n', ['1']],
    ['a.js', 'f(\n', 'f( //\n', ['1']],
    ['a.py', 'a = """\nimport b\n"""\n', 'a = """\nimport c\n"""\n', ['1: wording']],
    ['a.js', '', 'f()\n', ['1']],
    ['a.js', 'f()\n', '', ['1']],
  ])('%s: %j to %j', (path, before, after, found) => {
    expect(say(compare(path, before, after))).toEqual(found)
  })
})

describe('refactored code names no value that took the place of another', () => {
  test.each<[title: string, path: string, before: string, after: string]>([
    ['a constant', 'a.js', 'f(a > 18)\n', 'const ADULT = 18\nf(a > ADULT)\n'],
    ['a list that became lazy', 'a.py', 'a = [n for n in b]\n', 'a = (n for n in b)\n'],
    ['a guard', 'a.js', 'if (a >= 18) {\n  f()\n}\n', 'if (a < 18) {\n  return\n}\nf()\n'],
    [
      'a guard in Python',
      'a.py',
      'if a >= 18:\n    f()\n    return 1\nreturn 2\n',
      'if a < 18:\n    return 2\nf()\nreturn 1\n',
    ],
    [
      'branches that change places',
      'a.js',
      'if (a > b) {\n  return 1\n} else {\n  return 2\n}\n',
      'if (a <= b) {\n  return 2\n} else {\n  return 1\n}\n',
    ],
    [
      'long branches that change places',
      'a.js',
      'if (a > b) {\n  f()\n  g()\n} else {\n  h()\n  i()\n}\n',
      'if (a <= b) {\n  h()\n  i()\n} else {\n  f()\n  g()\n}\n',
    ],
    ['an extracted function', 'a.js', 'g(a * 2 + 1)\n', 'const f = (n) => n * 2 + 1\ng(f(a))\n'],
    ['a moved function', 'a.js', 'const a = 1\nconst b = 2\nconst c = 3\n', 'const c = 3\nconst a = 1\nconst b = 2\n'],
    [
      'rows of a table in another order',
      'a.js',
      "const T = [\n  [1000, 'M'],\n  [500, 'D'],\n  [1, 'I']\n]\n",
      "const T = [\n  [1, 'I'],\n  [500, 'D'],\n  [1000, 'M'],\n]\n",
    ],
    ['a renamed name', 'a.js', 'const a = 1\nf(`${a} of 3`)\n', 'const count = 1\nf(`${count} of 3`)\n'],
    ['sides that change places', 'a.js', 'f(a > b)\n', 'f(b < a)\n'],
    ['a loop from zero', 'a.js', 'for (i = 1; i <= n; i++)\n  f(a[i - 1])\n', 'for (i = 0; i < n; i++)\n  f(a[i])\n'],
    ['another operator for nothing', 'a.js', 'f(a || b)\n', 'f(a ?? b)\n'],
  ])('%s', (_, path, before, after) => {
    expect(compare(path, before, after).filter(({ was }) => was !== undefined)).toEqual([])
  })
})

test('an import, and a string that names a file, follow a file that the commit moves', () => {
  const moves = movesIn([
    { path: 'src/a.js', class: 'production', before: '', after: null },
    { path: 'src/lib/a.js', class: 'production', before: null, after: '' },
  ])
  const [before, after] = [
    "import { a } from './a.js'\na(\n'src/a.js')\n",
    "import { a } from './lib/a.js'\na(\n'src/lib/a.js')\n",
  ]
  expect(findDifferences({ path: 'src/b.js', text: before }, { path: 'src/b.js', text: after }, moves)).toEqual([])
})

test('a changed value is found among other changes, and beside thousands of changed lines', () => {
  const many = (word: string) => Array.from({ length: 2_500 }, (_, n) => `${word}(a${n})`).join('\n')
  expect(say(compare('a.js', 'f(1)\nconst limit = 10\ng()\n', 'h(1, 2)\nf(1)\nconst limit = 99\ng()\n'))).toEqual([
    '3: 10 became 99',
    '1',
  ])
  expect(say(compare('a.js', 'const limit = 10\ng()\n', 'const limit = 99\nconst h = f\nh()\n'))).toEqual([
    '1: 10 became 99',
    '1',
  ])
  expect(say(compare('a.js', many('f'), many('g')))).toEqual(['1'])
})

describe('names that change everywhere hide no other difference', () => {
  test.each<[title: string, path: string, before: string, after: string, said: readonly string[]]>([
    [
      'a looser operator',
      'a.js',
      'exports.isAdmin = (id) => id === 0\n',
      'exports.isAdmin = (user) => user == 0\n',
      ['1: === became =='],
    ],
    ['another number', 'a.py', 'def f(a):\n    return a * 5\n', 'def f(b):\n    return b * 6\n', ['1: 5 became 6']],
    ['only names', 'a.js', 'exports.f = (a) => a * 5\n', 'exports.f = (b) => b * 5\n', ['1']],
    ['names that change places', 'a.js', 'exports.f = (a, b) => a - b\n', 'exports.f = (a, b) => b - a\n', ['1']],
  ])('%s', (_, path, before, after, said) => {
    expect(say(compare(path, before, after))).toEqual(said)
  })
})
