import { describe, expect, test } from 'vitest'
import { dartJson } from '../../../src/reports/formats/dart-json.ts'
import { obeysTheLaws } from '../../support/laws.ts'
import { parseText, recorded } from '../../support/recorded.ts'

const sample = recorded('dart/out/results.jsonl')
const report = parseText(dartJson, sample)
const without = (words: string) =>
  parseText(
    dartJson,
    sample
      .toString('utf8')
      .split('\n')
      .filter((line) => !line.includes(words))
      .join('\n'),
  )

describe('dart json', () => {
  test('tells every test once, with the names of its groups taken apart', () => {
    const tests = report.cases.map(({ variant, suite, name, outcome, mark }) =>
      [variant, ...suite, name, outcome, mark].filter((part) => part !== null).join(' > '),
    )
    expect(tests).toEqual([
      'basic > adds numbers > passed',
      'basic > fails an assertion > failed',
      'basic > throws an error > errored',
      'basic > is skipped > skipped',
      'outer > inner A > same title > passed',
      'outer > inner B > same title > failed',
      'passes on the second try > passed > flaky',
      'fails after it was done > errored',
      'slow times out > errored',
      'chrome > basic > adds numbers > passed',
    ])
    expect(new Set(report.cases.map(({ file }) => file))).toEqual(new Set(['test/cases_test.dart']))
    expect(report.isComplete).toBe(true)
  })

  test('a file that does not load and a hook are no tests', () => {
    expect(report.loadErrors).toMatchObject([{ file: 'test/broken_test.dart', kind: 'missing-symbol' }])
    expect(report.hookFailures).toMatchObject([
      { file: 'test/cases_test.dart', suite: ['before all fails'], message: expect.stringContaining('setup exploded') },
    ])
  })

  test('a failure of a matcher is an assertion, and a time-out is one', () => {
    const kind = (name: string) => report.cases.find((c) => c.name === name)?.failure?.kind
    expect([kind('fails an assertion'), kind('throws an error'), kind('slow times out')]).toEqual([
      'assertion',
      'error',
      'timeout',
    ])
  })

  test('a test without its end has crashed', () => {
    const { cases } = without('"testID":6,')
    expect(cases[0]).toMatchObject({ name: 'adds numbers', outcome: 'errored', failure: { kind: 'crash' } })
  })

  test('a file without the end of its loading is a load error', () => {
    expect(without('"testID":1,').loadErrors.map(({ file }) => file)).toEqual([
      'test/cases_test.dart',
      'test/broken_test.dart',
    ])
  })

  test('a run without its end is incomplete, and so is one that lacks a suite', () => {
    expect(without('"type":"done"').isComplete).toBe(false)
    expect(without('"id":21,').isComplete).toBe(false)
  })

  test('what flutter writes between is passed by', () => {
    const text = sample.toString('utf8').replace('\n', '\n[{"event":"test.startedProcess","params":{}}]\nhello\n')
    expect(parseText(dartJson, text)).toEqual({ ...report, output: 'hello', warnings: ['1 line is no event'] })
  })

  obeysTheLaws(dartJson, sample)
})
