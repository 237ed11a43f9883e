import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { resolveCoveragePaths } from '../../../src/reports/coverage/coverage.ts'
import { ReportError } from '../../../src/reports/format.ts'
import { cobertura } from '../../../src/reports/formats/cobertura.ts'
import { getJsonTree } from '../../../src/reports/json/tree.ts'
import { inChunks, utf8 } from '../../support/hostile-xml.ts'
import { shareOf } from '../../support/property-runs.ts'

const fixture = (producer: string): Uint8Array =>
  readFileSync(join(import.meta.dirname, '../../fixtures/cobertura', `${producer}.xml`))
const parse = (xml: string) => cobertura.parse([utf8(xml)])
const lines = (list: readonly string[]) => `<lines>${list.map((line) => `<line ${line}/>`).join('')}</lines>`
const report = (classes: string, sources = '') =>
  `<coverage line-rate="1"><sources>${sources}</sources><packages><package><classes>${classes}</classes></package></packages></coverage>`
const ratio = (covered: number, total: number) => ({ covered, total })

describe('recorded reports have the totals that their producers printed', () => {
  const recorded: readonly [producer: string, totals: object, files: readonly string[]][] = [
    [
      'c8',
      { lines: ratio(14, 23), branches: ratio(6, 10), functions: ratio(4, 6) },
      ['src/calc.js', 'src/lost.js', 'src/with space & ünï.js'].map((file) => `/home/user/project/cov/js/${file}`),
    ],
    [
      'jest',
      { lines: ratio(7, 11), branches: ratio(3, 8), functions: ratio(4, 6) },
      ['src/calc.js', 'src/lost.js', 'src/with space & ünï.js'].map((file) => `/home/user/project/cov/js/${file}`),
    ],
    [
      'vitest-v8',
      { lines: ratio(5, 11), branches: ratio(3, 8), functions: ratio(3, 6) },
      ['src/calc.js', 'src/lost.js', 'src/with space & ünï.js'].map(
        (file) => `/home/user/project/js/vitest-cov/${file}`,
      ),
    ],
    [
      'coverage-py',
      { lines: ratio(6, 10), branches: ratio(1, 4) },
      ['calc.py', 'lost.py'].map((file) => `/home/user/project/cov/python/src/${file}`),
    ],
    [
      'gcovr',
      { lines: ratio(7, 9), branches: ratio(6, 14) },
      ['calc.cpp', 'calc.h', 'main.cpp'].map((file) => `../gen/cov/cpp/${file}`),
    ],
    [
      'grcov',
      { lines: ratio(7, 9), branches: ratio(6, 14), functions: ratio(5, 6) },
      ['calc.cpp', 'calc.h', 'main.cpp'].map((file) => `/home/user/project/cpp/${file}`),
    ],
    [
      'cobertura-java',
      { lines: ratio(9, 17), branches: ratio(5, 9), functions: ratio(4, 10) },
      ['Cart', 'Never', 'tax/Tax'].map((name) => `src/shop/${name}.java`),
    ],
    ['phpunit-9', { lines: ratio(2, 4), functions: ratio(1, 2) }, ['/home/user/project/php/phpunit9/src/Calc.php']],
  ]
  test.each(recorded)('%s', (producer, totals, files) => {
    const coverage = cobertura.parse([fixture(producer)])
    expect(coverage.totals).toEqual(totals)
    expect(coverage.files.map(({ path }) => path)).toEqual(files)
  })

  test('of several classes of one file each line is one, and conditions of a line are its branches', () => {
    const [cart, never] = cobertura.parse([fixture('cobertura-java')]).files
    expect([...(cart?.hits ?? [])].filter(([, hits]) => hits === 0).map(([line]) => line)).toEqual([20, 22, 29, 32, 34])
    expect(cart).toMatchObject({ lines: ratio(8, 13), branches: ratio(4, 7), functions: ratio(3, 6) })
    expect(never).toMatchObject({ lines: ratio(0, 2), functions: ratio(0, 2) })
    const [calc] = cobertura.parse([fixture('grcov')]).files
    expect(calc).toMatchObject({ branches: ratio(2, 6) })
  })

  test.each([
    ['conditions are branches where nothing sums them up', '', ['0', '1', '1'], ratio(2, 3)],
    ['a sum is taken before them', ' condition-coverage="75% (3/4)"', ['50%', '100%'], ratio(3, 4)],
    ['shares without a sum are no counts', '', ['50%', '100%'], undefined],
    ['what is no number is none', '', ['-1', 'yes'], undefined],
    ['none, of a line that has no condition', '', [], undefined],
  ])('%s', (_what, attribute, conditions, branches) => {
    const inner = conditions
      .map((coverage, n) => `<condition number="${n}" type="jump" coverage="${coverage}"/>`)
      .join('')
    const line = `<line number="4" hits="1" branch="true"${attribute}><conditions>${inner}</conditions></line>`
    const [file] = parse(
      report(`<class filename="a.c"><lines>${line}<line number="5" hits="1"/></lines></class>`),
    ).files
    expect(file?.branches).toEqual(branches)
  })

  test('each file has its hits by line', () => {
    const [calc] = cobertura.parse([fixture('coverage-py')]).files
    expect(calc).toEqual({
      path: '/home/user/project/cov/python/src/calc.py',
      lines: ratio(6, 9),
      branches: ratio(1, 4),
      hits: new Map([
        [1, 1],
        [2, 1],
        [3, 0],
        [4, 1],
        [7, 1],
        [8, 1],
        [15, 1],
        [16, 0],
        [17, 0],
      ]),
    })
  })
})

