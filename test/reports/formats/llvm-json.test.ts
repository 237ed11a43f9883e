import { describe, expect, test } from 'vitest'
import { draftCoverage, draftFile } from '../../../src/reports/coverage/coverage-draft.ts'
import { noteSegments } from '../../../src/reports/coverage/llvm-lines.ts'
import { LIMITS, ReportError } from '../../../src/reports/format.ts'
import { formatHits, parseCoverage, recordedCoverage, totalsText } from '../../support/coverage.ts'

const read = (file: object, functions?: readonly object[]) =>
  parseCoverage('llvm-json', JSON.stringify({ data: [{ files: [{ filename: 'a.c', ...file }], functions }] }))
const lines = (...segments: readonly (readonly unknown[])[]) => formatHits(read({ segments }).files[0]?.hits)

describe('recorded reports', () => {
  test('an export with regions', () => {
    const coverage = parseCoverage('llvm-json', recordedCoverage('llvm.json'))
    expect(totalsText(coverage)).toEqual({ lines: '9/12', branches: '6/14', functions: '4/5' })
    // What `llvm-cov show` prints beside the lines.
    expect(coverage.files.map(({ hits }) => formatHits(hits))).toEqual([
      '3:1 4:1 5:0 6:0 7:1 8:1 10:1 12:0',
      '4:2 5:2 6:2',
      '2:1',
    ])
  })

  test('an export of summaries has counts and no lines', () => {
    const coverage = parseCoverage('llvm-json', recordedCoverage('llvm.summary.json'))
    expect(totalsText(coverage)).toEqual({ lines: '9/12', branches: '6/14', functions: '4/5' })
    expect(coverage.files.every(({ hits }) => hits === undefined)).toBe(true)
  })
})

test.each([
  [{ lines: { count: 2, covered: 9 } }, '9 of 2 are covered: more than there are'],
  [{ functions: { covered: 9 } }, '«a.c» counts one half of its functions'],
])('a summary of %j is refused', (summary, message) => {
  expect(() => read({ summary })).toThrow(message)
})

test('summaries that are greener than the segments are noted, of a file and of the export', () => {
  const segments = [
    [1, 1, 1, true, true],
    [2, 1, 0, true, true],
    [3, 1, 0, false, false],
  ]
  const lines = { count: 3, covered: 3 }
  const files = [{ filename: 'a.c', segments, summary: { lines } }]
  const coverage = parseCoverage('llvm-json', JSON.stringify({ data: [{ files, totals: { lines } }] }))
  expect(coverage.warnings).toEqual([
    'a.c: its header says 3 of 3 lines, 2 of 3 are listed',
    'the report: its header says 3 of 3 lines, 2 of 3 are listed',
  ])
  for (const name of ['llvm.json', 'llvm.summary.json'])
    expect(parseCoverage('llvm-json', recordedCoverage(name)).warnings, name).toBeUndefined()
})

