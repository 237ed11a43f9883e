import { expect, test } from 'vitest'
import {
  draftCoverage,
  draftFile,
  isLine,
  max,
  noteHits,
  noteLine,
  notePart,
  one,
  ratio,
  sum,
  toCoverage,
  toHits,
} from '../../../src/reports/coverage/coverage-draft.ts'
import { LIMITS, ReportError } from '../../../src/reports/format.ts'

test('a count without a statement is absent, and a stated zero is zero', () => {
  const draft = draftCoverage()
  draftFile(draft, 'a.js').says.add('branches')
  draftFile(draft, 'b.js')
  expect(toCoverage(draft)).toEqual({
    totals: { branches: { covered: 0, total: 0 } },
    files: [{ path: 'a.js', branches: { covered: 0, total: 0 } }, { path: 'b.js' }],
  })
})

test('lines are counted by their hits; hits alone count no lines', () => {
  const draft = draftCoverage()
  noteLine(draft, draftFile(draft, 'a.js'), 1, 2, sum)
  noteLine(draft, draftFile(draft, 'a.js'), 2, 0, sum)
  noteHits(draft, draftFile(draft, 'b.go'), 1, 2, max)
  expect(toCoverage(draft)).toEqual({
    totals: { lines: { covered: 1, total: 2 } },
    files: [
      {
        path: 'a.js',
        lines: { covered: 1, total: 2 },
        hits: new Map([
          [1, 2],
          [2, 0],
        ]),
      },
      { path: 'b.go', hits: new Map([[1, 2]]) },
    ],
  })
})

test('a repeated line is summed or its higher count is taken, never above a safe integer', () => {
  const draft = draftCoverage()
  const file = draftFile(draft, 'a.js')
  for (const hits of [2, 3]) noteLine(draft, file, 1, hits, sum)
  for (const hits of [2, 3]) noteLine(draft, file, 2, hits, max)
  for (const hits of [Number.MAX_SAFE_INTEGER, 5]) noteLine(draft, file, 3, hits, sum)
  expect([...file.hits.values()]).toEqual([5, 3, Number.MAX_SAFE_INTEGER])
})

test('of a repeated part the more complete one counts', () => {
  const draft = draftCoverage()
  const file = draftFile(draft, 'a.js')
  for (const hits of [0, 4, 0]) notePart(draft, file, 'functions', '__proto__', one(hits))
  notePart(draft, file, 'functions', 'constructor', one(0))
  expect(toCoverage(draft).totals).toEqual({ functions: { covered: 1, total: 2 } })
})

test('a claim counts only where nothing was counted', () => {
  const draft = draftCoverage()
  const file = draftFile(draft, 'a.js')
  for (const metric of ['lines', 'functions'] as const) file.claims.set(metric, { covered: 9, total: 9 })
  noteLine(draft, file, 1, 0, sum)
  expect(toCoverage(draft).totals).toEqual({ lines: { covered: 0, total: 1 }, functions: { covered: 9, total: 9 } })
})

test.each([
  ['more than is listed', { covered: 9, total: 9 }, ['a.js: its header says 9 of 9 functions, 1 of 2 are listed']],
  ['a better part of fewer', { covered: 1, total: 1 }, ['a.js: its header says 1 of 1 functions, 1 of 2 are listed']],
  ['as much', { covered: 1, total: 2 }, undefined],
  ['less', { covered: 0, total: 2 }, undefined],
  ['a lesser part of more', { covered: 1, total: 7 }, undefined],
  ['nothing', { covered: 0, total: 0 }, undefined],
])('contents count, and a warning names a header that says %s when it is greener', (_, claimed, warnings) => {
  const draft = draftCoverage()
  const file = draftFile(draft, 'a.js')
  file.claims.set('functions', claimed)
  for (const [nth, hits] of [1, 0].entries()) notePart(draft, file, 'functions', String(nth), one(hits))
  expect(toCoverage(draft).totals).toEqual({ functions: { covered: 1, total: 2 } })
  expect(toCoverage(draft).warnings).toEqual(warnings)
})