describe('rules', () => {
  test('a file that stands in several classes or packages is one file, each line by its highest hits', () => {
    const one = `<class filename="a.py">${lines(['number="1" hits="3"', 'number="2" hits="0" branch="true" condition-coverage="0% (0/2)"'])}</class>`
    const two = `<class filename="a.py">${lines(['number="1" hits="1"', 'number="2" hits="2" branch="true" condition-coverage="50% (1/2)"', 'number="9" hits="0"'])}</class>`
    expect(parse(report(one + two))).toEqual({
      totals: { lines: ratio(2, 3), branches: ratio(1, 2) },
      files: [
        {
          path: 'a.py',
          lines: ratio(2, 3),
          branches: ratio(1, 2),
          hits: new Map([
            [1, 3],
            [2, 2],
            [9, 0],
          ]),
        },
      ],
    })
  })

  test('of several sources, which one a file is under is for the tree to say', () => {
    const xml = report(
      `<class filename="a.py">${lines(['number="1" hits="1"'])}</class><class filename="/q/b.py">${lines(['number="1" hits="1"'])}</class>`,
      '<source>/p/src</source><source>/p/lib</source>',
    )
    expect(parse(xml).files.map(({ path, roots }) => [path, roots])).toEqual([
      ['a.py', ['/p/src', '/p/lib']],
      ['/q/b.py', undefined],
    ])
    const tree = getJsonTree(['lib/a.py', 'a.py', 'b.py'])
    expect(resolveCoveragePaths(parse(xml), tree).files.map(({ path }) => path)).toEqual(['lib/a.py', 'b.py'])
  })

  test('more sources than any project has are refused with the name of the limit', () => {
    const sources = (count: number) => Array.from({ length: count }, (_, n) => `<source>/p/${n}</source>`).join('')
    expect(parse(report('<class filename="a"/>', sources(256))).files[0]?.roots).toHaveLength(256)
    expect(() => parse(report('', sources(257)))).toThrow('limit sources (256)')
  })

  test('a class without lines is a file without lines', () => {
    expect(parse(report('<class filename="a.py"/>')).files).toEqual([
      { path: 'a.py', lines: ratio(0, 0), hits: new Map() },
    ])
  })

  const paths: readonly [sources: readonly string[], file: string, path: string][] = [
    [['/p/src'], 'a.py', '/p/src/a.py'],
    [['/p/src/'], 'a.py', '/p/src/a.py'],
    [['C:\\p\\src'], 'b\\a.cs', 'C:/p/src/b/a.cs'],
    [['/p/src', '/p/lib'], 'a.py', 'a.py'],
    [['/p/src'], '/q/a.py', '/q/a.py'],
    [['/p/src'], 'C:\\q\\a.cs', 'C:/q/a.cs'],
    [['.'], 'a.py', 'a.py'],
    [[''], 'a.py', 'a.py'],
    [[], 'a.py', 'a.py'],
  ]
  test.each(paths)('with sources %j, %s is %s', (sources, file, path) => {
    const classes = `<class filename="${file}">${lines(['number="1" hits="1"'])}</class>`
    expect(parse(report(classes, sources.map((source) => `<source>${source}</source>`).join(''))).files[0]?.path).toBe(
      path,
    )
  })

  test('odd numbers never make anything covered', () => {
    const odd = lines([
      'number="1" hits="-3"',
      'number="2" hits="many"',
      'number="0" hits="1"',
      'number="x" hits="1"',
      'number="3" hits="1e+06"',
      'number="4" hits="5000000000"',
      'number="5" hits="1" branch="true" condition-coverage="(1/2)"',
    ])
    const [file] = parse(report(`<class filename="a">${odd}</class>`)).files
    expect(file?.hits).toEqual(
      new Map([
        [1, 0],
        [2, 0],
        [3, 1_000_000],
        [4, 5_000_000_000],
        [5, 1],
      ]),
    )
    expect(file?.branches).toEqual(ratio(1, 2))
  })

  test('more conditions that held than there are is refused', () => {
    const odd = lines(['number="5" hits="1" branch="true" condition-coverage="150% (3/2)"'])
    expect(() => parse(report(`<class filename="a">${odd}</class>`))).toThrow('3 of 2 are covered: more than there are')
  })

  test('a header is never believed', () => {
    expect(parse('<coverage line-rate="1" lines-valid="100" lines-covered="100"><packages/></coverage>')).toEqual({
      totals: {},
      files: [],
      warnings: ['the report: its header says 100 of 100 lines, 0 of 0 are listed'],
    })
    const one = `<class filename="a">${lines(['number="5" hits="1" condition-coverage="50% (1/2)"', 'number="6" hits="0"'])}</class>`
    const greener = parse(
      `<coverage line-rate="1" lines-valid="9" lines-covered="9" branches-valid="2" branches-covered="2"><packages><package><classes>${one}</classes></package></packages></coverage>`,
    )
    expect(greener.totals).toEqual({ lines: ratio(1, 2), branches: ratio(1, 2) })
    expect(greener.warnings).toEqual([
      'the report: its header says 9 of 9 lines, 1 of 2 are listed',
      'the report: its header says 2 of 2 branches, 1 of 2 are listed',
    ])
  })

  test.each(['c8', 'cobertura-java', 'coverage-py-7', 'coverage-py', 'gcovr', 'grcov', 'jest', 'monocart', 'nyc'])(
    'the header of a recorded report (%s) is its contents',
    (producer) => {
      expect(cobertura.parse([fixture(producer)]).warnings).toBeUndefined()
    },
  )

  test.each(['phpunit-9', 'vitest-v8'])('and of %s', (producer) => {
    expect(cobertura.parse([fixture(producer)]).warnings).toBeUndefined()
  })

  test('it is recognised by its head, and clover is not', () => {
    expect(
      cobertura.looksLike('<?xml version="1.0"?><!DOCTYPE coverage SYSTEM "x"><coverage version="1" line-rate="0.5">'),
    ).toBe(true)
    for (const head of [
      '<coverage generated="1" clover="3.2.0">',
      '<coverage version="1">',
      '{"coverage": 1}',
      '<testsuites line-rate="1"/>',
    ])
      expect(cobertura.looksLike(head), head).toBe(false)
  })
})

describe('bad input', () => {
  test('a truncated or foreign document is refused', () => {
    const whole = fixture('jest')
    for (const part of [0, 0.2, 0.5, 0.9])
      expect(() => cobertura.parse([whole.subarray(0, Math.floor(whole.length * part))])).toThrow(ReportError)
    for (const other of ['<testsuites/>', '<report><coverage line-rate="1"/></report>'])
      expect(() => parse(other)).toThrow('the report holds no <coverage> of Cobertura')
  })

  test('how the bytes are cut never changes the result', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('c8', 'jest', 'gcovr', 'coverage-py'),
        fc.integer({ min: 1, max: 200 }),
        (producer, size) => {
          expect(cobertura.parse(inChunks(fixture(producer), [size]))).toEqual(cobertura.parse([fixture(producer)]))
        },
      ),
      { numRuns: shareOf(40) },
    )
  })
})
