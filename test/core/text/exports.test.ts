import { expect, test } from 'vitest'
import { addedExports } from '../../../src/core/text/exports.ts'

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
