import { describe, expect, test } from 'vitest'
import { ReportError } from '../../../src/reports/format.ts'
import { lcov } from '../../../src/reports/formats/lcov.ts'
import { formatHits, parseCoverage, recordedCoverage, totalsText } from '../../support/coverage.ts'

const read = (files: object) => parseCoverage('coverage-py', JSON.stringify({ meta: { branch_coverage: true }, files }))

describe('recorded reports', () => {
  test('version 7 with branches and functions', () => {
    const coverage = parseCoverage('coverage-py', recordedCoverage('coverage-py-7.json'))
    expect(totalsText(coverage)).toEqual({ lines: '9/13', branches: '1/4', functions: '3/4' })
    expect(coverage.files.map(({ path, hits }) => [path, formatHits(hits)])).toEqual([
      ['src/calc.py', '1:1 2:1 3:0 4:1 7:1 8:1 15:1 16:0 17:0 20:1 21:1 22:1'],
      ['src/lost.py', '1:0'],
    ])
    expect(coverage.warnings).toBeUndefined()
  })

  test('version 6, whose executed lines hold an excluded one that its lcov counts', () => {
    const coverage = parseCoverage('coverage-py', recordedCoverage('coverage-py-6.json'))
    expect(totalsText(coverage)).toEqual({ lines: '6/10', branches: '1/4' })
    expect(coverage.files[0]?.hits?.has(11)).toBe(false)
    expect(lcov.parse([recordedCoverage('coverage-py.lcov')]).files[0]?.hits?.has(11)).toBe(true)
  })
})

describe('rules', () => {
  test('branches before version 6 are only numbers, and absent where only lines were measured', () => {
    const lines = { executed_lines: [1], missing_lines: [2] }
    const { files } = read({
      a: { ...lines, summary: { num_branches: 4, covered_branches: 3 } },
      b: { ...lines, summary: { covered_lines: 1, num_statements: 2 } },
    })
    expect(files.map(({ branches }) => branches)).toEqual([{ covered: 3, total: 4 }, undefined])
  })

  test.each([
    [{ num_branches: 4, covered_branches: 5 }, '5 of 4 are covered: more than there are'],
    [{ num_branches: 4 }, '«a» counts one half of its branches'],
  ])('numbers of branches that are %j are refused', (summary, message) => {
    expect(() => read({ a: { executed_lines: [1], missing_lines: [], summary } })).toThrow(message)
  })

  test('a function without measured lines is none', () => {
    const region = (executed: number[], missing: number[]) => ({ executed_lines: executed, missing_lines: missing })
    const functions = { '': region([1], []), f: region([2], [3]), g: region([], [4]), excluded: region([], []) }
    expect(totalsText(read({ a: { ...region([1, 2], [3, 4]), functions } }))).toEqual({
      lines: '2/4',
      functions: '1/2',
    })
  })

  test('what contradicts itself has not run, and is noted', () => {
    const { files, warnings } = read({
      a: { executed_lines: [1, 2], missing_lines: [2], summary: { covered_lines: 2, num_statements: 2 } },
    })
    expect(formatHits(files[0]?.hits)).toBe('1:1 2:0')
    expect(warnings).toEqual(['a: its summary says 2 of 2 lines, 1 of 2 are listed'])
  })

  test('totals that are greener than the files are noted', () => {
    const files = { a: { executed_lines: [1], missing_lines: [2] } }
    const totals = { covered_lines: 2, num_statements: 2, covered_branches: 1, num_branches: 1 }
    const coverage = parseCoverage('coverage-py', JSON.stringify({ meta: { branch_coverage: true }, files, totals }))
    expect(totalsText(coverage)).toEqual({ lines: '1/2' })
    expect(coverage.warnings).toEqual([
      'the report: its header says 2 of 2 lines, 1 of 2 are listed',
      'the report: its header says 1 of 1 branches, 0 of 0 are listed',
    ])
    for (const name of ['coverage-py-6.json', 'coverage-py-7.json'])
      expect(parseCoverage('coverage-py', recordedCoverage(name)).warnings, name).toBeUndefined()
  })

  test('odd lines are no lines', () => {
    const { files } = read({
      __proto__: null,
      constructor: { executed_lines: [0, -1, '3', null, 1e9, 4, 4.5], missing_lines: [[5]], excluded_lines: 'x' },
    })
    expect(files.map(({ path, hits }) => [path, formatHits(hits)])).toEqual([['constructor', '4:1']])
  })
})

test.each([
  ['no files', '{"meta":{"branch_coverage":true}}'],
  ['a file without lines', '{"files":{"a":{}}}'],
  ['a file twice', '{"files":{"a":{"executed_lines":[],"missing_lines":[]},"a":{}}}'],
  ['a list', '[]'],
  ['a report that was cut', recordedCoverage('coverage-py-7.json').toString('utf8').slice(0, 800)],
])('%s is an error', (_, text) => {
  expect(() => parseCoverage('coverage-py', text)).toThrow(ReportError)
})
