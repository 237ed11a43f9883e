import { describe, expect, test } from 'vitest'
import type { ReportFormat } from '../../../src/reports/format.ts'
import { cucumberMessages } from '../../../src/reports/formats/cucumber-messages.ts'
import { dartJson } from '../../../src/reports/formats/dart-json.ts'
import { goJson } from '../../../src/reports/formats/go-json.ts'
import { libtestJson } from '../../../src/reports/formats/libtest-json.ts'
import { mochaStream } from '../../../src/reports/formats/mocha-stream.ts'
import { nodeEvents } from '../../../src/reports/formats/node-events.ts'
import { isGreen } from '../../support/laws.ts'
import { parseText } from '../../support/recorded.ts'

const PACKAGE = 'example.com/shop'
const TIME = '2026-01-01T00:00:00Z'
const node = (type: string, part: object = {}) => ({
  type,
  name: 'adds',
  nesting: 0,
  file: '/app/a.test.js',
  isInside: true,
  line: 1,
  column: 1,
  ...part,
})

interface Stream {
  readonly format: ReportFormat
  /** A run that is done and green. */
  readonly green: readonly unknown[]
  /** What must come before `green` is over, when something failed. */
  readonly failing: unknown
  /** Where in `green` the failure happens. */
  readonly at: number
}

const STREAMS: Readonly<Record<string, Stream>> = {
  go: {
    format: goJson,
    green: [
      { Time: TIME, Action: 'start', Package: PACKAGE },
      { Time: TIME, Action: 'run', Package: PACKAGE, Test: 'TestA' },
      { Time: TIME, Action: 'pass', Package: PACKAGE, Test: 'TestA' },
      { Time: TIME, Action: 'pass', Package: PACKAGE },
    ],
    failing: { Time: TIME, Action: 'fail', Package: PACKAGE, Test: 'TestB' },
    at: 3,
  },
  libtest: {
    format: libtestJson,
    green: [
      { type: 'suite', event: 'started', test_count: 1 },
      { type: 'test', event: 'ok', name: 'a' },
      { type: 'suite', event: 'ok', passed: 1, failed: 0 },
    ],
    failing: { type: 'test', event: 'failed', name: 'b' },
    at: 2,
  },
  dart: {
    format: dartJson,
    green: [
      { protocolVersion: '0.1.1', type: 'start', time: 0 },
      { suite: { id: 0, platform: 'vm', path: 'test/a_test.dart' }, type: 'suite', time: 0 },
      { test: { id: 1, name: 'adds', suiteID: 0, groupIDs: [] }, type: 'testStart', time: 1 },
      { testID: 1, result: 'success', skipped: false, hidden: false, type: 'testDone', time: 2 },
      { success: true, type: 'done', time: 3 },
    ],
    failing: { testID: 1, error: 'no', stackTrace: '', isFailure: true, type: 'error', time: 2 },
    at: 3,
  },
  mocha: {
    format: mochaStream,
    green: [
      ['start', { total: 1 }],
      ['pass', { title: 'adds', fullTitle: 'cart adds', duration: 1, currentRetry: 0 }],
      ['end', { passes: 1, failures: 0 }],
    ],
    failing: ['fail', { title: 'lacks', fullTitle: 'cart lacks', currentRetry: 0, err: 'no', stack: 'Error: no' }],
    at: 2,
  },
  cucumber: {
    format: cucumberMessages,
    green: [
      { meta: { protocolVersion: '27.0.0' } },
      { pickle: { id: 'p', uri: 'a.feature', name: 'adds', steps: [{ id: 'ps', text: 'it adds' }], astNodeIds: [] } },
      { testRunStarted: {} },
      { testCase: { id: 'c', pickleId: 'p', testSteps: [{ id: 's', pickleStepId: 'ps' }] } },
      { testCaseStarted: { id: 'r', testCaseId: 'c', attempt: 0 } },
      { testStepFinished: { testCaseStartedId: 'r', testStepId: 's', testStepResult: { status: 'PASSED' } } },
      { testCaseFinished: { testCaseStartedId: 'r', willBeRetried: false } },
      { testRunFinished: { success: true } },
    ],
    failing: {
      testStepFinished: {
        testCaseStartedId: 'r',
        testStepId: 's',
        testStepResult: { status: 'FAILED', message: 'no' },
      },
    },
    at: 6,
  },
  node: {
    format: nodeEvents,
    green: [
      { type: 'tdd-gate:node-events', version: 1, node: 'v18.0.0' },
      node('test:pass', { durationMs: 1 }),
      node('test:complete', { name: 'a.test.js', isInside: false, isPassed: true }),
      { type: 'tdd-gate:end' },
    ],
    failing: node('test:fail', { name: 'lacks', error: { message: 'no' } }),
    at: 2,
  },
}
const each = Object.entries(STREAMS)
const getLine = (event: unknown) => JSON.stringify(event)
const getText = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('')
/** The green run, with lines of its own where the failure would be. */
const withLines = ({ green, at }: Stream, ...lines: readonly string[]) => {
  const events = green.map(getLine)
  return getText([...events.slice(0, at), ...lines, ...events.slice(at)])
}

