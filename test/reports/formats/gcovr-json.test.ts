import { describe, expect, test } from 'vitest'
import { detectCoverage } from '../../../src/reports/detect.ts'
import { ReportError } from '../../../src/reports/format.ts'
import { formatHits, parseCoverage, recordedCoverage, totalsText } from '../../support/coverage.ts'

const read = (...files: readonly object[]) =>
  parseCoverage('gcovr-json', JSON.stringify({ 'gcovr/format_version': '0.13', files }))
const line = (number: unknown, count: unknown, more: object = {}) => ({
  line_number: number,
  count,
  branches: [],
  ...more,
})

describe('recorded reports', () => {
  test('lines that are no code do not count', () => {
    const coverage = parseCoverage('gcovr-json', recordedCoverage('gcovr.json'))
    expect(totalsText(coverage)).toEqual({ lines: '7/9', branches: '6/14', functions: '3/4' })
    expect(formatHits(coverage.files[0]?.hits)).toBe('3:1 4:1 5:0 7:1 10:1 12:0')
  })

  test('a summary has counts and no lines', () => {
    const coverage = parseCoverage('gcovr-json', recordedCoverage('gcovr.summary.json'))
    expect(totalsText(coverage)).toEqual({ lines: '7/9', branches: '6/14', functions: '3/4' })
    expect(coverage.files.map(({ path, hits }) => [path, hits])).toEqual([
      ['calc.cpp', undefined],
      ['calc.h', undefined],
      ['main.cpp', undefined],
    ])
  })
})

describe('rules', () => {
  test('what is excluded is not measured', () => {
    const excluded = { 'gcovr/excluded': true }
    const coverage = read({
      file: 'a.c',
      lines: [
        line(1, 5, { branches: [{ count: 1 }, { count: 0, ...excluded }] }),
        line(2, 0, { ...excluded, branches: [{ count: 1 }] }),
      ],
      functions: [
        { name: 'f', lineno: 1, execution_count: 5 },
        { name: 'g', lineno: 2, execution_count: 0, ...excluded },
      ],
    })
    expect(totalsText(coverage)).toEqual({ lines: '1/1', branches: '1/1', functions: '1/1' })
  })

  test('a line of several functions is one line, whose runs add up', () => {
    const branches = [{ count: 1 }, { count: 0 }]
    const { files } = read({
      file: 'a.h',
      lines: [line(4, 2, { function_name: 'f<int>', branches }), line(4, 3, { function_name: 'f<double>', branches })],
      functions: [
        { name: 'f<int>', lineno: 4, execution_count: 2 },
        { name: 'f<double>', lineno: 4, execution_count: 0 },
      ],
    })
    expect(formatHits(files[0]?.hits)).toBe('4:5')
    expect(files[0]).toMatchObject({ branches: { covered: 2, total: 4 }, functions: { covered: 1, total: 2 } })
  })

  test('a long name does not grow with what it holds', () => {
    const branches = Array.from({ length: 3_000 }, () => ({ count: 1 }))
    const lines = [line(1, 1, { function_name: 'x'.repeat(2_000_000), branches })]
    expect(totalsText(read({ file: 'a.c', lines }))).toEqual({ lines: '1/1', branches: '3000/3000' })
  })

  test.each([
    [{ line_covered: 9, line_total: 2 }, '9 of 2 are covered: more than there are'],
    [{ line_covered: 9 }, '«a.c» counts one half of its lines'],
    [{ branch_total: 9 }, '«a.c» counts one half of its branches'],
  ])('a summary of %j is refused', (summary, message) => {
    expect(() => read({ filename: 'a.c', ...summary })).toThrow(message)
  })

  test('odd numbers never make anything covered', () => {
    const { files } = read({ file: '__proto__', lines: [line(1, -1), line(2, 'x'), line('3', 1), line(0, 1), null, 7] })
    expect(files.map(({ path, hits }) => [path, formatHits(hits)])).toEqual([['__proto__', '1:0 2:0']])
  })

  test('the header of a summary that is greener than its files is noted', () => {
    const files = [{ filename: 'a.c', line_covered: 1, line_total: 2 }]
    const summary = { 'gcovr/summary_format_version': '0.6', files, line_covered: 2, line_total: 2 }
    expect(parseCoverage('gcovr-json', JSON.stringify(summary)).warnings).toEqual([
      'the report: its header says 2 of 2 lines, 1 of 2 are listed',
    ])
    for (const name of ['gcovr.json', 'gcovr.summary.json'])
      expect(parseCoverage('gcovr-json', recordedCoverage(name)).warnings, name).toBeUndefined()
  })

  test('older versions are recognised, though the name of the format is their last key', () => {
    for (const name of ['gcovr.json', 'gcovr.summary.json']) {
      const text = recordedCoverage(name).toString('utf8')
      expect(detectCoverage(text.replace(/"gcovr\/(?:summary_)?format_version"[^}]*/, '')), name).toBe('gcovr-json')
    }
  })
})

test.each([
  ['no files', '{"gcovr/format_version":"0.13"}'],
  ['a file without a name', '{"files":[{"lines":[]}]}'],
  ['a report that was cut', recordedCoverage('gcovr.json').toString('utf8').slice(0, 900)],
])('%s is an error', (_, text) => {
  expect(() => parseCoverage('gcovr-json', text)).toThrow(ReportError)
})
