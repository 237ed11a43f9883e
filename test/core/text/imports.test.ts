/** Whether imports of a test follow code that the same commit moves, or are the same in another form. */
import { beforeAll, describe, expect, test } from 'vitest'
import { type ChangedFile, importsFollow, movesIn } from '../../../src/core/text/imports.ts'
import { loadAllGrammars } from '../../support/grammars.ts'

beforeAll(loadAllGrammars)

const removed = (path: string): ChangedFile => ({ path, class: 'production', before: '', after: null })
const added = (path: string): ChangedFile => ({ path, class: 'production', before: null, after: '' })
const edited = (path: string, before: string, after: string): ChangedFile => ({
  path,
  class: 'production',
  before,
  after,
})
const moved = (from: string, to: string) => [removed(from), added(to)]
const follows = (path: string, before: string, after: string, changes: readonly ChangedFile[] = []) =>
  importsFollow({ path, text: before }, { path, text: after }, movesIn(changes))

describe('imports follow where', () => {
  test.each<[string, string, string, string, readonly ChangedFile[]]>([
    [
      'they stand in another order',
      'a.js',
      "import a from 'a'\nimport b from 'b'",
      "import b from 'b'\nimport a from 'a'",
      [],
    ],
    ['an ending is named', 't/a.js', "import { f } from '../a'\nf()", "import { f } from '../a.js'\nf()", []],
    [
      'require becomes import',
      't/a.js',
      "'use strict'\nconst { f, g: h } = require('../a')\nconst b = require('b')\nf(b, h)",
      "import { f, g as h } from '../a.js'\nimport b from 'b'\nf(b, h)",
      [],
    ],
    [
      'node: is added',
      'a.js',
      "import assert from 'assert'\nassert()",
      "import assert from 'node:assert'\nassert()",
      [],
    ],
    [
      'an import is split',
      'a.js',
      "import { a, b } from 'm'\na(b)",
      "import { a } from 'm'\nimport { b } from 'm'\na(b)",
      [],
    ],
    ['an import goes that nothing uses', 'a.js', "import { a, b } from 'm'\na()", "import { a } from 'm'\na()", []],
    [
      'types are imported from elsewhere',
      'a.ts',
      "import type { A } from 'm'\nf()",
      "import { type A } from 'n'\nf()",
      [],
    ],
    [
      'a file moves',
      'test/a.test.js',
      "import { f } from '../src/a.js'\nf()",
      "import { f } from '../src/b/a.js'\nf()",
      moved('src/a.js', 'src/b/a.js'),
    ],
    [
      'a file moves that is imported by an alias',
      'test/a.test.ts',
      "import { f } from '@/a'\nf()",
      "import { f } from '@/b/a'\nf()",
      moved('src/a.ts', 'src/b/a.ts'),
    ],
    [
      'a folder moves that has an index',
      'test/a.test.js',
      "import { f } from '../src/a'\nf()",
      "import { f } from '../src/b'\nf()",
      moved('src/a/index.js', 'src/b/index.js'),
    ],
    [
      'a mocked file moves',
      'test/a.test.js',
      "vi.mock('../src/a')\nf(1)",
      "vi.mock('../src/b')\nf(1)",
      moved('src/a.js', 'src/b.js'),
    ],
    [
      'a function moves to another file',
      'test/a.test.js',
      "import { f, g } from '../src/a.js'\nf(g)",
      "import { f } from '../src/a.js'\nimport { g } from '../src/b.js'\nf(g)",
      [
        edited('src/a.js', 'export const f = 1\nexport const g = 2', 'export const f = 1'),
        edited('src/b.js', 'export const h = 1', 'export const h = 1\nexport const g = 2'),
      ],
    ],
    [
      'a module moves in Python',
      'tests/test_a.py',
      'from shop.a import (\n    f,\n)\nf(1)\n',
      'from shop.b.a import f\nf(1)\n',
      moved('src/shop/a.py', 'src/shop/b/a.py'),
    ],
    [
      'a module moves that Python imports relatively',
      'shop/tests/test_a.py',
      'from ..a import f as g\ng(1)\n',
      'from ..b.a import f as g\ng(1)\n',
      moved('shop/a.py', 'shop/b/a.py'),
    ],
    [
      'a package moves in Go',
      'a_test.go',
      'package a\n\nimport (\n\t"testing"\n\n\t"example.com/shop/a/b"\n)\n\nvar x = b.C',
      'package a\n\nimport (\n\t"testing"\n\n\t"example.com/shop/b"\n)\n\nvar x = b.C',
      moved('a/b/b.go', 'b/c.go'),
    ],
    [
      'a class moves in Java',
      'src/test/java/a/ATest.java',
      'package a;\nimport a.B;\nclass ATest { B b; }',
      'package a;\nimport c.B;\nclass ATest { B b; }',
      moved('src/main/java/a/B.java', 'src/main/java/c/B.java'),
    ],
    [
      'a module moves in Rust',
      'tests/a.rs',
      'use shop::a::{f, g};\nf(g);',
      'use shop::b::{f, g};\nf(g);',
      moved('src/a.rs', 'src/b.rs'),
    ],
    [
      'a module moves that Rust names in a group',
      'tests/a.rs',
      'use shop::{a::{f, g}, c};\nf(g, c);',
      'use shop::{b::{f, g}, c};\nf(g, c);',
      moved('src/a.rs', 'src/b.rs'),
    ],
    [
      'only a comment uses what it imported',
      'a.js',
      "import { a, b } from 'm'\na() // b\n",
      "import { a } from 'm'\na() // b\n",
      [],
    ],
  ])('%s', (_, path, before, after, changes) => {
    expect(follows(path, before, after, changes)).toBe(true)
  })

  test('a test moves by itself', () => {
    const old = { path: 'test/a.test.js', text: "import { f } from '../src/a.js'\nf()" }
    const now = { path: 'test/b/a.test.js', text: "import { f } from '../../src/a.js'\nf()" }
    expect(importsFollow(old, now, movesIn([]))).toBe(true)
  })
})

