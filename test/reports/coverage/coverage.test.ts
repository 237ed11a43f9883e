import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Coverage, Ratio } from '../../../src/core/model/coverage.ts'
import { mergeCoverage, patchCoverage, resolveCoveragePaths } from '../../../src/reports/coverage/coverage.ts'
import { type CoverageFormat, ReportError } from '../../../src/reports/format.ts'
import { istanbulSummary } from '../../../src/reports/formats/istanbul-summary.ts'
import { lcov } from '../../../src/reports/formats/lcov.ts'
import { getJsonTree } from '../../../src/reports/json/tree.ts'
import { inPieces } from '../../support/recorded.ts'

const recorded = (name: string) => readFileSync(new URL(`../../fixtures/coverage/${name}`, import.meta.url))
const read = (format: CoverageFormat, text: string) => format.parse([Buffer.from(text)])
const records = (...lines: readonly string[]) => read(lcov, `${lines.join('\n')}\nend_of_record\n`)
const ratio = (covered: number, total: number) => ({ covered, total })
const getHits = (coverage: Coverage, path?: string) =>
  Object.fromEntries(coverage.files.find((f) => path === undefined || f.path === path)?.hits ?? [])

describe('lcov of real producers', () => {
  test.each([
    ['nyc', 3, { lines: ratio(7, 11), branches: ratio(3, 8), functions: ratio(4, 6) }],
    ['jest', 3, { lines: ratio(7, 11), branches: ratio(3, 8), functions: ratio(4, 6) }],
    ['vitest', 3, { lines: ratio(5, 11), branches: ratio(3, 8), functions: ratio(3, 6) }],
    ['bun', 3, { lines: ratio(9, 18), functions: ratio(4, 7) }],
    // Its header says 10: one measured line is not in it.
    ['coverage-py', 2, { lines: ratio(7, 11), branches: ratio(1, 4) }],
    ['gcc', 3, { lines: ratio(7, 9) }],
  ])('%s', (name, files, totals) => {
    const coverage = lcov.parse([recorded(`${name}.lcov`)])
    expect(coverage.files).toHaveLength(files)
    expect(coverage.totals).toMatchObject(totals)
  })

  test.each(['nyc', 'c8', 'jest', 'vitest', 'bun', 'deno', 'node', 'llvm'])(
    '%s is recognised and its own line counts are right',
    (name) => {
      const text = recorded(`${name}.lcov`).toString('utf8')
      expect([lcov.looksLike(text), istanbulSummary.looksLike(text)]).toEqual([true, false])
      const claimed = (key: string) =>
        [...text.matchAll(new RegExp(`^${key}:(\\d+)$`, 'gm'))].reduce((sum, m) => sum + Number(m[1]), 0)
      expect(lcov.parse([recorded(`${name}.lcov`)]).totals.lines).toEqual(ratio(claimed('LH'), claimed('LF')))
    },
  )
})

