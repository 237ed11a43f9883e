import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mergeCoverage, patchCoverage, resolveCoveragePaths } from '../../../src/reports/coverage/coverage.ts'
import { detectCoverage } from '../../../src/reports/detect.ts'
import { ReportError } from '../../../src/reports/format.ts'
import { goCover } from '../../../src/reports/formats/go-cover.ts'
import { getJsonTree } from '../../../src/reports/json/tree.ts'
import { formatHits, parseCoverage, recordedCoverage, totalsText } from '../../support/coverage.ts'
import { inPieces } from '../../support/recorded.ts'

const read = (...blocks: readonly string[]) =>
  parseCoverage('go-cover', `mode: count\n${blocks.map((block) => `m/a.go:${block}\n`).join('')}`)
const lines = (...blocks: readonly string[]) => formatHits(read(...blocks).files[0]?.hits)

describe('recorded profiles of two test binaries that each cover all packages', () => {
  // What `go tool cover -func` prints: 76.9 %.
  const statements = { statements: '10/13' }

  test.each(['count', 'atomic'])('%s: blocks that come again add up', (mode) => {
    const coverage = parseCoverage('go-cover', recordedCoverage(`go.${mode}.out`))
    expect(totalsText(coverage)).toEqual(statements)
    expect(coverage.files.map(({ path, hits }) => [path, formatHits(hits)]).toSorted()).toEqual([
      [
        'example.com/shop/calc/calc.go',
        '4:2 5:2 6:1 7:1 10:1 13:1 14:1 15:1 16:0 17:0 18:0 19:0 24:1 25:3 26:3 27:3 28:1',
      ],
      ['example.com/shop/store/store.go', '5:1 6:1 7:1'],
    ])
  })

  test('set: a block ran when it did in any of them', () => {
    const coverage = parseCoverage('go-cover', recordedCoverage('go.set.out'))
    expect(totalsText(coverage)).toEqual(statements)
    expect(formatHits(coverage.files.find(({ path }) => path.endsWith('calc.go'))?.hits)).toBe(
      '4:1 5:1 6:1 7:1 10:1 13:1 14:1 15:1 16:0 17:0 18:0 19:0 24:1 25:1 26:1 27:1 28:1',
    )
  })

  test('files are found wherever the module is, and changed lines are measured', () => {
    const tree = getJsonTree(['backend/go.mod', 'backend/calc/calc.go', 'backend/store/store.go'])
    const coverage = resolveCoveragePaths(parseCoverage('go-cover', recordedCoverage('go.set.out')), tree)
    expect(coverage.files.map(({ path }) => path).toSorted()).toEqual([
      'backend/calc/calc.go',
      'backend/store/store.go',
    ])
    expect(patchCoverage(coverage, new Map([['backend/calc/calc.go', [8, 9, 10, 16]]]))).toEqual({
      covered: 1,
      total: 2,
    })
  })
})

describe('lines out of blocks', () => {
  test.each<[what: string, blocks: readonly string[], hits: string]>([
    ['every line that a block touches', ['1.10,3.2 2 5'], '1:5 2:5 3:5'],
    ['the head of a block is of the line it is in', ['1.10,2.7 1 5', '2.7,4.3 1 0'], '1:5 2:5 3:0 4:0'],
    ['a closing brace before an else is not what runs there', ['2.7,4.3 1 5', '4.8,6.3 1 0'], '2:5 3:5 4:0 5:0 6:0'],
    ['blocks of one line', ['1.10,1.20 1 0', '1.30,1.40 1 2'], '1:2'],
    ['a block without statements measures nothing', ['1.10,1.11 0 0', '2.1,9.1 0 7'], '-'],
    ['functions of one line, one after the other', ['1.10,3.3 1 5', '3.3,3.9 1 0'], '1:5 2:5 3:5'],
  ])('%s', (_, blocks, hits) => {
    expect(lines(...blocks)).toBe(hits)
  })

  test('the order of blocks does not matter', () => {
    const block = fc
      .tuple(
        fc.nat(4),
        fc.integer({ min: 1, max: 9 }),
        fc.nat(2),
        fc.integer({ min: 10, max: 20 }),
        fc.nat(2),
        fc.nat(3),
      )
      .map(
        ([line, from, more, to, statements, count]) =>
          `${line + 1}.${from},${line + 1 + more}.${to} ${statements} ${count}`,
      )
    fc.assert(
      fc.property(fc.array(block, { maxLength: 8 }), (blocks) => {
        expect(lines(...blocks.toReversed())).toBe(lines(...blocks))
      }),
    )
  })
})

