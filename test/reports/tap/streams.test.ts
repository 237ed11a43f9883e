/** Streams of TAP written one behind the other into one file, and the colours of a terminal. */
import { describe, expect, test } from 'vitest'
import { tap } from '../../../src/reports/formats/tap.ts'
import { getCpuMs } from '../../support/cpu.ts'
import { describeCases, parseText } from '../../support/recorded.ts'

const lines = (...text: readonly string[]) => parseText(tap, `${text.join('\n')}\n`)
const LEADING = ['1..2', 'ok 1 - a', 'ok 2 - b']
const TRAILING = ['ok 1 - a', 'ok 2 - b', '1..2']
const VERSION = 'TAP version 13'
const SEVERAL = ['the file holds 2 streams of TAP, one behind the other']

describe('whole streams, one behind the other, are one run', () => {
  test.each([
    ['plans first', [...LEADING, ...LEADING], []],
    ['versions, and plans first', [VERSION, ...LEADING, VERSION, ...LEADING], SEVERAL],
    ['plans last', [...TRAILING, ...TRAILING], SEVERAL],
    ['versions, and plans last', [VERSION, ...TRAILING, VERSION, ...TRAILING], SEVERAL],
    ['a plan last, and one first', [...TRAILING, ...LEADING], []],
    ['no numbers', [VERSION, 'ok - a', 'ok - b', '1..2', VERSION, 'ok - a', 'ok - b', '1..2'], SEVERAL],
  ])('%s', (_, text, warnings) => {
    const report = lines(...text)
    expect(describeCases(report)).toEqual(['a: passed', 'a: passed', 'b: passed', 'b: passed'])
    expect(report).toMatchObject({ runErrors: [], isComplete: true, warnings })
  })

  test('each in the dialect of its writer', () => {
    const node = [VERSION, '# Subtest: n', 'ok 1 - n', '  ---', '  duration_ms: 1', '  ...', '1..1']
    const tape = [VERSION, '# t', 'ok 1 yes', 'ok 2 no', '1..2']
    const plain = [VERSION, '# Subtest: s', '    ok 1 - x', '    1..1', 'ok 1 - s', '1..1']
    expect(describeCases(lines(...node, ...plain, ...tape))).toEqual(['n: passed', 's: passed', 't: passed'])
  })

  test('a stream that was skipped is none', () => {
    expect(lines('1..0 # SKIP no display', VERSION, ...TRAILING)).toMatchObject({
      runErrors: [],
      isComplete: true,
      warnings: SEVERAL,
    })
  })
})

describe('a stream that is not whole', () => {
  test.each([
    ['ends behind its version', [VERSION, ...TRAILING, VERSION]],
    ['ends behind a plan other than the first one', [...LEADING, '1..3']],
    ['ends before its last result', [...LEADING, VERSION, '1..2', 'ok 1 - a']],
    ['ends before its plan', [...TRAILING, VERSION, 'ok 1 - a']],
  ])('%s: the run is not whole', (_, text) => {
    expect(lines(...text).isComplete).toBe(false)
  })

  test('without a plan is beyond the plan of the first', () => {
    expect(lines(...LEADING, 'ok 1 - a')).toMatchObject({
      runErrors: ['the plan says 2 tests, the report holds 3'],
    })
  })

  test('is not ended by what a test prints', () => {
    const report = lines('1..3', 'ok 1 - a', VERSION, '1..1', 'ok 2 - b', 'ok 3 - c')
    expect(report.cases).toHaveLength(3)
  })
})

test('colours are no part of a line', () => {
  const report = lines(
    '\u001b[1m1..2\u001b[0m',
    '\u001b[32mok 1 - a\u001b[0m',
    '\u001b[31mnot ok 2 - b \u001b[33m# TODO\u001b[0m',
  )
  expect(describeCases(report)).toEqual(['a: passed', 'b: skipped todo'])
  expect(report).toMatchObject({ isComplete: true, runErrors: [] })
})

test.each([
  ['tests', '1..1\nok 1 - a › b\n'],
  ['files of ava that ended', '1..2\nok 1 - a › b\nnot ok 2 - a.js exited due to SIGTERM\n'],
  ['versions', 'TAP version 13\nok 1 - a\n1..1\n# tests 1\n'],
])('ten thousand streams of %s cost little', (_, stream) => {
  expect(getCpuMs(() => parseText(tap, stream.repeat(10_000)))).toBeLessThan(2_000)
})