describe('lcov', () => {
  test('several blocks of one file add their hits', () => {
    const coverage = records(
      'SF:a.js',
      'DA:1,1',
      'DA:2,0',
      'BRDA:1,0,0,1',
      'BRDA:1,0,1,-',
      'FN:1,f',
      'FNDA:0,f',
      'end_of_record',
      'SF:a.js',
      'DA:1,2',
      'DA:3,1',
      'BRDA:1,0,1,4',
      'FN:1,f',
      'FNDA:1,f',
    )
    expect(getHits(coverage)).toEqual({ 1: 3, 2: 0, 3: 1 })
    expect(coverage.totals).toEqual({ lines: ratio(2, 3), branches: ratio(2, 2), functions: ratio(1, 1) })
  })

  test.each([
    ['a checksum as third field', 'DA:3,1,M2AF952dRWZey+rHIkKYLw', { 3: 1 }],
    ['hits in floating point', 'DA:3,1e+06', { 3: 1_000_000 }],
    ['hits above 32 bits', 'DA:3,5000000000', { 3: 5_000_000_000 }],
    ['hits that ran over', 'DA:3,-4', { 3: 0 }],
    ['line 0', 'DA:0,1', {}],
    ['no number', 'DA:x,y', {}],
    ['the end of a line of Windows', 'DA:3,1\r', { 3: 1 }],
  ])('%s', (_, line, hits) => {
    expect(getHits(records('SF:a.js', line))).toEqual(hits)
  })

  test('lines may come in any order and are counted, whatever the header says', () => {
    expect(records('SF:a.js', 'DA:9,1', 'DA:2,0', 'LF:90', 'LH:90')).toMatchObject({
      totals: { lines: ratio(1, 2) },
      warnings: ['a.js: its lines are out of order', 'a.js: its header says 90 lines, 2 are listed'],
    })
  })

  test('a warning names a contradiction in a recorded report', () => {
    expect(lcov.parse([recorded('coverage-py.lcov')]).warnings).toEqual([
      'src/calc.py: its lines are out of order',
      'src/calc.py: its header says 9 lines, 10 are listed',
    ])
    expect(lcov.parse([recorded('gcc.lcov')]).warnings).toEqual([
      '/home/user/project/cov/cpp/calc.h: its lines are out of order',
    ])
    for (const name of ['nyc', 'c8', 'jest', 'vitest', 'bun', 'deno', 'node', 'llvm'])
      expect(lcov.parse([recorded(`${name}.lcov`)]).warnings, name).toBeUndefined()
  })

  test('lines that templates bring again are counted once and add up', () => {
    const coverage = records('SF:a.h', 'DA:4,1', 'DA:5,1', 'DA:4,2', 'DA:5,0', 'LF:2')
    expect(getHits(coverage)).toEqual({ 4: 3, 5: 1 })
    expect(coverage.warnings).toEqual(['a.h: its lines are out of order'])
  })

  test('a line number beyond every file is passed by', () => {
    expect(records('SF:a.js', 'DA:1,1', 'DA:99999999999,1')).toMatchObject({
      totals: { lines: ratio(1, 1) },
      warnings: ['a.js: the reader ignored line numbers that no file has'],
    })
  })

  test('a branch on line 0 is a branch', () => {
    expect(records('SF:a.py', 'DA:1,1', 'BRDA:0,1,0,-', 'BRDA:2,0,jump to 3,1').totals.branches).toEqual(ratio(1, 2))
  })

  test('a blank behind the end of a record ends it all the same', () => {
    const text = 'TN: \nSF:a.js\nDA:1,1 \nend_of_record \nSF:b.js\nDA:1,0\nend_of_record\t'
    expect(read(lcov, text).totals.lines).toEqual(ratio(1, 2))
  })

  test('a path that no system allows, such as a source in a URL, is passed by with a warning', () => {
    const long = `data:text/javascript;base64,${'QUJD'.repeat(2_000)}`
    const coverage = records(`SF:${long}`, 'DA:1,0', 'FNDA:1,f', 'LF:1', 'end_of_record', 'SF:a.js', 'DA:1,1')
    expect(coverage.files.map(({ path }) => path)).toEqual(['a.js'])
    expect(coverage.totals.lines).toEqual(ratio(1, 1))
    expect(coverage.warnings).toEqual([expect.stringContaining('a path is longer than limit pathCharacters (4096)')])
  })

  test('a report of such paths only has no file', () => {
    expect(() => records(`SF:${'x'.repeat(5_000)}`, 'DA:1,1')).toThrow(ReportError)
  })

  test('functions of lcov 2 are read, and a header alone counts where there are no records', () => {
    expect(records('SF:a.c', 'FNL:0,1,5', 'FNA:0,2,f', 'FNL:1,7,9', 'FNA:1,0,g<a,b>').totals.functions).toEqual(
      ratio(1, 2),
    )
    expect(records('SF:a.c', 'FN:1,5,f', 'FNDA:3,f').totals.functions).toEqual(ratio(1, 1))
    expect(records('SF:a.c', 'FNF:4', 'FNH:3').totals.functions).toEqual(ratio(3, 4))
    expect(records('SF:a.c', 'FNH:3', 'FNF:4').totals.functions).toEqual(ratio(3, 4))
    expect(() => records('SF:a.c', 'FNF:4', 'FNH:9')).toThrow('9 of 4 are covered: more than there are')
  })

  test('a header counts lines and branches, too, where none is listed', () => {
    expect(records('SF:a.js', 'LF:10', 'LH:5')).toEqual({
      totals: { lines: ratio(5, 10) },
      files: [{ path: 'a.js', lines: ratio(5, 10) }],
    })
    expect(records('SF:a.js', 'DA:1,1', 'BRF:4', 'BRH:2').totals.branches).toEqual(ratio(2, 4))
    expect(records('SF:a.js', 'LH:0', 'LF:0', 'BRF:0', 'BRH:0').totals).toEqual({
      lines: ratio(0, 0),
      branches: ratio(0, 0),
    })
    expect(() => records('SF:a.js', 'LH:5')).toThrow('5 of 0 are covered: more than there are')
  })

  test('of two headers without records the better counts, and a file without either says nothing', () => {
    expect(records('SF:a.js', 'LF:10', 'LH:5', 'end_of_record', 'SF:a.js', 'LF:10', 'LH:6').totals).toEqual({
      lines: ratio(6, 10),
    })
    expect(records('SF:a.js')).toEqual({ totals: {}, files: [{ path: 'a.js' }] })
  })

  test('a warning names a header that is greener than its records', () => {
    expect(records('SF:a.js', 'DA:1,1', 'DA:2,0', 'LF:2', 'LH:2', 'BRDA:1,0,0,0', 'BRF:1', 'BRH:1')).toMatchObject({
      totals: { lines: ratio(1, 2), branches: ratio(0, 1) },
      warnings: [
        'a.js: its header says 2 of 2 lines, 1 of 2 are listed',
        'a.js: its header says 1 of 1 branches, 0 of 1 are listed',
      ],
    })
  })

  test('a line without a count did not run, and a warning says so', () => {
    expect(records('SF:a.js', 'DA:1,1', 'DA:2')).toMatchObject({
      totals: { lines: ratio(1, 2) },
      warnings: ['a.js: line 2 has no count: it is taken as not run'],
    })
  })

  test('paths stay as they are written', () => {
    const names = ['src/with space & ünï.js', 'C:\\work\\a.js', '__proto__', 'a,b.js']
    expect(
      records(...names.flatMap((name) => [`SF:${name}`, 'DA:1,1', 'end_of_record'])).files.map((f) => f.path),
    ).toEqual(names)
  })

  test.each([
    ['nothing', ''],
    ['no file', 'TN:\n'],
    ['a file without an end', 'SF:a.js\nDA:1,1\n'],
    ['a record cut in the middle', 'SF:a.js\nDA:1,1\nend_of_rec'],
    ['a line outside of a file', 'DA:1,1\nend_of_record\n'],
    ['a next file cut in its first letters', 'SF:a.js\nDA:1,1\nend_of_record\nS'],
    ['a next file that is only announced', 'SF:a.js\nDA:1,1\nend_of_record\nTN:\n'],
  ])('%s is an error', (_, text) => {
    expect(() => read(lcov, text)).toThrow(ReportError)
  })

  test('the size of the pieces never changes what is read', () => {
    const whole = lcov.parse([recorded('nyc.lcov')])
    for (const size of [1, 2, 7, 64]) expect(lcov.parse(inPieces(recorded('nyc.lcov'), size))).toEqual(whole)
  })
})

