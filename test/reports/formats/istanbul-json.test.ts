import { describe, expect, test } from 'vitest'
import { ReportError } from '../../../src/reports/format.ts'
import { formatHits, parseCoverage, recordedCoverage, totalsText } from '../../support/coverage.ts'

const read = (json: unknown) => parseCoverage('istanbul-json', JSON.stringify(json))
const at = (line: unknown) => ({ start: { line, column: 0 }, end: { line, column: 9 } })
const file = (parts: object) => ({ statementMap: {}, fnMap: {}, branchMap: {}, s: {}, f: {}, b: {}, ...parts })

test.each([
  ['nyc', { lines: '7/11', branches: '3/8', functions: '4/6', statements: '9/13' }],
  ['jest', { lines: '7/11', branches: '3/8', functions: '4/6', statements: '9/13' }],
  ['c8', { lines: '14/23', branches: '6/10', functions: '4/6', statements: '14/23' }],
  ['vitest', { lines: '5/11', branches: '3/8', functions: '3/6', statements: '6/13' }],
])('%s has the totals that it printed', (producer, totals) => {
  expect(totalsText(parseCoverage('istanbul-json', recordedCoverage(`${producer}.final.json`)))).toEqual(totals)
})

describe('rules', () => {
  test('a line has the hits of the statement that ran most of those that begin there', () => {
    const { files } = read({
      '/a.js': file({
        statementMap: { 0: at(3), 1: at(3), 2: { start: { line: 4 }, end: { line: 9 } } },
        s: { 0: 2, 1: 5, 2: 0 },
      }),
    })
    expect(formatHits(files[0]?.hits)).toBe('3:5 4:0')
    expect(files[0]?.statements).toEqual({ covered: 2, total: 3 })
  })

  test('arms of a branch are counted, whatever places are listed for them', () => {
    const branches = { branchMap: { 0: { loc: at(1), locations: [at(1)] } }, b: { 0: [1, 0, 3], 1: [] } }
    expect(totalsText(read({ '/a.js': file(branches) }))).toMatchObject({ branches: '2/3' })
  })

  test('what has a place and no counter did not run, and is noted', () => {
    const place = { loc: at(3), locations: [at(3), at(4)] }
    const coverage = read({
      '/a.js': file({
        statementMap: { 0: at(1), 1: at(2) },
        s: { 0: 1 },
        fnMap: { 0: { loc: at(1) }, 1: { loc: at(2) } },
        f: { 1: 1 },
        branchMap: { 0: place, 1: place, 2: {} },
        b: { 1: [1, 1], 2: 'x' },
      }),
    })
    expect(totalsText(coverage)).toEqual({ lines: '1/2', statements: '1/2', functions: '1/2', branches: '2/5' })
    expect(formatHits(coverage.files[0]?.hits)).toBe('1:1 2:0')
    expect(coverage.warnings).toEqual(['/a.js: some of its code has no counter: it is taken as not run'])
  })

  test('what older writers wrap is unwrapped, and the path inside is the one that counts', () => {
    const { files } = read({ key: { data: { path: '/a.js', ...file({ statementMap: { 0: at(1) }, s: { 0: 1 } }) } } })
    expect(files.map(({ path, hits }) => [path, formatHits(hits)])).toEqual([['/a.js', '1:1']])
  })

  test('a file without functions and branches has none; a report that has neither is silent', () => {
    expect(totalsText(read({ '/a.js': file({}) }))).toEqual({
      lines: '0/0',
      branches: '0/0',
      functions: '0/0',
      statements: '0/0',
    })
    expect(totalsText(read({ '/a.js': { statementMap: {}, s: {} } }))).toEqual({ lines: '0/0', statements: '0/0' })
  })
})

describe('odd input', () => {
  test('numbers never make anything covered that did not run', () => {
    const { files } = read({
      '/a.js': file({
        statementMap: { 0: at(1), 1: at(2), 2: at(3), 3: at(null), 4: at(2.5), 5: at(1e12), __proto__: at(7) },
        s: { 0: -1, 1: '5', 2: 1e300, 3: 1, 4: 1, 5: 1, 6: 1 },
        f: { 0: null, 1: true, 2: [1] },
        b: { 0: 'x', 1: { 0: 1 }, 2: [null, '1', -1] },
      }),
    })
    expect(formatHits(files[0]?.hits)).toBe(`1:0 2:0 3:${Number.MAX_SAFE_INTEGER}`)
    expect(files[0]).toMatchObject({ functions: { covered: 0, total: 3 }, branches: { covered: 0, total: 3 } })
  })

  test('names of the prototype are names', () => {
    const text = '{"__proto__":{"statementMap":{"__proto__":{"start":{"line":2}}},"s":{"__proto__":1,"constructor":1}}}'
    const { files } = parseCoverage('istanbul-json', text)
    expect(files.map(({ path, hits }) => [path, formatHits(hits)])).toEqual([['__proto__', '2:1']])
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })

  test.each([
    ['a list', '[]'],
    ['nothing', '{}'],
    ['a summary', '{"/a.js":{"lines":{"total":1,"covered":1}}}'],
    ['an entry that is no file', '{"/a.js":{"statementMap":{},"s":{}},"total":7}'],
    ['a file twice', '{"/a.js":{"statementMap":{},"s":{}},"/a.js":{"statementMap":{},"s":{}}}'],
    ['a report that was cut', recordedCoverage('nyc.final.json').toString('utf8').slice(0, 900)],
  ])('%s is an error', (_, text) => {
    expect(() => parseCoverage('istanbul-json', text)).toThrow(ReportError)
  })
})

describe('files of a report', () => {
  test('what is no file is refused', () => {
    expect(() => read({ '/a.js': file({}), x: 0 })).toThrow('«x» has no statements')
    expect(() => read({ '/a.js': file({}), x: [file({})] })).toThrow('«x» has no statements')
  })

  test('a file is called by its key where it does not name itself', () => {
    expect(
      read({ '/ü.js': file({}), '1': file({}) })
        .files.map(({ path }) => path)
        .toSorted(),
    ).toEqual(['/ü.js', '1'].toSorted())
  })
})
