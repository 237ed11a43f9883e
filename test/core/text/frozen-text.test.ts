/** What counts as a comment in a test file: only what no language can read as code or data. */
import { beforeAll, describe, expect, test } from 'vitest'
import { getEdit } from '../../../src/core/text/edits.ts'
import { keepsTests } from '../../../src/core/text/written-tests.ts'
import { loadAllGrammars } from '../../support/grammars.ts'

beforeAll(loadAllGrammars)

const edit = (path: string, before: string, after: string) => getEdit(path, before, after, 'certain')

describe('an edit of a test file is no comment', () => {
  test.each([
    ['a line end of JavaScript in it', 'a.test.js', 'f() // one\ng()\n', 'f() // one\u2028return\ng()\n'],
    ['a carriage return of Python in it', 'test_a.py', '  # one\n  f()\n', '  # one\r  return\n  f()\n'],
    ['a regular expression around it', 'a.test.js', "/[//]/.test('/') && f()\n", "/[//]/.test('/') || f()\n"],
    ['an escaped one', 'a.test.js', '/a:\\/\\//.test(b) && f()\n', '/a:\\/\\//.test(b) || f()\n'],
    ['a template in a template', 'a.test.js', '`${a ? `//` : 1}` && f()\n', '`${a ? `//` : 1}` || f()\n'],
    ['text of JSX', 'a.test.tsx', "f(<p>don't</p>, <p>http://a</p>)\n", "f(<p>don't</p>, <p>http://b</p>)\n"],
    ['a regular expression of Ruby', 'a_test.rb', "/#/.match?('#') && f\n", "/#/.match?('#') || f\n"],
    ['words of Ruby', 'a_test.rb', '%w[# a].any? && f\n', '%w[# a].any? || f\n'],
    ['a character of Ruby', 'a_test.rb', 'a(?#) && f\n', 'a(?#) || f\n'],
    ['a text of Ruby', 'a_test.rb', 'f <<~E\n  # 90\nE\n', 'f <<~E\n  # 70\nE\n'],
    ['a text of shells', 'a.sh', 'f <<E\n# 90\nE\n', 'f <<E\n# 70\nE\n'],
    ['a text of Elixir', 'a_test.exs', 'assert a ==\n"""\n90\n"""\n', 'assert a ==\n"""\n70\n"""\n'],
    ['a text of Kotlin', 'ATest.kt', 'f("""\n// 90\n""")\n', 'f("""\n// 70\n""")\n'],
    ['a text of Rust', 'a.rs', 'f("a\n// 90\n");\n', 'f("a\n// 70\n");\n'],
    ['the end of PHP', 'ATest.php', 'f(); // one\ng();\n', 'f(); // one ?><?php return;\ng();\n'],
    ['a line of C that goes on', 'a_test.c', '// one\nf();\n', '// one \\\nf();\n'],
    ['data of YAML', 'test/a.yml', 'a: |\n  # 90\n', 'a: |\n  # 70\n'],
    ['a text of Python behind a broken line', 'test_a.py', 'assert a == \\\n"""90"""\n', 'assert a == \\\n"""70"""\n'],
    ['quoted words of Perl', 'a.pl', 'f(q{\n# 90\n});\n', 'f(q{\n# 70\n});\n'],
    ['a sigil of Elixir', 'a_test.exs', 'f(~s(\n# 90\n))\n', 'f(~s(\n# 70\n))\n'],
    ['an escape of Java in it', 'ATest.java', 'f(); // one\ng();\n', 'f(); // one \\u000a return;\ng();\n'],
    ['lines of JSX', 'a.test.jsx', 'f(<p>\n// 90\n</p>)\n', 'f(<p>\n// 70\n</p>)\n'],
    ['an f-string of Python', 'test_a.py', 'f"{a["#"]}" and f()\n', 'f"{a["#"]}" or f()\n'],
    ['a build line of Go', 'a_test.go', '// one\n\npackage a\n', '//go:build never\n\npackage a\n'],
    ['an old build line of Go', 'a_test.go', '// one\n\npackage a\n', '// +build never\n\npackage a\n'],
    ['a file of Go', 'a_test.go', '//go:embed a.txt\nvar s string\n', '//go:embed b.txt\nvar s string\n'],
    ['a line of Go from elsewhere', 'a_test.go', '// one\nfunc s() {}\n', '//line x.go:3\nfunc s() {}\n'],
    ['what Go prints', 'a_test.go', '\tf()\n\t// Output:\n\t// 3\n', '\tf()\n\t// Output:\n\t// 4\n'],
    ['what Go prints in one line', 'a_test.go', '\tf()\n\t// Output: 3\n', '\tf()\n'],
    ['code of C in Go', 'a_test.go', '// int f();\nimport "C"\n', '// int g();\nimport "C"\n'],
    ['an encoding of Python', 'test_a.py', '# one\nf()\n', '# -*- coding: rot13 -*-\nf()\n'],
    ['another program for Python', 'test_a.py', '#!/bin/sh\nf()\n', '#!/bin/true\nf()\n'],
    [
      'an example in a docstring',
      'test_a.py',
      'def f():\n    """\n    >>> 1\n    1\n    """\n',
      'def f():\n    """."""\n',
    ],
    [
      'a docstring that a test reads',
      'test_a.py',
      'def f():\n    """1."""\nf.__doc__\n',
      'def f():\n    """2."""\nf.__doc__\n',
    ],
    ['an error that a test of types expects', 'test_a.py', 'f()  # E: one\n', 'f()  # one\n'],
    [
      'an environment of Vitest',
      'a.test.ts',
      '// @vitest-environment node\nf()\n',
      '// @vitest-environment ./a.ts\nf()\n',
    ],
    [
      'an environment of Jest',
      'a.test.js',
      '/** @jest-environment node */\nf()\n',
      '/** @jest-environment ./a.js */\nf()\n',
    ],
    ['an error that TypeScript expects', 'a.test.ts', '// @ts-expect-error\nf()\n', '// one\nf()\n'],
    ['a reference of TypeScript', 'a.test.ts', '/// <reference path="a" />\n', '/// <reference path="b" />\n'],
    ['a map of sources', 'a.test.js', 'f() // one\n', 'f() //# sourceMappingURL=data:a\n'],
    ['a mark of PHPUnit', 'ATest.php', '/** @test */\nf();\n', '/** One. */\nf();\n'],
    ['literals of Ruby', 'a_test.rb', '# frozen_string_literal: true\nf\n', '# one\nf\n'],
    ['an encoding of Ruby', 'a_test.rb', '# one\nf\n', '# encoding: ascii-8bit\nf\n'],
    ['a line of Perl from elsewhere', 'a.pl', '# one\nf();\n', '# line 3 "a"\nf();\n'],
    ['a language without a grammar', 'ATest.kt', 'f() // one\n', 'f() // two\n'],
    ['a language without a grammar, on its own line', 'a.pl', '# one\nf();\n', '# two\nf();\n'],
    ['code of MySQL', 'a.sql', '/*! select 1 */;\n', '/*! select 2 */;\n'],
    ['a trigraph of C', 'a_test.c', '// one\nf();\n', '// one ??/\nf();\n'],
  ])('with %s', (_, path, before, after) => {
    expect(['layout', 'imports']).not.toContain(edit(path, before, after))
    expect(keepsTests(path, before, after)).toBe(false)
  })
})