describe('istanbul summary', () => {
  test.each(['nyc', 'jest', 'c8', 'vitest'])('%s agrees with its own lcov', (name) => {
    const text = recorded(`${name}.summary.json`).toString('utf8')
    expect([istanbulSummary.looksLike(text), lcov.looksLike(text)]).toEqual([true, false])
    const coverage = read(istanbulSummary, text)
    expect(coverage.files).toHaveLength(3)
    expect(coverage.totals).toMatchObject({ lines: lcov.parse([recorded(`${name}.lcov`)]).totals.lines })
    expect(coverage.totals.statements).toBeDefined()
  })

  test('counts the files, not the total, and takes the total where there are no files', () => {
    const metric = (covered: number, total: number) => ({ lines: { total, covered, pct: 0 } })
    expect(
      read(istanbulSummary, JSON.stringify({ total: metric(9, 9), '/a.js': metric(1, 2), __proto: metric(3, 4) }))
        .totals,
    ).toEqual({ lines: ratio(4, 6) })
    expect(read(istanbulSummary, JSON.stringify({ total: metric(9, 9), '/a.js': metric(1, 2) })).warnings).toEqual([
      'the report: its header says 9 of 9 lines, 1 of 2 are listed',
    ])
    expect(
      read(istanbulSummary, JSON.stringify({ total: metric(1, 2), '/a.js': metric(1, 2) })).warnings,
    ).toBeUndefined()
    expect(read(istanbulSummary, JSON.stringify({ total: metric(9, 10) }))).toEqual({
      totals: { lines: ratio(9, 10) },
      files: [],
    })
  })

  test.each(['{}', '[]', '{"total":{}}', 'x', '{"total":{"lines":{"total":"many","covered":-1}}}'])(
    '%s is an error',
    (text) => {
      expect(() => read(istanbulSummary, text)).toThrow(ReportError)
    },
  )

  test.each([
    ['more covered than there is', { total: 2, covered: 7 }, '7 of 2 are covered: more than there are'],
    ['no count of what is covered', { total: 2 }, '«/a.js» counts one half of its lines'],
    ['no count of what there is', { covered: 2 }, '«/a.js» counts one half of its lines'],
  ])('%s is an error', (_, lines, message) => {
    expect(() => read(istanbulSummary, JSON.stringify({ '/a.js': { lines } }))).toThrow(message)
  })
})

