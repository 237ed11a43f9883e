import { describe, expect, test } from 'vitest'
import { xcresultJson } from '../../../src/reports/formats/xcresult-json.ts'
import { obeysTheLaws } from '../../support/laws.ts'
import { parseText, recorded } from '../../support/recorded.ts'

const sample = recorded('xcresult/out/tests.json')
const report = parseText(xcresultJson, sample)
const message = (name: string) => ({ nodeType: 'Failure Message', name, result: 'Failed' })
const read = (...testNodes: readonly object[]) => parseText(xcresultJson, JSON.stringify({ devices: [], testNodes }))
const only = (part: object) => read({ nodeType: 'Test Case', name: 'a()', ...part }).cases[0]

describe('xcresult json', () => {
  test('tells every case with its bundle and suite, devices and arguments', () => {
    const tests = report.cases.map(({ variant, suite, name, outcome, mark, retries }) =>
      [variant ?? '-', ...suite, name, outcome, mark ?? '-', retries].join(' | '),
    )
    expect(tests).toEqual([
      '- | CalcTests | CalcTests | testAddsNumbers() | passed | - | 0',
      '- | CalcTests | CalcTests | testFailsAnAssertion() | failed | - | 0',
      '- | CalcTests | CalcTests | testThrowsAnError() | errored | - | 0',
      '- | CalcTests | CalcTests | testIsSkipped() | skipped | - | 0',
      '- | CalcTests | CalcTests | testIsExpectedToFail() | passed | expected-failure | 0',
      '- | CalcTests | CalcTests | testPassesOnTheSecondTry() | passed | flaky | 1',
      '- | CalcTests | CalcTests | testFailsOnEveryTry() | failed | - | 1',
      '- | CalcTests | Squares | squares(n:square:) [1, 1] | passed | - | 0',
      '- | CalcTests | Squares | squares(n:square:) [3, 10] | failed | - | 0',
      'iPhone 16 | CalcUITests | OpenUITests | testOpens() | passed | - | 0',
      'iPad mini | CalcUITests | OpenUITests | testOpens() | failed | - | 0',
    ])
    expect(report).toMatchObject({ hookFailures: [], runErrors: [], isComplete: true })
  })

  test('the last try tells why, and where', () => {
    expect(report.cases[6]?.failure).toMatchObject({ message: 'XCTAssertTrue failed - again', line: 30 })
  })

  test.each([
    ['passed with a failure inside', { result: 'Passed', children: [message('a.swift:1: XCTFail')] }, 'failed'],
    ['unknown', { result: 'unknown' }, 'errored'],
    ['without a result', {}, 'errored'],
  ])('a case that is %s', (_what, part, outcome) => {
    expect(only(part)?.outcome).toBe(outcome)
  })

  test.each([
    [{ durationInSeconds: 0.5 }, 500],
    [{ duration: '1m 2s' }, 62_000],
    [{ duration: '0,25s' }, 250],
    [{ duration: 'soon' }, null],
  ])('the duration of %j', (part, durationMs) => {
    expect(only({ result: 'Passed', ...part })?.durationMs).toBe(durationMs)
  })

  test('a suite that failed outside of its cases is a hook, a plan that did so an error of the run', () => {
    const suite = { nodeType: 'Test Suite', name: 'S', result: 'Failed', children: [message('Early unexpected exit')] }
    expect(read(suite).hookFailures).toMatchObject([{ suite: ['S'], message: 'Early unexpected exit' }])
    expect(read({ nodeType: 'Test Plan', name: 'P', result: 'Failed', children: [] }).runErrors).toHaveLength(1)
  })

  obeysTheLaws(xcresultJson, sample)
})
