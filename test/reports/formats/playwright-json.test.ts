import { describe, expect, test } from 'vitest'
import { playwrightJson } from '../../../src/reports/formats/playwright-json.ts'
import { obeysTheLaws } from '../../support/laws.ts'
import { parseText, recorded } from '../../support/recorded.ts'

const result = (status: string, part: object = {}) => ({ status, duration: 3, errors: [], retry: 0, ...part })
const document = (part: object) =>
  JSON.stringify({ config: { rootDir: '/app/tests' }, suites: [], errors: [], ...part })
const read = (part: object) => parseText(playwrightJson, document(part))
const specs = (...tests: readonly object[]) => ({
  suites: [
    {
      title: 'a.spec.ts',
      file: 'a.spec.ts',
      specs: [],
      suites: [{ title: 'cart', specs: [{ title: 'adds', file: 'a.spec.ts', line: 3, tests }] }],
    },
  ],
})
const only = (part: object) => {
  const of = { expectedStatus: 'passed', projectName: 'chrome', annotations: [], status: 'expected', results: [] }
  return read(specs({ ...of, ...part })).cases[0]
}
const no = { error: { message: 'Error: no', stack: 'Error: no\n    at /app/tests/a.spec.ts:4:2' } }

describe('playwright json', () => {
  test('a test has its project, its file and the suites inside of it', () => {
    expect(only({ results: [result('passed')] })).toMatchObject({
      variant: 'chrome',
      file: '/app/tests/a.spec.ts',
      suite: ['cart'],
      name: 'adds',
      durationMs: 3,
    })
  })

  test.each([
    ['its list of errors', { errors: [{ message: 'Error: no' }] }],
    ['its error', no],
  ])('a try that passed and says otherwise in %s has failed', (_where, part) => {
    expect(only({ results: [result('passed', part)] })).toMatchObject({
      outcome: 'errored',
      failure: { message: expect.stringContaining('no') },
    })
    const expected = { expectedStatus: 'failed', results: [result('passed', part)] }
    expect(only(expected)?.failure).not.toBeNull()
  })

  test.each([
    ['passed', { results: [result('passed')] }, 'passed', null, 0],
    ['flaky', { status: 'flaky', results: [result('failed', no), result('passed')] }, 'passed', 'flaky', 1],
    ['failed', { status: 'unexpected', results: [result('failed', no)] }, 'errored', null, 0],
    ['timed out', { status: 'unexpected', results: [result('timedOut')] }, 'errored', null, 0],
    ['expected to fail', { expectedStatus: 'failed', results: [result('failed')] }, 'passed', 'expected-failure', 0],
    [
      'expected to fail and passed',
      { expectedStatus: 'failed', status: 'unexpected', results: [result('passed')] },
      'failed',
      'unexpected-success',
      0,
    ],
    ['skipped', { expectedStatus: 'skipped', status: 'skipped', results: [result('skipped')] }, 'skipped', null, 0],
    [
      'fixme',
      { expectedStatus: 'skipped', status: 'skipped', annotations: [{ type: 'fixme' }], results: [result('skipped')] },
      'skipped',
      'todo',
      0,
    ],
    ['never run', { status: 'skipped' }, 'skipped', 'not-run', 0],
    ['expected, of which every try failed', { results: [result('failed', no)] }, 'errored', null, 0],
    ['unexpected, of which a try passed', { status: 'unexpected', results: [result('passed')] }, 'errored', null, 0],
    ['of an unknown verdict', { status: 'fine', results: [result('passed')] }, 'errored', null, 0],
    ['of an unknown try', { results: [result('perhaps')] }, 'errored', null, 0],
  ])('%s', (_what, part, outcome, mark, retries) => {
    expect(only(part)).toMatchObject({ outcome, mark, retries })
  })

  test('a time-out has the kind timeout', () => {
    expect(only({ status: 'unexpected', results: [result('timedOut')] })?.failure?.kind).toBe('timeout')
  })

  test('an interrupted run is not complete', () => {
    const test = { expectedStatus: 'passed', status: 'skipped', results: [result('interrupted')] }
    expect(read(specs(test)).isComplete).toBe(false)
  })

  test('an error belongs to a file that did not load, to a file with tests, or to the run', () => {
    const at = (file: string) => ({ message: `Error: in ${file}`, location: { file, line: 1, column: 1 } })
    const errors = [at('/app/tests/b.spec.ts'), at('/app/tests/a.spec.ts'), { message: 'Error: global' }]
    expect(read({ ...specs({ status: 'skipped', results: [] }), errors })).toMatchObject({
      loadErrors: [{ file: '/app/tests/b.spec.ts' }],
      hookFailures: [{ file: '/app/tests/a.spec.ts' }],
      runErrors: ['Error: global'],
    })
  })

  test('a header that counts more makes the report incomplete', () => {
    expect(read({ stats: { expected: 1 } })).toMatchObject({ isComplete: false })
  })

  obeysTheLaws(playwrightJson, recorded('playwright/out/results.json'))
})