describe('several coverages', () => {
  const a = records('SF:a.js', 'DA:1,1', 'DA:2,0', 'end_of_record', 'SF:b.js', 'DA:1,0')
  const b = records('SF:a.js', 'DA:2,3', 'DA:4,0')

  test('are merged line by line', () => {
    const merged = mergeCoverage([a, b])
    expect(getHits(merged, 'a.js')).toEqual({ 1: 1, 2: 3, 4: 0 })
    expect(merged.totals).toEqual({ lines: ratio(2, 4) })
  })

  test('where only counts are known the better one counts', () => {
    const counts = (covered: number): Coverage => ({
      totals: {},
      files: [{ path: 'a.js', branches: ratio(covered, 4) }],
    })
    expect(mergeCoverage([counts(1), counts(3)]).totals).toEqual({ branches: ratio(3, 4) })
  })

  test.each([
    ['nothing to cover', ratio(0, 0), ratio(1, 4), ratio(1, 4)],
    ['as much of less', ratio(1, 2), ratio(2, 4), ratio(2, 4)],
    ['nothing of less', ratio(0, 2), ratio(0, 4), ratio(0, 4)],
  ])('%s is not the better count, in any order', (_, less, more, expected) => {
    const counts = (branches: Ratio): Coverage => ({ totals: {}, files: [{ path: 'a.js', branches }] })
    expect(mergeCoverage([counts(less), counts(more)]).totals).toEqual({ branches: expected })
    expect(mergeCoverage([counts(more), counts(less)]).totals).toEqual({ branches: expected })
  })

  test('a format that has hits and counts no lines gets no lines by merging', () => {
    const blocks = (hits: number): Coverage => ({
      totals: {},
      files: [{ path: 'a.go', statements: ratio(hits, 1), hits: new Map([[1, hits]]) }],
    })
    expect(mergeCoverage([blocks(0), blocks(1)])).toEqual({
      totals: { statements: ratio(1, 1) },
      files: [{ path: 'a.go', statements: ratio(1, 1), hits: new Map([[1, 1]]) }],
    })
  })

  test('one path under different folders is not merged', () => {
    const under = (root: string): Coverage => ({
      totals: {},
      files: [{ path: 'A.java', roots: [root], lines: ratio(1, 1), hits: new Map([[1, 1]]) }],
    })
    expect(mergeCoverage([under('core'), under('web'), under('core')]).files).toHaveLength(2)
  })

  test('what each warns of is kept, once', () => {
    const odd = records('SF:a.js', 'DA:0,1')
    expect(mergeCoverage([odd, odd, a]).warnings).toEqual(['a.js: the reader ignored line numbers that no file has'])
  })

  test('merging with nothing or one changes nothing', () => {
    expect(mergeCoverage([a])).toEqual(a)
    expect(mergeCoverage([a, { totals: {}, files: [] }])).toEqual(a)
    expect(mergeCoverage([])).toEqual({ totals: {}, files: [] })
  })

  test('the order of merging does not matter', () => {
    const line = fc.tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 0, max: 3 }))
    const one = fc
      .array(line, { minLength: 1, maxLength: 6 })
      .map((lines) => records('SF:x.js', ...lines.map(([n, hits]) => `DA:${n},${hits}`)))
    fc.assert(
      fc.property(one, one, (x, y) => {
        expect(mergeCoverage([x, y]).totals).toEqual(mergeCoverage([y, x]).totals)
      }),
    )
  })
})