test.each([
  ['JavaScript', 'a.test.js', "f('http://a') // one\n", "f('http://a') // two\n"],
  ['a quote in a regular expression', 'a.test.js', '/"/.test(b)\nf() // "a\ng()\n', '/"/.test(b)\nf() // "b\ng()\n'],
  ['a line of TypeScript', 'a.test.ts', 'const a = `x\n`\n// one\nf()\n', 'const a = `x\n`\n// two\nf()\n'],
  ['a quotient', 'a.test.ts', 'f(a / 2)\n// one\n', 'f(a / 2)\n// two\n'],
  ['Python', 'test_a.py', "f('#') # one\n", "f('#')  # two\n"],
  ['a docstring', 'test_a.py', 'def test_a():\n    """One."""\n    f()\n', 'def test_a():\n    """Two."""\n    f()\n'],
  ['Go', 'a_test.go', 'f() // one\n', 'f() // two\n'],
  ['Rust', 'a.rs', "fn f<'a>(a: &'a str) {} // one\n", "fn f<'a>(a: &'a str) {} // two\n"],
  ['a line of Ruby', 'a_test.rb', '# one\nf(1)\n', '# two\nf(1)\n'],
  ['a line of a shell', 'a.sh', '# one\nf 1\n', '# two\nf 1\n'],
  ['a note of Python', 'test_a.py', '# TODO: one\nf()\n', '# Note: two\nf()  # type: ignore\n'],
  ['a note of Ruby', 'a_test.rb', '# Given: one\nf(1)\n', '# given two: items\nf(1)\n'],
  ['words of Go', 'a_test.go', '// TestA: output is one\nfunc TestA() {}\n', '// TestA go: two\nfunc TestA() {}\n'],
  ['an address', 'a.test.js', '// ask a@example.com\nf()\n', '// ask b@example.com: c\nf()\n'],
  ['code that is off', 'a.test.js', '//f(1)\nf()\n', '// f(2)\nf()\n'],
])('a comment of %s in a test file is layout', (_, path, before, after) => {
  expect(edit(path, before, after)).toBe('layout')
})

test('each comment of a file without tests counts: it may be data that a test reads', () => {
  expect(getEdit('test/expected.py', 'a = 1\n# 90\n', 'a = 1\n# 70\n', 'kept')).toBeNull()
  expect(getEdit('test/help.py', 'a = 1\n# 90\n', 'a  =  1\n\n# 90\n', 'kept')).toBe('layout')
})

test.each([
  ['a build line of Go', 'a.go', '// one\n\npackage a\n', '//go:build never\n\npackage a\n', null],
  ['code of C in Go', 'a.go', '// int f();\nimport "C"\n', '// int g();\nimport "C"\n', null],
  ['types of a document', 'a.js', '/** @param {A} a */\nf()\n', '/** @param {B} a */\nf()\n', 'layout'],
])('a comment of production with %s', (_, path, before, after, expected) => {
  expect(getEdit(path, before, after)).toBe(expected)
})
