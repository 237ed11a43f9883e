/** One report has at most 128 MiB and 200,000 tests; a larger one is refused by the name of its limit. */
import { describe, expect, test } from 'vitest'
import { LIMITS, LimitError } from '../../src/reports/format.ts'
import { jestJson } from '../../src/reports/formats/jest-like.ts'
import { junit } from '../../src/reports/formats/junit.ts'
import { lcov } from '../../src/reports/formats/lcov.ts'
import { tap } from '../../src/reports/formats/tap.ts'

const MEBIBYTE = 1_048_576
/** Long lines reach a limit of bytes with less to read. */
const LONG = 'x'.repeat(1000)

test('the limits are 128 MiB and 200,000 tests', () => {
  expect(LIMITS.fileBytes).toBe(128 * MEBIBYTE)
  expect(LIMITS.tests).toBe(200_000)
})

describe('a report of more bytes names limit `fileBytes`', () => {
  function* endless(start: string, line: string): Generator<Uint8Array> {
    yield Buffer.from(start)
    const piece = Buffer.from(line.repeat(Math.ceil(MEBIBYTE / line.length)))
    for (let size = 0; size <= LIMITS.fileBytes; size += piece.length) yield piece
  }

  test.each([
    ['JUnit', () => junit.parse(endless('<testsuite>', `<!-- ${LONG} -->`))],
    ['Jest', () => jestJson.parse(endless('{"numTotalTestSuites":1,"testResults":[', '    '))],
    ['lcov', () => lcov.parse(endless('SF:a.js\n', `FN:1,${LONG}\n`))],
  ])('of %s', (_format, parse) => {
    expect(parse).toThrow(LimitError)
    expect(parse).toThrow('the report is larger than limit fileBytes (134217728)')
  })
})

describe('a report of more tests names limit `tests`', () => {
  const tests = LIMITS.tests + 1
  const jestTest = '{"ancestorTitles":[],"title":"t","status":"passed","failureMessages":[]}'
  test.each([
    ['JUnit', () => junit.parse([Buffer.from(`<testsuite>${'<testcase name="a"/>'.repeat(tests)}</testsuite>`)])],
    ['TAP', () => tap.parse([Buffer.from(`TAP version 13\n${'ok\n'.repeat(tests)}1..${tests}\n`)])],
    [
      'Jest',
      () =>
        jestJson.parse([
          Buffer.from(
            `{"numTotalTestSuites":1,"testResults":[{"assertionResults":[${`${jestTest},`.repeat(tests - 1)}${jestTest}]}]}`,
          ),
        ]),
    ],
  ])('of %s', (_format, parse) => {
    expect(parse).toThrow(LimitError)
    expect(parse).toThrow('the report has more tests than limit tests (200000)')
  })
})
