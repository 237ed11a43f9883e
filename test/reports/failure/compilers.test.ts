/** What compilers and interpreters print for a name that is missing, and for a file that does not parse: recorded. */
import { expect, test } from 'vitest'
import { classifyFailure } from '../../../src/reports/failure/failure-kind.ts'
import { UNPARSED } from '../../support/unparsed.ts'

const judge = (message: string) => classifyFailure({ message, element: 'error' })

const MISSING: readonly (readonly [string, string, string])[] = [
  ['gcc 12', '1.c:1:18: error: unknown type name ‘Basket’', 'Basket'],
  ['gcc 12', '2.c:1:25: error: ‘SIZE’ undeclared (first use in this function)', 'SIZE'],
  ['gcc 12', '3.c:2:38: error: ‘struct a’ has no member named ‘y’', 'y'],
  ['gcc 12', '4.c:1:27: error: storage size of ‘basket’ isn’t known', 'basket'],
  ['gcc 12', '5.c:2:25: error: too many arguments to function ‘area’', 'area'],
  [
    'gcc 12',
    '7.c:2:25: error: implicit declaration of function ‘area’ [-Werror=implicit-function-declaration]',
    'area',
  ],
  ['g++ 12', '2.cc:2:27: error: ‘total’ is not a member of ‘shop’', 'total'],
  ['g++ 12', '4.cc:2:22: error: no matching function for call to ‘A::A(int, int)’', 'A::A'],
  ['g++ 12', '5.cc:2:22: error: too many arguments to function ‘int f(int)’', 'int f'],
  ['g++ 12', '6.cc:1:1: error: ‘Basket’ does not name a type', 'Basket'],
  ['g++ 12', '7.cc:2:16: error: aggregate ‘A a’ has incomplete type and cannot be defined', 'A a'],
  ['g++ 12', '8.cc:1:21: error: ‘shop’ has not been declared', 'shop'],
  ['clang', "a.cc:1:1: error: unknown type name 'Basket'", 'Basket'],
  ['rustc', 'error[E0061]: this function takes 1 argument but 2 arguments were supplied', 'function'],
  ['rustc', 'error[E0277]: the trait bound `A: T` is not satisfied', 'A: T'],
  ['rustc', 'error[E0603]: function `hid` is private', 'hid'],
  ['rustc', 'error: cannot find macro `foo` in this scope', 'foo'],
  ['javac 17', 'A.java:2: error: method f in class P cannot be applied to given types;', 'f'],
  ['javac 17', 'E.java:2: error: constructor Q in class Q cannot be applied to given types;', 'Q'],
  ['go 1.19', '# x\nvet: ./x_test.go:7:4: a.Add undefined (type A has no field or method Add)', 'a.Add'],
]

test.each(MISSING)('%s names what is missing: %s', (_, message, name) => {
  expect(judge(message)).toEqual({ kind: 'missing-symbol', missing: { kind: 'symbol', name } })
})

test.each(UNPARSED)('%s: a file that does not parse lacks no name: %s', (_, message) => {
  expect(judge(message)).toEqual({ kind: 'error', missing: null })
})