describe.each(each)('a stream of %s', (_name, stream) => {
  const { format, green, failing } = stream
  const whole = getText(green.map(getLine))
  const failure = getLine(failing)
  const isGreenText = (text: string) => isGreen(format, Buffer.from(text))

  test('is green with what was printed between its events, and without its last line end', () => {
    expect([whole, whole.trimEnd(), withLines(stream, 'hello', '{braces}', '[1, 2]')].map(isGreenText)).toEqual([
      true,
      true,
      true,
    ])
  })

  test('that is cut inside of a line is incomplete, and the line is named, however much of it had come before', () => {
    for (let length = 1; length < failure.length; length += 1) {
      const { isComplete, warnings } = parseText(format, whole + failure.slice(0, length))
      expect([failure.slice(0, length), isComplete]).toEqual([failure.slice(0, length), false])
      expect(warnings.join()).toContain(`line ${green.length + 1} ends too early: the report was cut there`)
    }
  })

  test('tells of an event that stands behind what another process wrote', () => {
    expect(isGreenText(withLines(stream, `xx${failure}`))).toBe(false)
    expect(parseText(format, withLines(stream, `xx${failure}`)).isComplete).toBe(true)
    expect(parseText(format, withLines(stream, `xx${failure}`)).warnings.join()).toContain('1 line is no event')
  })

  test('tells of an event with something behind it, and of two in one line', () => {
    const report = parseText(format, withLines(stream, `${failure}xx`))
    expect([report.isComplete, isGreenText(withLines(stream, `${failure}xx`))]).toEqual([true, false])
    expect(isGreenText(withLines(stream, failure + failure))).toBe(false)
  })

  test('in which an event was torn is incomplete, and the line is named', () => {
    const torn = parseText(format, withLines(stream, failure.slice(0, -4)))
    expect(torn.isComplete).toBe(false)
    expect(torn.warnings.join()).toContain(`line ${stream.at + 1} holds an event that cannot be read`)
    expect(parseText(format, withLines(stream, failure.slice(0, -4) + failure)).isComplete).toBe(false)
  })
})

test('what a test prints of JSON is no event', () => {
  const stream = STREAMS['go'] as Stream
  const report = parseText(goJson, withLines(stream, '{"time":"now","msg":"sent"', 'got {"a":1}, want {"a":2}'))
  expect(report).toMatchObject({ isComplete: true, warnings: ['2 lines are no events'] })
})

test('a key that stands twice in an event is refused wherever in its line the event is', () => {
  const stream = STREAMS['go'] as Stream
  const double = `{"Action":"fail","Action":"pass","Package":"${PACKAGE}","Test":"TestB"}`
  expect(() => parseText(goJson, withLines(stream, double))).toThrow(/^line 4: .*stands twice/)
  expect(() => parseText(goJson, withLines(stream, `xx${double}`))).toThrow(/^line 4: .*stands twice/)
})
