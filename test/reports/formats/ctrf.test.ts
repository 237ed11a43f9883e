import { describe, expect, test } from 'vitest'
import { ctrf } from '../../../src/reports/formats/ctrf.ts'
import { obeysTheLaws } from '../../support/laws.ts'
import { parseText, recorded } from '../../support/recorded.ts'

const read = (tests: readonly object[], summary: object = {}) =>
  parseText(ctrf, JSON.stringify({ results: { tool: { name: 'x' }, summary, tests } }))
const only = (part: object) => read([{ name: 'adds', status: 'passed', duration: 3, ...part }]).cases[0]

describe('ctrf', () => {
  test.each([
    ['passed', {}, 'passed', null],
    ['flaky', { flaky: true, retries: 1 }, 'passed', 'flaky'],
    ['flaky without a count', { flaky: true }, 'passed', 'flaky'],
    ['skipped', { status: 'skipped' }, 'skipped', null],
    ['pending', { status: 'pending' }, 'skipped', null],
    ['todo', { status: 'other', rawStatus: 'todo' }, 'skipped', 'todo'],
    ['other', { status: 'other', rawStatus: 'interrupted' }, 'errored', null],
    ['unknown', { status: 'fine' }, 'errored', null],
    ['failed', { status: 'failed', message: 'AssertionError: no' }, 'failed', null],
    ['failed without a word', { status: 'failed' }, 'errored', null],
  ])('%s', (_what, part, outcome, mark) => {
    expect(only(part)).toMatchObject({ outcome, mark })
  })

  test.each([
    [{ suite: ['cart', 'pay'] }, ['cart', 'pay'], 'adds'],
    [{ suite: 'a.test.ts > cart', filePath: '/app/a.test.ts', name: 'cart adds' }, ['cart'], 'adds'],
    [{ suite: 'cart > pay', name: 'cart pay adds' }, ['cart', 'pay'], 'adds'],
    [{ name: 'cart adds' }, [], 'cart adds'],
  ])('suites and name of %j', (part, suite, name) => {
    expect(only(part)).toMatchObject({ suite, name })
  })

  test('a browser is a dimension', () => {
    expect(only({ browser: 'firefox' })?.variant).toBe('firefox')
  })

  test('type and message may stand without a colon, and the trace has it', () => {
    const part = { status: 'failed', message: 'TypeError boom', trace: 'TypeError: boom\n    at a.js:3:1' }
    expect(only(part)?.failure).toMatchObject({ type: 'TypeError', message: 'boom', kind: 'error' })
  })

  test('a summary that counts more makes the report incomplete', () => {
    expect(read([], { tests: 1 }).isComplete).toBe(false)
    expect(read([{ name: 'a', status: 'passed' }], { tests: 1, failed: 1 }).isComplete).toBe(false)
  })

  test.each([
    ['{"reportFormat":"CTRF","specVersion":"0.0.0","results":{', true],
    ['{"results":{"tool":{"name":"jest"},"summary":{"tests":1},"tests":[', true],
    ['{"results":{"a":"\\"tool\\":{},\\"summary\\""}}', false],
    ['{"reportFormat":"other","results":{"tests":[]}}', false],
  ])('%s is recognised: %s', (head, isOne) => {
    expect(ctrf.looksLike(head)).toBe(isOne)
  })

  obeysTheLaws(ctrf, recorded('ctrf/out/jest.json'))
})
