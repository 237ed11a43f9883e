import { describe, expect, test } from 'vitest'
import { ReportError } from '../../../src/reports/format.ts'
import { pytestJson } from '../../../src/reports/formats/pytest-json.ts'
import { obeysTheLaws } from '../../support/laws.ts'
import { parseText, recorded } from '../../support/recorded.ts'

const stage = (outcome: string, part: object = {}) => ({ duration: 0.5, outcome, ...part })
const whole = { setup: stage('passed'), call: stage('passed'), teardown: stage('passed') }
const read = (part: object) =>
  parseText(pytestJson, JSON.stringify({ created: 1, duration: 1, exitcode: 0, root: '/app', tests: [], ...part }))
const only = (part: object) => read({ tests: [{ nodeid: 'tests/test_a.py::test_b', ...part }] }).cases[0]
const crash = (message: string) => ({ crash: { path: '/app/tests/test_a.py', lineno: 4, message } })

describe('pytest-json-report', () => {
  test.each([
    ['tests/test_a.py::test_b', 'tests/test_a.py', [], 'test_b'],
    ['tests/test_a.py::TestA::TestB::test_c[x::y]', 'tests/test_a.py', ['TestA', 'TestB'], 'test_c[x::y]'],
    ['tests/test_a.py::test_c[[a]::b]', 'tests/test_a.py', [], 'test_c[[a]::b]'],
    ['docs/a.md', 'docs/a.md', [], 'docs/a.md'],
  ])('%s', (nodeid, file, suite, name) => {
    expect(read({ tests: [{ nodeid, outcome: 'passed', ...whole }] }).cases[0]).toMatchObject({ file, suite, name })
  })

  test.each([
    ['passed', { outcome: 'passed', ...whole }, 'passed', null],
    ['passed without a call', { outcome: 'passed', setup: stage('passed') }, 'errored', null],
    ['passed of which a stage failed', { outcome: 'passed', ...whole, teardown: stage('failed') }, 'errored', null],
    ['skipped', { outcome: 'skipped', setup: stage('skipped') }, 'skipped', null],
    ['xfailed', { outcome: 'xfailed', ...whole, call: stage('skipped') }, 'passed', 'expected-failure'],
    ['xpassed', { outcome: 'xpassed', ...whole }, 'failed', 'unexpected-success'],
    ['rerun and passed', { outcome: 'rerun', ...whole }, 'passed', 'flaky'],
    ['rerun and not ended', { outcome: 'rerun', call: stage('rerun') }, 'errored', null],
    ['of a worker that died', { outcome: 'failed', '???': stage('failed') }, 'errored', null],
    ['of an unknown outcome', { outcome: 'fine', ...whole }, 'errored', null],
    ['of no outcome', whole, 'errored', null],
  ])('%s', (_what, part, outcome, mark) => {
    expect(only(part)).toMatchObject({ outcome, mark })
  })

  test('the stage that failed first tells why', () => {
    const part = { ...whole, call: stage('failed', crash('assert 1 == 2')), teardown: stage('failed', crash('boom')) }
    expect(only({ outcome: 'error', ...part })).toMatchObject({
      outcome: 'failed',
      durationMs: 1_500,
      failure: { kind: 'assertion', message: 'assert 1 == 2', line: 4 },
    })
  })

  test.each([
    [0, []],
    [1, ['The runner reports a failed run, but its report contains no failure.']],
    [2, ['the run was interrupted (exit code 2)']],
    [3, ['an internal error of pytest (exit code 3)']],
    [5, []],
  ])('exit code %i', (exitcode, runErrors) => {
    expect(read({ exitcode }).runErrors).toEqual(runErrors)
  })

  test('what was collected and not run makes the report incomplete', () => {
    const tests = [{ nodeid: 'a.py::b', outcome: 'passed', ...whole }]
    expect(read({ tests, summary: { total: 1, collected: 2 } }).isComplete).toBe(false)
    expect(read({ tests, summary: { total: 1, collected: 2, deselected: 1 } }).isComplete).toBe(true)
  })

  test('a summary alone is no report', () => {
    expect(() => read({ tests: undefined })).toThrow(ReportError)
  })

  obeysTheLaws(pytestJson, recorded('pytest-7/out/json-report.json'))
})
