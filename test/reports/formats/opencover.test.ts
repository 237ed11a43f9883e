import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { resolveCoveragePaths } from '../../../src/reports/coverage/coverage.ts'
import { ReportError } from '../../../src/reports/format.ts'
import { opencover } from '../../../src/reports/formats/opencover.ts'
import { getJsonTree } from '../../../src/reports/json/tree.ts'
import { formatHits, parseCoverage, recordedCoverage, totalsText } from '../../support/coverage.ts'
import { inChunks } from '../../support/hostile-xml.ts'

const points = (...list: readonly string[]) => list.map((point) => `<SequencePoint ${point}/>`).join('')
const method = (name: string, inner: string) => `<Method><Name>${name}</Name><FileRef uid="1"/>${inner}</Method>`
const module = (inner: string, uid = '1', path = 'C:\\w\\A.cs') =>
  `<Module hash="x"><Files><File uid="${uid}" fullPath="${path}"/></Files><Classes><Class><Methods>${inner}</Methods></Class></Classes></Module>`
const read = (...modules: readonly string[]) =>
  parseCoverage('opencover', `<CoverageSession><Modules>${modules.join('')}</Modules></CoverageSession>`)

test('the example has the counts of its summary', () => {
  const coverage = parseCoverage('opencover', recordedCoverage('opencover.xml'))
  expect(totalsText(coverage)).toEqual({ lines: '4/8', branches: '1/2', functions: '1/2', statements: '4/7' })
  expect(coverage.files.map(({ path, hits }) => [path, formatHits(hits)])).toEqual([
    ['C:/work/project/src/Calc.cs', '6:2 7:2 8:0 9:0 10:2 11:2 14:0 15:0'],
  ])
  expect(coverage.warnings).toBeUndefined()
  expect(resolveCoveragePaths(coverage, getJsonTree(['src/Calc.cs'])).files[0]?.path).toBe('src/Calc.cs')
})

describe('rules', () => {
  test('a file of two modules is one file, and ran where either did', () => {
    const arms = (first: number, second: number) =>
      `<BranchPoint vc="${first}" ordinal="0" offset="7" sl="1" path="0" fileid="1"/><BranchPoint vc="${second}" ordinal="1" offset="7" sl="1" path="1" fileid="1"/>`
    const one = (vc: number, branches: string) =>
      module(method('M', points(`vc="${vc}" sl="1" sc="1" el="1" ec="9" fileid="1"`) + branches))
    expect(totalsText(read(one(0, arms(0, 1)), one(3, arms(0, 1))))).toEqual({
      lines: '1/1',
      branches: '1/2',
      functions: '1/1',
      statements: '1/1',
    })
  })

  test('numbers of files are those of their module', () => {
    const inner = method('M', points('vc="1" sl="4" el="4" fileid="1"'))
    const { files } = read(module(inner), module(inner, '1', '/w/B.cs'))
    expect(files.map(({ path, hits }) => [path, formatHits(hits)])).toEqual([
      ['C:/w/A.cs', '4:1'],
      ['/w/B.cs', '4:1'],
    ])
  })

  test('several statements in a line: the line has the hits of the one that ran most', () => {
    const loop = points(
      'vc="1" sl="3" sc="5" el="3" ec="9"',
      'vc="6" sl="3" sc="11" el="3" ec="14"',
      'vc="0" sl="3" sc="20" el="3" ec="29"',
    )
    const { files } = read(module(method('M', loop)))
    expect(formatHits(files[0]?.hits)).toBe('3:6')
    expect(files[0]?.statements).toEqual({ covered: 2, total: 3 })
  })

  test('what the compiler made has no lines and is no function', () => {
    const coverage = read(
      module(
        method('Hidden', points('vc="1" sl="16707566" el="16707566" fileid="1"')) +
          method('Empty', '<MethodPoint vc="3"/>') +
          method('M', points('vc="1" sl="1" el="1"')),
      ),
    )
    expect(totalsText(coverage)).toEqual({ lines: '1/1', functions: '1/1', statements: '1/1' })
  })

  test('what was left out is not measured', () => {
    const inner = points('vc="0" sl="1" el="1"')
    const skipped = `<Class skippedDueTo="Attribute"><Methods>${method('M', inner)}</Methods></Class>`
    expect(
      totalsText(
        read(module(method('N', points('vc="1" sl="2" el="2"'))).replace('</Classes>', `${skipped}</Classes>`)),
      ),
    ).toEqual({
      lines: '1/1',
      functions: '1/1',
      statements: '1/1',
    })
  })

  test('points of an unnamed file cause a warning', () => {
    const coverage = read(module(method('M', points('vc="1" sl="1" el="1" fileid="9"'))))
    expect(coverage.totals).toEqual({})
    expect(coverage.warnings).toEqual(['points of file «9», which the module does not name'])
  })
})

describe('bad input', () => {
  test('a cut or foreign document is refused', () => {
    const whole = recordedCoverage('opencover.xml')
    for (const part of [0, 0.2, 0.5, 0.9])
      expect(() => opencover.parse([whole.subarray(0, Math.floor(whole.length * part))])).toThrow(ReportError)
    expect(() => parseCoverage('opencover', '<coverage/>')).toThrow(
      'the report holds no <CoverageSession> of OpenCover',
    )
  })

  test('odd numbers never make anything covered', () => {
    const odd = points(
      'vc="-1" sl="1" el="1"',
      'vc="x" sl="2" el="1"',
      'vc="1" sl="0" el="3"',
      'vc="1"',
      'vc="0" sl="4" el="x"',
    )
    const { files } = read(module(method('__proto__', odd)))
    expect(formatHits(files[0]?.hits)).toBe('1:0 2:0 4:0')
    expect(files[0]?.functions).toEqual({ covered: 1, total: 1 })
  })

  test('statements over statements of a million lines are refused by the name of the limit', () => {
    const wide = points(...Array.from({ length: 9 }, (_, n) => `vc="1" sl="1" sc="${n}" el="999999"`))
    expect(() => read(module(method('M', wide)))).toThrow('limit spannedLines (8000000)')
  })

  test('a long name does not grow with what it holds', () => {
    const arms = Array.from({ length: 3_000 }, (_, n) => `<BranchPoint vc="1" sl="1" offset="${n}" fileid="1"/>`).join(
      '',
    )
    const inner = points('vc="1" sl="1" el="1" fileid="1"') + arms
    expect(totalsText(read(module(method('x'.repeat(2_000_000), inner))))).toMatchObject({ branches: '3000/3000' })
  })

  test('how the bytes are cut never changes the result', () => {
    const whole = recordedCoverage('opencover.xml')
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200 }), (size) => {
        expect(opencover.parse(inChunks(whole, [size]))).toEqual(opencover.parse([whole]))
      }),
      { numRuns: 20 },
    )
  })
})
