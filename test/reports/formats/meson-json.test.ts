import { describe, expect, test } from 'vitest'
import { detectFormat } from '../../../src/reports/detect.ts'
import { ReportError } from '../../../src/reports/format.ts'
import { mesonJson } from '../../../src/reports/formats/meson-json.ts'
import { obeysTheLaws } from '../../support/laws.ts'
import { parseText, recorded } from '../../support/recorded.ts'

const sample = recorded('meson-log/out/testlog.json')
const report = parseText(mesonJson, sample)
const only = (part: object) => parseText(mesonJson, `${JSON.stringify({ name: 'shop / a', ...part })}\n`).cases[0]

describe("Meson's testlog.json", () => {
  test('tells every test, also the time-outs that its JUnit loses before 1.10', () => {
    expect(
      report.cases.map(({ suite, name, outcome, mark, failure }) => [suite, name, outcome, mark ?? failure?.kind]),
    ).toEqual([
      [['calc'], 'calc / gt', 'failed', 'unknown'],
      [['calc'], 'calc / fail', 'failed', 'unknown'],
      [['calc'], 'calc / skip', 'skipped', undefined],
      [['calc'], 'calc / harderror', 'errored', 'error'],
      [['calc'], 'calc:unit / pass', 'passed', undefined],
      [['calc'], 'calc / expected_fail', 'passed', 'expected-failure'],
      [['calc'], 'calc / segv', 'errored', 'crash'],
      [['calc'], 'calc / unexpected_pass', 'failed', 'unexpected-success'],
      [['calc'], 'calc / tap', 'failed', 'unknown'],
      [['calc'], 'calc / timeout', 'errored', 'timeout'],
    ])
    expect(report).toMatchObject({ format: 'meson-json', isComplete: true, runErrors: [], loadErrors: [] })
  })

  test('what failed says how it ended and what it printed', () => {
    expect(report.cases[1]?.failure).toMatchObject({ message: 'FAIL: exit status 1', stack: 'bad' })
    expect(report.cases[6]?.failure?.message).toBe('FAIL: killed by signal 11')
    expect(report.cases[9]?.durationMs).toBeCloseTo(1169.8, 0)
  })

  test('nothing of the environment is kept', () => {
    expect(JSON.stringify(report)).not.toContain('MALLOC_PERTURB_')
  })

  test.each([
    ['INTERRUPT', 'errored'],
    ['ERROR', 'errored'],
    ['IGNORED', 'skipped'],
    ['whatever', 'errored'],
    [undefined, 'errored'],
  ])('%s is %s', (result, outcome) => {
    expect(only({ result, returncode: 0 })?.outcome).toBe(outcome)
  })

  test('is recognised by its first line', () => {
    expect(detectFormat(sample.toString('utf8').slice(0, 65_536))).toBe('meson-json')
    expect(() => parseText(mesonJson, '{"a":1}\n')).toThrow(ReportError)
  })

  test('a last line that is cut makes it incomplete', () => {
    expect(parseText(mesonJson, sample.subarray(0, sample.length - 20)).isComplete).toBe(false)
  })

  obeysTheLaws(mesonJson, sample)
})