describe('imports do not follow where', () => {
  test.each<[string, string, string, string, readonly ChangedFile[]]>([
    ['a copy is imported', 't/a.js', "import { f } from '../a.js'\nf()", "import { f } from './a.js'\nf()", []],
    [
      'a copy is added, and its origin stays',
      't/a.js',
      "import { f } from '../a.js'\nf()",
      "import { f } from './a.js'\nf()",
      [added('t/a.js')],
    ],
    [
      'the origin goes, and a file of tests comes',
      't/a.js',
      "import { f } from '../a.js'\nf()",
      "import { f } from './b.js'\nf()",
      [removed('a.js'), { ...added('t/b.js'), class: 'test' }],
    ],
    [
      'a package becomes a file',
      'a.js',
      "import { expect } from 'vitest'\nexpect()",
      "import { expect } from './e.js'\nexpect()",
      [],
    ],
    [
      'a strict module becomes a lax one',
      'a.js',
      "import a from 'node:assert/strict'\na()",
      "import a from 'node:assert'\na()",
      [],
    ],
    ['another name is imported', 'a.js', "import { f } from './b'\nf()", "import { g as f } from './b'\nf()", []],
    [
      'another name is required',
      'a.js',
      "const { f } = require('./b')\nf()",
      "const { g: f } = require('./b')\nf()",
      [],
    ],
    ['two names are swapped', 'a.js', "import { a, b } from 'm'\na(b)", "import { a as b, b as a } from 'm'\na(b)", []],
    ['another copy is required', 'a.js', "const { f } = require('./b')\nf()", "const { f } = require('./c')\nf()", []],
    ['another module is mocked', 'a.js', "vi.mock('./a')\nf()", "vi.mock('./b')\nf()", []],
    [
      'a module is loaded for its effects',
      'a.js',
      "import { f } from 'm'\nf()",
      "import './patch.js'\nimport { f } from 'm'\nf()",
      [],
    ],
    ['a global is replaced', 'a.js', 'expect(1)', "import { expect } from './lax.js'\nexpect(1)", []],
    [
      'another file of that name moves',
      't/a.js',
      "import { f } from '../a.js'\nf()",
      "import { f } from './a.js'\nf()",
      moved('x/a.js', 'y/a.js'),
    ],
    ['another module is imported in Python', 'a.py', 'from a import f\nf()\n', 'from b import f\nf()\n', []],
    ['another name is imported in Python', 'a.py', 'from a import f\nf()\n', 'from a import g as f\nf()\n', []],
    ['another package is imported in Go', 'a_test.go', 'import "m/a"\nvar x = a.C', 'import a "m/b"\nvar x = a.C', []],
    ['another class is imported in Java', 'A.java', 'import a.B;\nB b;', 'import c.B;\nB b;', []],
    ['another package is declared in Java', 'A.java', 'package a;\nB b;', 'package c;\nB b;', []],
    ['a text does not parse', 'a.js', "import { f } from 'm'\nf(", "import { f } from 'm'\nimport 'n'\nf(", []],
    ['another module is used in Rust', 'a.rs', 'use a::f;\nf();', 'use b::f;\nf();', []],
    ['another name is used in Rust', 'a.rs', 'use a::{f};\nf();', 'use a::{g as f};\nf();', []],
  ])('%s', (_, path, before, after, changes) => {
    expect(follows(path, before, after, changes)).toBe(false)
  })
})
