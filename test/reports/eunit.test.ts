import { expect, test } from 'vitest'
import { junit } from '../../src/reports/formats/junit.ts'
import { identify, treeOf } from '../../src/reports/identity.ts'
import { differences, getTruth, readJunit } from '../support/corpus.ts'
import { parseText } from '../support/recorded.ts'

const report = readJunit('eunit/out/TEST-cases_tests.xml')
const getFailure = (name: string) => report.cases.findLast((one) => one.name === name)?.failure

test('a test that was cancelled is no skipped one, and the place of a test is no part of its name', () => {
  expect(differences(getTruth('eunit'), report.cases, 'full')).toEqual([
    // The report ends with what a failed set-up or a time-out ended.
    '- cases_tests exits_test: errored',
    '- cases_tests is never started: skipped',
  ])
  const { cases } = identify([report], treeOf(['test/cases_tests.erl']))
  expect(cases[0]?.id).toBe('test/cases_tests.erl > cases_tests > adds_test')
})

test('what was thrown is the message, which EUnit writes behind the stack', () => {
  expect(getFailure('fails_test')).toMatchObject({
    kind: 'assertion',
    message: expect.stringMatching(/^error:\{assertEqual,\[\{module,cases_tests\},/),
  })
  expect(getFailure('throws_test')).toMatchObject({ kind: 'error', message: 'error:boom' })
  expect(getFailure('times_out_test_')).toMatchObject({ kind: 'timeout', message: 'the test was cancelled: timeout' })
  expect(getFailure('missing_test')).toMatchObject({
    kind: 'missing-symbol',
    missing: { kind: 'symbol', name: 'nosuch:thing' },
  })
})

test.each([
  ['of another suite', 'cases', 'mod:8 adds_test', 'skipped', 'mod:8 adds_test'],
  ['of another name', "module 'mod'", 'adds_test', 'skipped', 'adds_test'],
  ['of EUnit', "module 'mod'", 'mod:8 adds_test', 'errored', 'adds_test'],
])('a skip with a type %s', (_what, suite, name, outcome, title) => {
  const skip = `<testsuite name="${suite}"><testcase name="${name}"><skipped type="timeout"/></testcase></testsuite>`
  expect(parseText(junit, skip).cases).toMatchObject([{ name: title, outcome }])
})
