import { expect, test } from 'vitest'
import { fixture, printJunit, readJunit } from '../support/corpus.ts'
import { snapshot } from '../support/recorded.ts'

const PLACE = 'tests.test_mixed.MixedTest'

test('nose2 of expected failures, unexpected successes and what was raised', () => {
  expect(fixture('nose2/out/mixed.xml').length).toBeGreaterThan(0)
  expect(printJunit('nose2/out/mixed.xml')).toEqual([
    `${PLACE} > test_a | passed`,
    `${PLACE} > test_b_assert | failed | assertion | AssertionError: 4 != 5 : my message`,
    `${PLACE} > test_c_exception | errored | error | ValueError: in test`,
    `${PLACE} > test_d_production | errored | missing-symbol | AttributeError: 'int' object has no attribute 'nope'`,
    `${PLACE} > test_e_missing | errored | missing-symbol | AttributeError: module 'calc' has no attribute 'triple'`,
    `${PLACE} > test_f | skipped`,
    `${PLACE} > test_g | passed | expected-failure`,
    `${PLACE} > test_h_unexpected | failed | unexpected-success | assertion | test passes unexpectedly`,
    `${PLACE} > test_i_sub (n=1) | failed | assertion | AssertionError: 1 != 2`,
    `${PLACE} > test_i_sub (n=3) | failed | assertion | AssertionError: 3 != 2`,
  ])
  expect(snapshot('nose2')).toHaveLength(10)
})

test('a module that nose2 cannot import is a load error of its file', () => {
  const { cases, loadErrors } = readJunit('nose2/out/missing-module.xml')
  expect(loadErrors).toMatchObject([{ file: 'tests/test_x.py', kind: 'missing-symbol', missing: { name: 'geometry' } }])
  expect(cases.filter(({ name }) => name === 'test_x')).toEqual([])
})
