/** Reads the reports of GoogleTest and Catch2, as recorded, and the errors of compilers. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ASSETS } from '../../../src/test-runner/command.ts'

interface Case {
  readonly name: string
  readonly suite: string
  readonly file: string
  readonly skip?: true
  readonly error?: { readonly message: string; readonly code?: string }
}

const { readCatch, readCompiler, readGoogle } = (await import(join(ASSETS, 'cmake-text.mjs'))) as {
  readonly readGoogle: (text: string) => readonly Case[] | null
  readonly readCatch: (text: string) => readonly Case[] | null
  readonly readCompiler: (text: string) => ReadonlyMap<string, string>
}
const recorded = (name: string) => readFileSync(`test/fixtures/cmake/${name}.xml`, 'utf8')
const summarize = (cases: readonly Case[] | null) =>
  cases?.map(({ name, suite, skip, error }) => {
    const outcome = skip ? 'skipped' : error === undefined ? 'passed' : error.code ? 'assertion' : 'error'
    return `${suite} ${name}: ${outcome}`.trim()
  })

test('GoogleTest: exceptions are no assertions, and disabled tests are skipped', () => {
  expect(summarize(readGoogle(recorded('gtest')))).toEqual([
    'Calc Passes: passed',
    'Calc Assertion: assertion',
    'Calc ExceptionInTest: error',
    'Calc ExceptionInProduction: error',
    'Calc DISABLED_Off: skipped',
    'Calc Skipped: skipped',
    'Few/P Doubles/0: passed',
    'Few/P Doubles/1: passed',
  ])
  expect(readGoogle(recorded('gtest'))?.[1]?.file).toBe('/home/user/project/gt.cpp')
})

test('Catch2: an exception is no assertion, and an expected failure passes', () => {
  const all = summarize(readCatch(recorded('catch2')))
  expect(all).toEqual(
    expect.arrayContaining([
      'passes: passed',
      'assertion: assertion',
      'exception in test: error',
      'expected failure: passed',
    ]),
  )
})

test('a report without its end is no report, because the program ended before its tests did', () => {
  expect(readGoogle(recorded('gtest').slice(0, -20))).toBeNull()
  expect(readCatch(recorded('catch2').slice(0, -20))).toBeNull()
})

test('errors of the compiler and of the linker stand at the file that they name', () => {
  const text =
    "/s/a_test.cpp:3:5: error: ‘quad’ was not declared in this scope\nred.cpp:(.text+0x1e): undefined reference to `triple(int)'\n"
  expect([...readCompiler(text)]).toEqual([
    ['/s/a_test.cpp', 'error: ‘quad’ was not declared in this scope'],
    ['red.cpp', "undefined reference to `triple(int)'"],
  ])
})