describe('lines out of segments', () => {
  const segments: readonly [what: string, list: readonly (readonly unknown[])[], hits: string][] = [
    [
      'a region of several lines',
      [
        [2, 1, 3, true, true, false],
        [4, 2, 0, false, false, false],
      ],
      '2:3 3:3 4:3',
    ],
    ['nothing after the last one', [[2, 1, 3, true, true, false]], '2:3'],
    [
      'the highest of those that begin in a line, and of what wraps it',
      [
        [1, 1, 1, true, true, false],
        [2, 3, 9, true, true, false],
        [2, 7, 0, true, true, false],
        [3, 1, 0, false, false],
      ],
      '1:1 2:9 3:0',
    ],
    [
      'a region that only goes on does not begin',
      [
        [1, 1, 0, true, true, false],
        [2, 3, 9, true, false, false],
        [3, 1, 0, false, false, false],
      ],
      '1:0 2:0 3:9',
    ],
    [
      'a gap counts where there is nothing else',
      [
        [1, 1, 4, true, true, false],
        [1, 9, 2, true, false, true],
        [3, 1, 7, true, true, false],
        [3, 5, 0, false, false],
      ],
      '1:4 2:2 3:7',
    ],
    [
      'a skipped region is no code',
      [
        [1, 1, 4, true, true, false],
        [2, 1, 0, false, true, false],
        [4, 1, 4, true, false, false],
        [5, 2, 0, false, false],
      ],
      '1:4 5:4',
    ],
    [
      'a region that begins behind a skipped one is code',
      [
        [1, 1, 4, true, true, false],
        [2, 1, 0, false, true, false],
        [2, 9, 6, true, true, false],
        [3, 2, 0, false, false, false],
      ],
      '1:4 2:6 3:6',
    ],
    [
      'without the mark of gaps, as 2.0.0 writes them',
      [
        [2, 1, 3, 1, 1],
        [3, 1, 0, 0, 0],
      ],
      '2:3 3:3',
    ],
    ['counts beyond a safe integer', [[2, 1, 2 ** 63, true, true, false]], `2:${Number.MAX_SAFE_INTEGER}`],
    ['none', [], ''],
  ]
  test.each(segments)('%s', (_, list, hits) => {
    expect(lines(...list)).toBe(hits)
  })

  test.each([
    [
      'out of order',
      [
        [4, 1, 1, true, true, false],
        [3, 1, 1, true, true, false],
      ],
    ],
    ['of line 0', [[0, 1, 1, true, true, false]]],
    [
      'beyond every file',
      [
        [1, 1, 1, true, true, false],
        [4e9, 1, 1, true, true, false],
      ],
    ],
    ['of text', [['1', 1, 1, true, true, false]]],
    ['that are cut', [[1, 1, 1]]],
    ['that are none', [7]],
  ])('segments %s are refused', (_, segments) => {
    expect(() => read({ segments })).toThrow(ReportError)
  })

  test('regions that span more lines than there can be are refused by the name of the limit', () => {
    const draft = draftCoverage()
    draft.spannedLines = LIMITS.spannedLines - 100
    const segments = [
      [1, 1, 1, true, true, false],
      [102, 1, 0, false, false, false],
    ]
    expect(() => noteSegments(draft, draftFile(draft, 'a.c'), segments)).toThrow('limit spannedLines (8000000)')
  })

  test('a gap of a million lines that are no code costs nothing', () => {
    expect(
      lines([1, 1, 1, true, true, false], [2, 1, 0, false, false, false], [999_999, 1, 1, true, true, false]),
    ).toBe('1:1 2:1 999999:1')
  })
})

describe('rules', () => {
  test('instantiations of a function are one, those of other files are none', () => {
    const at = (line: number, count: number, file = 'a.c') => ({
      name: `f${count}`,
      count,
      filenames: [file],
      regions: [[line, 1, line + 2, 1, count, 0, 0, 0]],
    })
    const functions = [at(4, 0), at(4, 2), at(9, 0), at(9, 1, 'other.c'), {}, { filenames: ['a.c'], regions: 'x' }]
    expect(totalsText(read({ segments: [] }, functions))).toEqual({ lines: '0/0', functions: '1/2' })
  })

  test('a branch has two arms, listed again by every instantiation', () => {
    const branches = [
      [1, 2, 1, 5, 3, 0, 0, 0, 4],
      [1, 2, 1, 5, 0, 1, 0, 0, 4],
      [2, 2, 2, 5, 0, 0, 0, 0, 4],
    ]
    expect(totalsText(read({ segments: [], branches }))).toMatchObject({ branches: '2/4' })
    expect(() => read({ segments: [], branches: [[1, 2]] })).toThrow('a branch of a.c is cut')
  })

  test('an export from before branches has none', () => {
    expect(totalsText(read({ segments: [] }))).toEqual({ lines: '0/0' })
  })
})

test.each([
  ['no data', '{"type":"llvm.coverage.json.export"}'],
  ['no files', '{"data":[{}]}'],
  ['a file without a name', '{"data":[{"files":[{}]}]}'],
  ['a report that was cut', recordedCoverage('llvm.json').toString('utf8').slice(0, 900)],
])('%s is an error', (_, text) => {
  expect(() => parseCoverage('llvm-json', text)).toThrow(ReportError)
})
