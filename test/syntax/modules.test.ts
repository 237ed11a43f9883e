/** What a text imports, under which names, as its syntax tree says. */
import { beforeAll, describe, expect, test } from 'vitest'
import { readImports } from '../../src/syntax/index.ts'
import { loadAllGrammars } from '../support/grammars.ts'

beforeAll(loadAllGrammars)

/** `c of ./a as d`; a call that loads a module has a number in the place of its name. */
const say = (path: string, text: string) =>
  readImports(path, text)?.flatMap(({ bindings }) =>
    bindings.map(({ module, name, local }) => `${name} of ${module} as ${local}`),
  )

describe('an import binds', () => {
  test.each<[string, string, string, string[]]>([
    ['names', 'a.js', "import { a, b as c } from './x'", ['a of ./x as a', 'b of ./x as c']],
    ['a module', 'a.js', "import a, * as b from './x'", ['* of ./x as a', '* of ./x as b']],
    ['nothing', 'a.js', "import './x'\nimport {} from './y'", [' of ./x as ', ' of ./y as ']],
    [
      'what it requires',
      'a.js',
      "const { a, b: c } = require('x'), d = require('y')",
      ['a of x as a', 'b of x as c', '* of y as d'],
    ],
    [
      'what it hands on',
      'a.js',
      "export { a as b } from 'x'\nexport * from 'y'\nexport * as c from 'z'",
      ['a of x as b', '* of y as *', '* of z as c'],
    ],
    ['a module that is called `type`', 'a.ts', "import type from 'x'", ['* of x as type']],
    [
      'no type',
      'a.ts',
      "import type { A } from 'x'\nimport { type B, c } from 'y'\nexport type { D } from 'z'",
      ['c of y as c'],
    ],
    ['a module of CommonJS in TypeScript', 'a.ts', "import a = require('x')", ['* of x as a']],
    ['names of Python', 'a.py', 'from a.b import (\n  c,  # one\n  d as e,\n)', ['c of a/b as c', 'd of a/b as e']],
    ['modules of Python', 'a.py', 'import a.b, c as d', ['* of a/b as a.b', '* of c as d']],
    ['relative modules of Python', 'a.py', 'from . import a\nfrom ..b import *', ['a of ./ as a', '* of ../b as *']],
    [
      'packages of Go',
      'a.go',
      'package a\n\nimport (\n\t. "x"\n\tb "y/z"\n\t"w/v2"\n)',
      [' of x as .', ' of y/z as b', ' of w/v2 as w'],
    ],
    [
      'classes of Java',
      'A.java',
      'import a.B;\nimport static a.B.c;\nimport d.*;',
      ['B of a/B as B', 'c of a/B/c as c', '* of d/* as *'],
    ],
    ['another name of C#', 'a.cs', 'using A.B;\nusing C = A.D;', [' of A/B as ', ' of A/D as C']],
    [
      'groups of Rust',
      'a.rs',
      'use a::{b, c::{self, d as e}};\npub use f::*;',
      ['b of a/b as b', 'c of a/c as c', 'd of a/c/d as e', '* of f/* as *'],
    ],
    [
      'groups of PHP',
      'a.php',
      '<?php\nuse A\\{B, C as D};\nuse function E\\f;',
      ['B of A/B as B', 'C of A/C as D', 'function f of E/f as f'],
    ],
    ['files of Ruby', 'a.rb', "require 'a'\nrequire_relative('../b')", [' of a as ', ' of ./../b as ']],
    ['headers of C', 'a.c', '#include <a.h>\n#include "b/c.h"\n', [' of a.h as ', ' of b/c.h as ']],
    [
      'what a call loads',
      'a.js',
      "vi.mock('./a', f)\nconst b = await import('./c')",
      [' of ./a as #0', ' of ./c as #1'],
    ],
  ])('%s', (_, path, text, bindings) => {
    expect(say(path, text)).toEqual(bindings)
  })
})

describe('no import is', () => {
  test.each([
    ['a line of a text', 'a.js', "f(`\nimport './x'\n`)"],
    ['a comment', 'a.py', '# import a'],
    ['a destructured default', 'a.js', "const { a = f() } = require('x')"],
    ['code of C in Go', 'a.go', 'package a\n\nimport (\n\t"C"\n)'],
    ['a name that a whole program of C# gets', 'a.cs', 'global using static A.B;'],
    ['a value that C# closes', 'a.cs', 'using var a = b;'],
    ['a computed file of Ruby', 'a.rb', 'require File.join(a)\nrequire "#{b}"'],
    ['a trait of a class of PHP', 'a.php', '<?php class A { use B; }'],
  ])('%s', (_, path, text) => {
    const own = readImports(path, text)?.filter(({ isCall }) => !isCall)
    expect(own?.filter(({ start, end }) => !/^package/.test(text.slice(start, end)))).toEqual([])
  })
})

test('the imports of a text that does not parse are not known', () => {
  expect(readImports('a.js', "import { a from './b'")).toBeNull()
})
