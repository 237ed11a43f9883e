import { describe, expect, test } from 'vitest'
import type { TestCase, TestRun } from '../../src/core/test-run.ts'
import { EMPTY_RUN } from '../../src/core/test-run.ts'
import { judgeAmong, withoutCanary } from '../../src/measure/canary-verdict.ts'

const PLACE = 'test/tdd-gate-canary.test.js'
const one = (name: string, outcome: TestCase['outcome'], file: string | null = null): TestCase => ({
  ...{ id: `${file} > ${name}`, name, outcome, file, suite: [], variant: null, nth: 1, mark: null },
  ...{ failure: null, durationMs: 1, retries: 0, attempts: [], isVolatile: false },
})
const run = (...cases: readonly TestCase[]): TestRun => ({ ...EMPTY_RUN, cases })

const DRIVER = one('takes a tenth', 'passed', 'test/discount.test.js')
const PASSES = one('tdd-gate canary passes', 'passed')
const FAILS = one('tdd-gate canary fails', 'failed')
const ALSO_FAILS = one('test_tdd_gate_canary_fails', 'errored')

describe('the canary among the drivers', () => {
  test.each<[string, TestRun]>([
    ['is reported as it is', run(DRIVER, PASSES, FAILS)],
    ['may fail more than once', run(DRIVER, FAILS, PASSES, ALSO_FAILS)],
    ['is not missed where nothing ran at all', run()],
  ])('%s', (_, seen) => {
    expect(judgeAmong(seen, PLACE)).toBeNull()
  })

  test.each<[string, TestRun, string]>([
    [
      'its failing test passes',
      run(DRIVER, PASSES, { ...FAILS, outcome: 'passed' }),
      'a test that must fail passed in the run with the drivers: something in this commit changes what tests mean',
    ],
    [
      'one of its failing tests passes',
      run(DRIVER, PASSES, FAILS, { ...ALSO_FAILS, outcome: 'passed' }),
      'a test that must fail passed in the run with the drivers',
    ],
    [
      'its failing test is skipped',
      run(DRIVER, PASSES, { ...FAILS, outcome: 'skipped' }),
      'a test that must fail was skipped in the run with the drivers',
    ],
    [
      'its passing test fails',
      run(DRIVER, { ...PASSES, outcome: 'failed' }, FAILS),
      'a test that must pass failed in the run with the drivers',
    ],
    [
      'its failing test is not there',
      run(DRIVER, PASSES),
      'a test that must fail was not reported in the run with the drivers',
    ],
    [
      'its passing test is not there',
      run(DRIVER, FAILS),
      'a test that must pass was not reported in the run with the drivers',
    ],
    [
      'a test of the project speaks for it',
      run(DRIVER, PASSES, { ...FAILS, file: 'test/discount.test.js' }),
      'a test that must fail was not reported in the run with the drivers',
    ],
  ])('proves nothing when %s', (_, seen, message) => {
    const problem = judgeAmong(seen, PLACE)
    expect(problem?.code).toBe('canary')
    expect(problem?.message).toContain(message)
    expect(problem?.message).toContain(PLACE)
  })
})

test('what is compared does not hold the canary, and nothing else is taken out', () => {
  const namesake = one('tdd-gate canary fails', 'failed', 'test/discount.test.js')
  expect(withoutCanary(run(DRIVER, PASSES, namesake, FAILS))).toEqual(run(DRIVER, namesake))
})