test('a header of the whole report is held against all files', () => {
  const draft = draftCoverage()
  draft.claims.set('lines', { covered: 3, total: 3 })
  for (const path of ['a.js', 'b.js']) noteLine(draft, draftFile(draft, path), 1, 1, sum)
  expect(toCoverage(draft).totals).toEqual({ lines: { covered: 2, total: 2 } })
  expect(toCoverage(draft).warnings).toEqual(['the report: its header says 3 of 3 lines, 2 of 2 are listed'])
})

test('a claim that contradicts itself is refused where it would count, and ignored where the contents count', () => {
  const draft = draftCoverage()
  const file = draftFile(draft, 'a.js')
  file.claims.set('lines', { covered: 9, total: 2 })
  expect(() => toCoverage(draft)).toThrow('9 of 2 are covered: more than there are')
  noteLine(draft, file, 1, 0, sum)
  expect(toCoverage(draft).totals).toEqual({ lines: { covered: 0, total: 1 } })
})

test('one path under different roots is not one file', () => {
  const draft = draftCoverage()
  expect(draftFile(draft, 'A.java', ['core'])).toBe(draftFile(draft, 'A.java', ['core']))
  expect(draftFile(draft, 'A.java', ['web'])).not.toBe(draftFile(draft, 'A.java', ['core']))
  expect(toCoverage(draft).files.map(({ roots }) => roots)).toEqual([['core'], ['web']])
})

test.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, LIMITS.sourceLine + 1, 2 ** 53])(
  'line %d is no line: it is ignored with one warning',
  (line) => {
    const draft = draftCoverage()
    for (let n = 0; n < 3; n += 1) noteLine(draft, draftFile(draft, 'a.js'), line, 1, sum)
    expect(isLine(line)).toBe(false)
    expect(toCoverage(draft).totals).toEqual({ lines: { covered: 0, total: 0 } })
    expect(toCoverage(draft).warnings).toEqual(['a.js: the reader ignored line numbers that no file has'])
  },
)

test('warnings are bounded in number and length', () => {
  const draft = draftCoverage()
  for (let n = 0; n < 50; n += 1) noteLine(draft, draftFile(draft, `${n}${'x'.repeat(4_000)}`), 0, 1, sum)
  const { warnings = [] } = toCoverage(draft)
  expect(warnings).toHaveLength(21)
  expect(warnings.at(-1)).toBe('and 30 more like these')
  expect(Math.max(...warnings.map((text) => text.length))).toBeLessThan(500)
})

test('a count is no more than a report can hold; more covered than there is, is no count', () => {
  expect(() => ratio(9, 4)).toThrow('9 of 4 are covered: more than there are')
  expect(ratio(1.5, 4.9)).toEqual({ covered: 1, total: 4 })
  expect(() => ratio(1, 1e15)).toThrow('a count is larger than limit coverageEntries (16000000)')
})

test('no path is longer than a system allows', () => {
  const draft = draftCoverage()
  expect(draftFile(draft, 'x'.repeat(LIMITS.pathCharacters)).path).toHaveLength(4_096)
  expect(() => draftFile(draft, 'x'.repeat(LIMITS.pathCharacters + 1))).toThrow('limit pathCharacters (4096)')
  expect(() => draftFile(draft, 'x', ['y'.repeat(5_000)])).toThrow(ReportError)
})

test('more than a report can hold is refused by the name of the limit', () => {
  const draft = draftCoverage()
  const file = draftFile(draft, 'a.js')
  draft.entries = LIMITS.coverageEntries
  expect(() => notePart(draft, file, 'branches', 'x', one(1))).toThrow(ReportError)
  expect(() => noteLine(draft, file, 1, 1, sum)).toThrow('limit coverageEntries (16000000)')
})

test.each([
  ['12', 12],
  ['1e+06', 1_000_000],
  ['-3', 0],
  ['many', 0],
  [undefined, 0],
  ['1.9', 1],
  ['1e999', Number.MAX_SAFE_INTEGER],
  [2 ** 60, Number.MAX_SAFE_INTEGER],
])('hits of %s are %d', (value, hits) => {
  expect(toHits(value)).toBe(hits)
})
