import { beforeAll, expect, test } from 'vitest'
import { addedExports } from '../../../src/core/text/imports.ts'
import { loadAllGrammars } from '../../support/grammars.ts'

beforeAll(loadAllGrammars)

const ofNew = (path: string, after: string) => addedExports([{ path, before: null, after }]).get(path) ?? []

test.each([
  [
    'JavaScript',
    'a.js',
    'export const b = 1\nexport async function f() {}\nexport { x as y, z }\nconst own = 1\n',
    ['b', 'f', 'y', 'z'],
  ],
  ['CommonJS', 'a.cjs', 'exports.f = 1\nmodule.exports = { g, h: 2 }\n', ['f', 'g', 'h']],
  ['TypeScript, without its types', 'a.ts', 'export interface A {}\nexport type B = 1\nexport class C {}\n', ['C']],
  [
    'Python, without private names',
    'a.py',
    'def f():\n    def g():\n        pass\nclass C: pass\ndef _own(): pass\n',
    ['C', 'f'],
  ],
  [
    'Go, without private names',
    'a.go',
    'func F() {}\nfunc (c *C) M() {}\nfunc own() {}\ntype T struct{}\n',
    ['F', 'M', 'T'],
  ],
  ['Rust', 'a.rs', 'pub fn f() {}\nfn own() {}\n', ['f']],
  ['JavaScript that takes a value apart', 'a.js', 'export const { a, b: [c] } = o, d = 1\n', ['a', 'c', 'd']],
  [
    'JavaScript on several lines',
    'a.js',
    'export {\n  a as b, // one, two\n  c,\n}\nexport * as d from "d"\n',
    ['b', 'c', 'd'],
  ],
  ['JavaScript, without texts', 'a.js', 'const own = `\nexport const a = 1\n`\n', []],
  ['CommonJS with methods', 'a.cjs', 'module.exports = { a() {}, b: { c: 1 }, ...d }\n', ['a', 'b']],
  [
    'TypeScript that lists a type',
    'a.ts',
    'export { type A, b }\nexport type { C }\nexport namespace D {}\n',
    ['D', 'b'],
  ],
  ['Python with decorators', 'a.py', '@g\n# one\ndef f(): pass\n', ['f']],
  ['Go in groups', 'a.go', 'package a\n\nconst (\n\tA = 1\n\tb = 2\n)\n\nvar C, d = 1, 2\n', ['A', 'C']],
  ['Rust with marks', 'a.rs', '#[inline]\npub(crate) unsafe extern "C" fn f() {}\npub type A = u8;\n', ['A', 'f']],
])('`addedExports` finds what a new file of %s hands out', (_, path, text, names) => {
  expect(ofNew(path, text)).toEqual(names)
})

test('`addedExports` leaves out a name that stood in any of the files before', () => {
  const moved = addedExports([
    {
      path: 'cart.js',
      before: 'const plus = 1\nexport const total = plus\n',
      after: "import { plus } from './sum.js'\nexport const total = plus\n",
    },
    { path: 'sum.js', before: null, after: 'export const plus = 1\nexport const minus = 2\n' },
  ])
  expect([...moved]).toEqual([['sum.js', ['minus']]])
})

test('a comment does not make a name known', () => {
  const files = [{ path: 'a.js', before: '// plus\n', after: 'export const plus = 1\n' }]
  expect([...addedExports(files)]).toEqual([['a.js', ['plus']]])
})

test('a text that does not parse may export each of its new words', () => {
  const files = [{ path: 'a.js', before: 'const plus = 1\n', after: 'const plus = 1\nexport const minus = (\n' }]
  expect(addedExports(files).get('a.js')).toContain('minus')
})

test.each([
  ['JavaScript', 'a.js', 'export function f(a, b) {}\n', 'export function f(a, b = 1, ...c) {}\n', ['f(b)', 'f(c)']],
  ['CommonJS', 'a.cjs', 'exports.f = (a) => a\n', 'exports.f = (a, b = 1) => a\n', ['f(b)']],
  ['TypeScript', 'a.ts', 'export const f = (a: A) => a\n', 'export const f = (b: A, a?: B) => b\n', ['f(a)']],
  ['Python', 'a.py', 'def f(a): pass\n', 'def f(a, b=1): pass\n', ['f(b)']],
  ['Go', 'a.go', 'func F(a int) {}\n', 'func F(a int, b ...int) {}\n', ['F(b)']],
  ['JavaScript with another name for it', 'a.js', 'export function f(a = 1) {}\n', 'export function f(b = 1) {}\n', []],
  ['JavaScript that keeps it for itself', 'a.js', 'function f() {}\n', 'function f(a = 1) {}\n', []],
])('`addedExports` finds what callers of a function of %s may leave out', (_, path, before, after, names) => {
  expect(addedExports([{ path, before, after }]).get(path) ?? []).toEqual(names)
})
