import { describe, expect, test } from 'vitest'
import { tap } from '../../../src/reports/formats/tap.ts'
import { obeysTheLaws } from '../../support/laws.ts'
import { describeCases, parseText, recorded, snapshot } from '../../support/recorded.ts'

const lines = (...text: readonly string[]) => parseText(tap, `${text.join('\n')}\n`)

describe('deno', () => {
  const sample = recorded('deno/out/results.tap')
  const report = parseText(tap, sample)

  test('a step is a test inside of its test, and every test is of its file', () => {
    expect(report.cases.map(({ file, suite, name, outcome }) => [file, ...suite, name, outcome].join(' > '))).toEqual([
      './tests/cases_test.js > adds numbers > passed',
      './tests/cases_test.js > fails an assertion > failed',
      './tests/cases_test.js > throws an error > errored',
      './tests/cases_test.js > is ignored > skipped',
      './tests/cases_test.js > steps > one > passed',
      './tests/cases_test.js > steps > two > errored',
      './tests/cases_test.js > steps > deep > passed',
      './tests/cases_test.js > steps > three > passed',
      './tests/cases_test.js > steps > failed',
      './tests/cases_test.js > passing steps > one > passed',
      './tests/cases_test.js > passing steps > passed',
      './tests/other_test.js > another file > passed',
      './tests/other_test.js > has # hash and - dash > passed',
    ])
  })

  test('a failure says what was thrown, and where', () => {
    const failures = report.cases.flatMap(({ failure }) => failure ?? [])
    expect(failures).toMatchObject([
      {
        kind: 'assertion',
        type: 'AssertionError',
        message: 'Expected values to be strictly equal:\n\n1 !== 2',
        line: 3,
      },
      { kind: 'error', type: 'TypeError', message: 'boom', line: 4 },
      { kind: 'error', message: 'Error: in a step', line: 8 },
      { kind: 'assertion', message: '1 test step failed.', line: 6 },
    ])
    expect(failures[1]?.stack).toContain('at file:///home/user/project/tests/cases_test.js:4:44')
  })

  test('a file in which no test was found is named', () => {
    expect(report.emptyFiles).toEqual(['./broken/load_test.js'])
  })

  test('tests that pass are tests, and no assertions of one', () => {
    expect(describeCases(parseText(tap, recorded('deno/out/results-passing.tap')))).toEqual([
      'another file: passed',
      'has # hash and - dash: passed',
      'whole: passed',
    ])
  })

  obeysTheLaws(tap, sample)
})

describe('lab', () => {
  const sample = recorded('hapi-lab/out/results.tap')

  test('the number of a test is no part of its name, and a skipped test has one', () => {
    // Its assertions throw plain errors.
    const plain = { 'fails an assertion': 'errored' }
    expect(describeCases(parseText(tap, sample))).toEqual(snapshot('hapi-lab', plain))
  })

  obeysTheLaws(tap, sample)
})

describe('results without number and dash', () => {
  test('are tests, where the stream has no others', () => {
    expect(describeCases(lines('1..3', 'ok adds', 'not ok pays the bill', 'ok waits # SKIP not today'))).toEqual([
      'adds: passed',
      'pays the bill: failed',
      'waits: skipped',
    ])
    expect(lines('TAP version 13', 'ok adds', 'not ok pays', '1..2')).toMatchObject({ isComplete: true, runErrors: [] })
  })

  test('are output of the tests, where results have numbers or dashes', () => {
    const report = lines('TAP version 13', 'ok then we go', 'ok 1 - adds', 'not ok for me', 'ok 2 - pays', '1..2')
    expect(describeCases(report)).toEqual(['adds: passed', 'pays: passed'])
    expect(report).toMatchObject({ isComplete: true, runErrors: [], output: 'ok then we go\nnot ok for me' })
  })

  test('other words that begin alike are output', () => {
    expect(describeCases(lines('1..1', 'okay', 'ok: fine', 'not okay', 'ok adds'))).toEqual(['adds: passed'])
  })
})
