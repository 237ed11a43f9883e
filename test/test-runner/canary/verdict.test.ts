import { describe, expect, test } from 'vitest'
import type { TestCase, TestRun } from '../../../src/core/model/test-run.ts'
import { EMPTY_RUN } from '../../../src/core/model/test-run.ts'
import { absentNotes, judgeJoined, withoutCanaries } from '../../../src/test-runner/canary/verdict.ts'

const DISCOUNT = { path: 'test/discount.test.js', token: 'abc123' }
const CART = { path: 'test/cart.test.js', token: 'def456' }
const one = (name: string, outcome: TestCase['outcome'], file: string | null = DISCOUNT.path): TestCase => ({
  id: `${file} > ${name}`,
  name,
  outcome,
  file,
  suite: [],
  variant: null,
  nth: 1,
  mark: null,
  failure: null,
  durationMs: 1,
  retries: 0,
  attempts: [],
  isVolatile: false,
})
const run = (...cases: readonly TestCase[]): TestRun => ({ ...EMPTY_RUN, cases })

const DRIVER = one('takes a tenth', 'passed')
const FAILS = one('tdd-gate canary fails abc123', 'failed')

describe('the canary behind the drivers', () => {
  test.each<[string, TestRun]>([
    ['fails as it must', run(DRIVER, FAILS)],
    ['has the name that a language allows', run(DRIVER, one('test_tdd_gate_canary_fails_abc123', 'errored'))],
    ['is in no file that the report names', run(one('t', 'passed', null), { ...FAILS, file: null })],
    [
      'is not missed in a file of which no test ran',
      run(one('t', 'passed', CART.path), one('tdd-gate canary fails def456', 'failed', CART.path)),
    ],
    ['is not missed where nothing ran at all', run()],
  ])('is as it should be: it %s', (_, seen) => {
    expect(judgeJoined(seen, [DISCOUNT, CART])).toBeNull()
  })

  test.each<[string, TestRun, string]>([
    [
      'it passes',
      run(DRIVER, { ...FAILS, outcome: 'passed' }),
      'passed in the run with the drivers. Something in this commit changes what tests mean',
    ],
    [
      'it passes in one of two files',
      run(DRIVER, FAILS, one('tdd-gate canary fails def456', 'passed', CART.path)),
      CART.path,
    ],
    ['it is skipped', run(DRIVER, { ...FAILS, outcome: 'skipped' }), 'was skipped'],
    ['it is not there', run(DRIVER), 'was not reported'],
    ['no file is named, and it is not there', run(one('t', 'passed', null)), 'was not reported'],
    ['a test of the project speaks for it', run(DRIVER, one('tdd-gate canary fails', 'failed')), 'was not reported'],
  ])('proves nothing when %s', (_, seen, message) => {
    const problem = judgeJoined(seen, [DISCOUNT, CART])
    expect(problem?.code).toBe('canary')
    expect(problem?.message).toContain(message)
  })
})

test('the canary of a file that may have no place for it is not missed, and must not pass', () => {
  const optional = { ...DISCOUNT, mayBeAbsent: true } as const
  expect(judgeJoined(run(DRIVER), [optional])).toBeNull()
  expect(judgeJoined(run(one('t', 'passed', null)), [optional])).toBeNull()
  expect(judgeJoined(run(DRIVER, { ...FAILS, outcome: 'passed' }), [optional])?.code).toBe('canary')
})

test('readers learn in which files of the run no canary ran', () => {
  const optional = { ...DISCOUNT, mayBeAbsent: true } as const
  expect(absentNotes(run(DRIVER), [optional])).toEqual([expect.stringContaining(DISCOUNT.path)])
  expect(absentNotes(run(DRIVER, FAILS), [optional])).toEqual([])
  expect(absentNotes(run(one('t', 'passed', CART.path)), [optional])).toEqual([])
  expect(absentNotes(run(DRIVER), [DISCOUNT])).toEqual([])
})

describe('the canary of a package of Go, whose tests name no file', () => {
  const GO = [{ path: 'shop/cart_test.go', token: 'abc123' }]
  const inPackage = (name: string, outcome: TestCase['outcome'] = 'passed') => one(name, outcome, 'shop')

  test.each<[string, TestRun]>([
    ['fails as it must', run(inPackage('TestA'), inPackage('TestTddGateCanaryFails_abc123', 'failed'))],
    ['did not run after a panic', run(inPackage('TestA', 'failed'))],
    ['is in another package', run(one('TestA', 'passed', 'other'))],
  ])('is as it should be: it %s', (_, seen) => expect(judgeJoined(seen, GO)).toBeNull())

  test('is missed when all other tests of the package pass', () => {
    expect(judgeJoined(run(inPackage('TestA')), GO)?.message).toContain('was not reported')
  })

  test('is not missed when only files without tests changed', () => {
    expect(judgeJoined(run(inPackage('TestA')), [{ path: 'shop/export_test.go', token: 'abc123' }])).toBeNull()
  })
})

test('what is compared does not hold the canary, and nothing else is taken out', () => {
  const namesake = one('tdd-gate canary fails', 'failed')
  expect(withoutCanaries(run(DRIVER, namesake, FAILS), [DISCOUNT])).toEqual(run(DRIVER, namesake))
})