describe('paths of a coverage', () => {
  const tree = getJsonTree(['src/a.js', 'src/with space & ünï.js', 'packages/p/src/b.js'])

  test('become tracked paths, and the totals stay what the producer said', () => {
    const coverage = records(
      'SF:/home/user/project/src/a.js',
      'DA:1,1',
      'end_of_record',
      'SF:src/b.js',
      'DA:1,0',
      'end_of_record',
      'SF:/home/user/project/src/with%20space%20&%20%C3%BCn%C3%AF.js',
      'DA:1,1',
      'end_of_record',
      'SF:/usr/lib/other.js',
      'DA:1,1',
    )
    const resolved = resolveCoveragePaths(coverage, tree)
    expect(resolved.files.map((f) => f.path)).toEqual(['src/a.js', 'packages/p/src/b.js', 'src/with space & ünï.js'])
    expect(resolved.totals).toEqual(coverage.totals)
    expect(resolved.warnings).toEqual(['/usr/lib/other.js is no tracked file: its lines are not looked at'])
  })

  test('a path that may be several tracked files is none of them', () => {
    const both = getJsonTree(['a/x.js', 'b/x.js'])
    const resolved = resolveCoveragePaths(records('SF:x.js', 'DA:1,1'), both)
    expect(resolved.files).toEqual([])
    expect(resolved.warnings).toEqual(['x.js may be several tracked files: its lines are not looked at'])
  })

  test('files that turn out to be one count once', () => {
    const one = records('SF:/app/src/a.js', 'DA:1,1', 'DA:2,0', 'end_of_record', 'SF:/usr/lib/o.js', 'DA:1,1')
    const two = records('SF:src/a.js', 'DA:1,1', 'DA:2,1')
    expect(resolveCoveragePaths(mergeCoverage([one, two]), tree).totals).toEqual({ lines: ratio(3, 3) })
  })

  test('that mean one file are merged', () => {
    const coverage = records('SF:/app/src/a.js', 'DA:1,1', 'end_of_record', 'SF:src/a.js', 'DA:2,1')
    expect(getHits(resolveCoveragePaths(coverage, tree))).toEqual({ 1: 1, 2: 1 })
  })
})

describe('coverage of added lines', () => {
  const coverage = records('SF:a.js', 'DA:1,1', 'DA:2,0', 'DA:5,2', 'end_of_record', 'SF:b.js', 'DA:1,0')

  test.each([
    ['measured lines', [['a.js', [1, 2, 5]]], ratio(2, 3)],
    ['lines that were not measured do not count', [['a.js', [1, 3, 4]]], ratio(1, 1)],
    [
      'several files',
      [
        ['a.js', [1]],
        ['b.js', [1]],
      ],
      ratio(1, 2),
    ],
    ['a file that is in no report', [['c.js', [1]]], null],
    ['nothing', [], null],
  ] as const)('%s', (_, added, expected) => {
    expect(patchCoverage(coverage, new Map<string, readonly number[]>(added))).toEqual(expected)
  })
})
