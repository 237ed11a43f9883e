/** How much of a file an edit changes: nothing but its layout, its imports, what was taken out, or what it says. */
import { beforeAll, describe, expect, test } from 'vitest'
import type { TextEdit } from '../../../src/core/model/commit.ts'
import { getEdit, isTypesOnly } from '../../../src/core/text/edits.ts'
import { isContent } from '../../../src/core/text/nearby.ts'
import { loadAllGrammars } from '../../support/grammars.ts'

beforeAll(loadAllGrammars)

describe('an edit', () => {
  test.each<[string, string, string, string, TextEdit | null]>([
    ['a comment', 'a.js', 'f(1) // one\n', '/* more */\nf(1)\n', 'layout'],
    ['a comment in Python', 'a.py', 'x = 1  # one\n', '# two\nx = 1\n', 'layout'],
    ['a docstring', 'a.py', 'def f():\n    return 1\n', 'def f():\n    """Says one."""\n    return 1\n', 'layout'],
    ['a comment in SQL', 'a.sql', 'select 1', '-- one\nselect 1', 'layout'],
    ['white space', 'a.go', 'func f() int { return 1 }', 'func f() int {\n\treturn 1\n}\n', 'layout'],
    [
      'a formatter',
      'a.ts',
      "const f = x => { return ['a', 'b'] };",
      'const f = (x) => {\n  return ["a", "b",]\n}\n',
      'layout',
    ],
    ['semicolons taken away', 'a.js', 'f();\nreturn;\n;(a)()', 'f()\nreturn\n;(a)()', 'layout'],
    ['an import that only runs code', 'a.js', 'f()', "import './polyfill.js'\nf()", null],
    ['an import of code as an address', 'a.js', 'f()', "import x from 'data:text/javascript,g()'\nf()", null],
    ['a side effect of a package in Go', 'a.go', 'package a', 'package a\n\nimport _ "net/http/pprof"', null],
    ['an import of a style', 'a.js', 'f()', "import './page.css'\nf()", 'imports'],
    [
      'imports that run code, in another order',
      'a.js',
      "import './a.js'\nimport 'b'",
      "import 'b'\nimport './a.js'",
      'imports',
    ],
    [
      'an import that only runs code, of a file that moved',
      'a.js',
      "import './a/x.js'",
      "import './b/x.js'",
      'imports',
    ],
    ['a line end behind return', 'a.js', 'return a\n}', 'return\na\n}', null],
    ['a return that ends its block', 'a.js', '{ return }', '{\n  return;\n}', 'layout'],
    ['a semicolon behind a condition', 'a.js', 'if (a) b()', 'if (a); b()', null],
    ['a loop that does nothing', 'a.c', 'while (a(1)) b();', 'while (a(1)); b();', null],
    ['a semicolon in front of a bracket', 'a.js', 'a = b;\n(c)()', 'a = b\n(c)()', null],
    ['a head of a loop', 'a.js', 'for (a; b; c) d()', 'for (a; b c) d()', null],
    ['black', 'a.py', "f('a', 'b')\n", 'f(\n    "a",\n    "b",\n)\n', 'layout'],
    [
      'hints of types in Python',
      'a.py',
      'def f(a, b=1):\n  g()',
      'def f(a: list[int], b: int | None = 1) -> str:\n  g()',
      'layout',
    ],
    [
      'hints and their import',
      'a.py',
      'def f(a):\n  g()',
      'from typing import Any\n\ndef f(a: Any):\n  g()',
      'imports',
    ],
    ['a hint that calls something', 'a.py', 'def f(a):\n  g()', 'def f(a: h()):\n  g()', null],
    ['a default that is a function', 'a.py', 'def f(a=lambda x: x):\n  g()', 'def f(a=lambda x: y):\n  g()', null],
    [
      'as many blanks as black takes',
      'a.py',
      'if a:\n  if b:\n    c()\nd()\n',
      'if a:\n    if b:\n        c()\nd()\n',
      'layout',
    ],
    ['tabs for blanks', 'a.py', 'if a:\n  b()\n  c()\n', 'if a:\n\tb()\n\tc()\n', 'layout'],
    [
      'other blanks and another block',
      'a.py',
      'if a:\n  if b:\n    c()\n  d()\n',
      'if a:\n    if b:\n        c()\n        d()\n',
      null,
    ],
    [
      'a block taken out, and what stood behind it',
      'a.py',
      'if a:\n  b()\n  if c:\n    d()\n  e()\nf()\n',
      'if a:\n  b()\ne()\nf()\n',
      null,
    ],
    ['blanks of a text in Ruby', 'a.rb', 'f <<E\n  a\nE\n', 'f <<E\n    a\nE\n', null],
    ['another indent in Python', 'a.py', 'if a:\n    b()\nc()\n', 'if a:\n    b()\n    c()\n', null],
    ['a comma that makes a tuple', 'a.py', 'f((a))\n', 'f((a,))\n', null],
    ['a statement behind an import', 'a.py', 'import a\nf(1)\n', 'import a; g()\nf(1)\n', null],
    ['lines of a text that look like imports', 'a.py', 'a = """\nimport b\n"""\n', 'a = """\nimport c\n"""\n', null],
    ['a trait of a class', 'a.php', '<?php class A { use B; }', '<?php class A { use C; }', null],
    [
      'an import in a handler',
      'a.py',
      'try:\n  import a\nexcept E:\n  import b\n',
      'try:\n  import a\nexcept E:\n  import c\n',
      'imports',
    ],
    ['a group of imports', 'a.php', '<?php\nuse A\\{B, C};\nf();\n', '<?php\nuse D\\{B, C};\nf();\n', 'imports'],
    [
      'an import of two modules',
      'a.js',
      "const a = require('a'), b = require('b')\na(b)\n",
      "const a = require('c'), b = require('b')\na(b)\n",
      'imports',
    ],
    ['a value that C# closes', 'a.cs', 'using var a = B.C;\nf();\n', 'using var a = B.D;\nf();\n', null],
    [
      'code of C in a group of Go',
      'a.go',
      'package a\n\nimport (\n\t"C"\n)\n',
      'package a\n\nimport (\n\t"b"\n)\n',
      null,
    ],
    [
      'a name that a whole program of C# gets',
      'a.cs',
      'global using static A.B;\nf();\n',
      'global using static A.C;\nf();\n',
      null,
    ],
    ['an export inside of a text', 'a.js', 'f(`\nexports.a = 1\n`)\n', 'f(`\nexport const a = 1\n`)\n', null],
    ['a text that does not parse', 'a.js', 'f(1', 'f(1 // one', null],
    ['another number', 'a.js', 'f(1)', 'f(2)', null],
    ['another string', 'a.js', "f('a')", "f('b')", null],
    ['white space in a string', 'a.js', "f('a b')", "f('a  b')", null],
    ['a comment sign in a string', 'a.js', "f('http://a')", "f('http://b')", null],
    ['a line that is no comment any more', 'a.js', '// f()', 'f()', null],
    ['an import', 'a.js', "import { f } from './a.js'\nf(1)", "import { f } from './b/a.js'\nf(1)", 'imports'],
    [
      'an import of several lines',
      'a.ts',
      "import {\n  f,\n  g,\n} from './a'\nf(1)",
      "import { f } from './b'\nf(1)",
      'imports',
    ],
    [
      'CommonJS to ES modules',
      'a.js',
      "'use strict'\nconst { f } = require('./a')\nf(1)",
      "import { f } from './a.js'\nf(1)",
      'imports',
    ],
    ['a file that only hands on', 'a.js', '', "export { f } from './a.js'\n", 'imports'],
    ['the path of a mock', 'a.js', "vi.mock('../src/a')\nf(1)", "vi.mock('../src/b/a')\nf(1)", 'imports'],
    [
      'an import in Python',
      'test_a.py',
      'from a import (\n    f,\n)\n\nf(1)\n',
      'from b.a import f\n\nf(1)\n',
      'imports',
    ],
    [
      'an import in Go',
      'a_test.go',
      'package a\n\nimport (\n\t"a/b"\n)\n\nvar x = b.C',
      'package b\n\nimport "a/c/b"\n\nvar x = b.C',
      'imports',
    ],
    [
      'an import in Java',
      'A.java',
      'package a;\nimport a.B;\nclass A {}',
      'package b;\nimport b.B;\nclass A {}',
      'imports',
    ],
    [
      'CommonJS that becomes ES modules',
      'a.js',
      "const { g } = require('./g')\nexports.f = () => g(1)\nmodule.exports.h = 2\n",
      "import { g } from './g.js'\nexport const f = () => g(1)\nexport const h = 2\n",
      'imports',
    ],
    [
      'a list of exports that becomes one of ES modules',
      'a.js',
      "'use strict'\nfunction f() {}\nmodule.exports = { f }\n",
      'function f() {}\nexport { f }\n',
      'imports',
    ],
    ['a default export', 'a.js', 'module.exports = class A {}\n', 'export default class A {}\n', 'imports'],
    ['an export of another value', 'a.js', 'exports.f = 1\n', 'export const f = 2\n', null],
    ['an import and more', 'a.js', "import { f } from './a.js'\nf(1)", "import { f } from './b.js'\nf(2)", null],
    ['what was taken out', 'a.js', 'export const a = 1\nexport const b = 2\n', 'export const a = 1\n', 'removal'],
    ['nothing', 'a.js', 'f(1)', 'f(1)', 'layout'],
    ['a file of no known language', 'a.xyz', 'one', ' one', null],
  ])('%s', (_, path, before, after, expected) => {
    expect(getEdit(path, before, after)).toBe(expected)
  })

  test.each<[string, string, string, TextEdit | null]>([
    ['a cast', 'const a = b[c]\n', 'const a = (b as Record<string, number>)[c]\n', 'layout'],
    ['a cast of an argument', 'f(b)\n', 'f(b as number)\n', 'layout'],
    ['all arguments in one name', 'const f = (...a: B[]) => a\n', 'const f = (...a) => a\n', 'layout'],
    ['a value where nothing stood', 'const a = [c]\n', 'const a = (b as Record<string, number>)[c]\n', null],
    ['a call', 'const a = f.c\n', 'const a = f(b as number).c\n', null],
  ])('%s is no more than its value', (_, before, after, edit) => {
    expect(getEdit('a.ts', before, after)).toBe(edit)
  })

  test.each<[string, string, string, TextEdit | null]>([
    ['an interface beside an enumeration', 'enum A { B }\n', 'enum A { B }\nexport interface C { d: A }\n', 'layout'],
    ['a generic function', 'f(a)\n', 'f<A>(a!)\n', 'layout'],
    [
      'a class that has types',
      'class A { b = 1; c() {} }\n',
      'abstract class A<T> implements B { private readonly b: T = 1; c?(): void {} }\n',
      'layout',
    ],
    ['a field that a class only describes', 'class A {}\n', 'class A { declare b: B; abstract c: C }\n', 'layout'],
    ['overloads', 'function f(a) {}\n', 'export {}\nfunction f(a: 1): 2\nfunction f(a?: any) {}\n', null],
    ['a parameter that is no value', 'function f(a) {}\n', 'function f(this: A, a?: B): asserts a is B {}\n', 'layout'],
    [
      'types among imports',
      "import { b } from './a'\nb()\n",
      "import { b, type A } from './a'\nimport type { C } from './c'\nb()\n",
      'layout',
    ],
    [
      'a field that a constructor declares',
      'class A { constructor(b) {} }\n',
      'class A { constructor(private b: B) {} }\n',
      null,
    ],
    ['a member of an enumeration', 'enum A { B }\n', 'enum A { B, C }\n', null],
    ['a type that holds code', 'const a = b as C\n', 'const a = (b as C) + c\n', null],
  ])('types count only where they are code: %s', (_, before, after, expected) => {
    expect(getEdit('a.ts', before, after)).toBe(expected)
    expect(getEdit('a.tsx', before, after)).toBe(expected)
  })

  test('the gate does not compare texts that are too long', () => {
    expect(getEdit('a.js', 'f(1)', `f(1) // ${'x'.repeat(600_000)}`)).toBeNull()
  })
})

test.each([
  ['src/style.css', true],
  ['src/app.scss', true],
  ['db/001.sql', true],
  ['locales/de.json', true],
  ['src/i18n/fr.yml', true],
  ['lang/messages.po', true],
  ['src/messages_de.properties', true],
  ['assets/logo.svg', true],
  ['public/logo.png', true],
  ['src/rates.json', false],
  ['src/a.js', false],
  ['index.html', false],
])('%s is content: %s', (path, expected) => {
  expect(isContent(path)).toBe(expected)
})

test.each([
  ['an interface', 'a.ts', 'export interface Item {\n  readonly price: number\n}\n', true],
  [
    'types that import others',
    'a.mts',
    "import type { A } from './a.js'\n/** B. */\nexport type B = A | null\nexport {}\n",
    true,
  ],
  ['a value beside a type', 'a.ts', 'export type A = 1\nexport const a: A = 1\n', false],
  ['an import with effects', 'a.ts', "import './effects.js'\nexport type A = 1\n", false],
  ['JavaScript', 'a.js', '// nothing\n', false],
])('%s: a file has only types', (_, path, text, expected) => {
  expect(isTypesOnly(path, text)).toBe(expected)
})
