import { describe, expect, test } from 'vitest'
import { ReportError } from '../../../src/reports/format.ts'
import { mochaJson } from '../../../src/reports/formats/mocha-json.ts'
import { mochaStream } from '../../../src/reports/formats/mocha-stream.ts'
import { obeysTheLaws } from '../../support/laws.ts'
import { describeCases, parseText, recorded } from '../../support/recorded.ts'

const entry = (title: string, part: object = {}) => ({
  title,
  fullTitle: `cart ${title}`,
  file: '/app/a.spec.js',
  duration: 2,
  currentRetry: 0,
  err: {},
  ...part,
})
interface Lists {
  readonly passes?: readonly object[]
  readonly pending?: readonly object[]
  readonly failures?: readonly object[]
  readonly hooks?: readonly object[]
  readonly lost?: readonly object[]
  readonly stats?: object
}
const read = ({ passes = [], pending = [], failures = [], hooks = [], lost = [], stats = {} }: Lists) => {
  const tests = [...passes, ...pending, ...failures, ...lost]
  const all = { stats: { suites: 1, ...stats }, tests, pending, failures: [...failures, ...hooks], passes }
  return parseText(mochaJson, JSON.stringify(all))
}

const TWICE = [
  'twice > fails twice: errored',
  'twice > is done again later: errored',
  'twice > is done once: passed',
  'twice > is done twice: errored',
  'twice > waits: passed',
]

test.each([
  ['json', mochaJson, 'twice.json'],
  ['json-stream', mochaStream, 'twice-stream.ndjson'],
] as const)(
  '%s: a test that ended more than once has failed, is one test, and the report is whole',
  (_, format, name) => {
    const report = parseText(format, recorded(`mocha/out/${name}`))
    expect(describeCases(report)).toEqual(TWICE)
    expect(report).toMatchObject({ isComplete: true, runErrors: [], hookFailures: [], warnings: [] })
    const messages = report.cases.flatMap(({ failure }) => failure?.message ?? [])
    expect(messages.map((message) => message.replace(/ in test .*/s, ''))).toEqual([
      'Error: done() called multiple times',
      'Error: done() called multiple times',
      'Error: one',
    ])
  },
)

describe('mocha json', () => {
  test('the list of a test is its outcome, and twins of one title keep theirs', () => {
    const { cases } = read({
      passes: [entry('adds')],
      pending: [entry('waits', { duration: undefined })],
      failures: [entry('adds', { err: { message: 'no', stack: 'AssertionError: no\n    at a.spec.js:3:1' } })],
    })
    expect(cases.map((c) => [...c.suite, c.name, c.outcome])).toEqual([
      ['cart', 'adds', 'passed'],
      ['cart', 'waits', 'skipped'],
      ['cart', 'adds', 'failed'],
    ])
    expect(cases[2]?.failure).toMatchObject({ type: 'AssertionError', message: 'no', kind: 'assertion' })
  })

  test('a test in none of the lists is never green', () => {
    expect(read({ lost: [entry('adds')] }).cases).toMatchObject([
      { outcome: 'errored', failure: { kind: 'infrastructure' } },
    ])
  })

  test('an error beats the list of passes', () => {
    expect(read({ passes: [entry('adds', { err: { message: 'boom' } })] }).cases[0]?.outcome).toBe('errored')
  })

  test('what failed and is no test is a hook, or an error of the run', () => {
    const hooks = [
      entry('"before each" hook for "adds"', { err: { message: 'setup' } }),
      entry('Uncaught error outside test suite', { err: { message: 'late' } }),
    ]
    expect(read({ passes: [entry('adds')], hooks })).toMatchObject({
      hookFailures: [{ suite: ['cart'], message: '"before each" hook for "adds": setup' }],
      runErrors: ['Uncaught error outside test suite: late'],
    })
  })

  test('fewer passes than the header counts make the report incomplete, whatever became of them', () => {
    const passes = [entry('adds', { err: { message: 'late' } })]
    expect(read({ passes, stats: { tests: 1, passes: 1 } }).isComplete).toBe(true)
    expect(read({ passes, stats: { tests: 1, passes: 2 } }).isComplete).toBe(false)
  })

  test('a header that counts more than there is makes the report incomplete', () => {
    const { isComplete, warnings } = read({ passes: [entry('adds')], stats: { tests: 2, failures: 1, passes: 1 } })
    expect(isComplete).toBe(false)
    expect(warnings).toEqual([
      'the header counts 2 tests, the report holds 1',
      'the header counts 1 failures, the report holds 0',
    ])
  })

  test('a report that a test printed before the real one is refused', () => {
    const forged = `${JSON.stringify({ stats: { suites: 0 }, tests: [], pending: [], failures: [], passes: [] })}\n`
    const real = recorded('mocha/out/results.json').toString('utf8')
    expect(() => parseText(mochaJson, forged + real)).toThrow(ReportError)
  })

  test('a report with the same key twice is refused', () => {
    expect(() => parseText(mochaJson, '{"stats":{"suites":1},"tests":[],"tests":[]}')).toThrow('stands twice')
  })

  obeysTheLaws(mochaJson, recorded('mocha/out/results.json'))
})

describe('mocha json-stream', () => {
  const stream = (...events: readonly (readonly [string, object])[]) =>
    parseText(mochaStream, events.map((event) => `${JSON.stringify(event)}\n`).join(''))

  test('a stream without its end is incomplete', () => {
    expect(stream(['start', { total: 2 }], ['pass', entry('adds')]).isComplete).toBe(false)
  })

  test('an end that counts more tests than are listed is incomplete too', () => {
    const end = ['end', { passes: 2, failures: 0 }] as const
    expect(stream(['start', { total: 2 }], ['pass', entry('adds')], end).isComplete).toBe(false)
  })

  test('a test that passed and failed later is one, twins of one title are two: the end knows how many ended', () => {
    const failed = entry('adds', { err: 'late', stack: 'Error: late' })
    const outcomes = (tests: number, pending = 0) => {
      const end = ['end', { tests, pending, passes: 1, failures: 1 }] as const
      const { cases, isComplete } = stream(['start', { total: 2 }], ['pass', entry('adds')], ['fail', failed], end)
      return [...cases.map((c) => c.outcome), isComplete]
    }
    expect([outcomes(1), outcomes(2, 1)]).toEqual([
      ['errored', true],
      ['errored', true],
    ])
    expect(outcomes(2)).toEqual(['passed', 'errored', true])
  })

  test('a text without events is refused', () => {
    expect(() => parseText(mochaStream, 'hello\n')).toThrow(ReportError)
  })

  obeysTheLaws(mochaStream, recorded('mocha/out/results-stream.ndjson'))
})