describe('rules', () => {
  test('profiles that were strung together have a mode each', () => {
    const text = 'mode: set\nm/a.go:1.1,2.2 3 1\nmode: set\nm/a.go:1.1,2.2 3 0\r\n\nC:/w/b.go:1.1,1.9 1 0\n'
    const coverage = parseCoverage('go-cover', text)
    expect(coverage.files.map(({ path, statements }) => [path, statements])).toEqual([
      ['m/a.go', { covered: 3, total: 3 }],
      ['C:/w/b.go', { covered: 0, total: 1 }],
    ])
  })

  test('in two modes, what they count is not the same, and that is noted', () => {
    const mixed = parseCoverage('go-cover', 'mode: set\nm/a.go:1.1,2.2 3 1\nmode: count\nm/a.go:1.1,2.2 3 7\n')
    expect(mixed.warnings).toEqual(['modes are mixed (set, count): how often a line ran is not known'])
    expect(totalsText(mixed)).toEqual({ statements: '3/3' })
  })

  test('one whose beginning is missing is known, and refused with the reason', () => {
    const cut = 'example.com/m/a.go:1.1,2.2 3 1\n'
    expect(detectCoverage(cut)).toBe('go-cover')
    expect(() => parseCoverage('go-cover', cut)).toThrow('line 1: has no `mode:` line: its beginning is missing')
  })

  test('packages without statements make a profile without files', () => {
    expect(parseCoverage('go-cover', 'mode: set\n')).toEqual({ totals: {}, files: [] })
  })

  test('lines are not what Go counts, merged or not', () => {
    const one = read('1.1,2.2 1 0')
    expect(totalsText(mergeCoverage([one, read('1.1,2.2 1 3')]))).toEqual({ statements: '1/1' })
    expect(one.files[0]?.lines).toBeUndefined()
  })

  test('names of the prototype are names, counts are bounded', () => {
    const { files } = parseCoverage('go-cover', `mode: count\n__proto__:1.1,1.2 1 ${'9'.repeat(400)}\n`)
    expect(files.map(({ path, hits }) => [path, formatHits(hits)])).toEqual([
      ['__proto__', `1:${Number.MAX_SAFE_INTEGER}`],
    ])
  })

  test('the size of the pieces never changes what is read', () => {
    const whole = recordedCoverage('go.count.out')
    for (const size of [1, 7, 64]) expect(goCover.parse(inPieces(whole, size))).toEqual(goCover.parse([whole]))
  })
})

test('blocks over blocks are refused by the name of the limit', () => {
  const blocks = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => `1.${n},999999.9 1 1`)
  expect(() => read(...blocks)).toThrow('limit spannedLines (8000000)')
})

test.each([
  ['nothing', ''],
  ['nothing before a mode', 'm/a.go:1.1,2.2 1 1\n'],
  ['an unknown mode', 'mode: branch\nm/a.go:1.1,2.2 1 1\n'],
  ['a line that is no block', 'mode: set\nm/a.go:1.1 1 1\n'],
  ['a negative count', 'mode: set\nm/a.go:1.1,2.2 1 -1\n'],
  ['a block of line 0', 'mode: set\nm/a.go:0.1,2.2 1 1\n'],
  ['a block that ends before it begins', 'mode: set\nm/a.go:3.1,2.2 1 1\n'],
  ['a block beyond every file', 'mode: set\nm/a.go:1.1,99999999.2 1 1\n'],
  ['a count that was cut', 'mode: count\nm/a.go:1.1,2.2 1 1'],
])('%s is an error', (_, text) => {
  expect(() => parseCoverage('go-cover', text)).toThrow(ReportError)
})
