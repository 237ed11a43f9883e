import { describe, expect, test } from 'vitest'
import { mergeCoverage, mergeTracked, patchCoverage } from '../../../src/reports/coverage/coverage.ts'
import { type CoveragePlace, placeOf } from '../../../src/reports/coverage/place.ts'
import type { CoverageName } from '../../../src/reports/index.ts'
import { formatHits, parseCoverage, totalsText } from '../../support/coverage.ts'

const TREE = [
  'src/only.js',
  'packages/foo/src/index.js',
  'packages/bar/src/index.js',
  'packages/bar/src/bar.js',
  'packages/shared/src/help.js',
  'a/src/main/java/com/x/Util.java',
  'b/src/main/java/com/x/Util.java',
  'one/go.mod',
  'one/util/x.go',
  'two/go.mod',
  'two/util/x.go',
]
const CHECKOUTS = ['/tmp/checkout']

type Told = readonly [place: CoveragePlace, format: CoverageName, text: string]

const merged = (reports: readonly Told[], tree: readonly string[] = TREE) => {
  const placed = reports.map(([place, format, text]) => ({ place, coverage: parseCoverage(format, text) }))
  const coverage = mergeTracked(placed, tree)
  if (coverage === null) throw new Error('no coverage')
  return coverage
}
const toLines = (...told: Parameters<typeof merged>) =>
  Object.fromEntries(merged(...told).files.map(({ path, hits }) => [path, formatHits(hits)]))

/** A report at a path of the tree, or outside of it, of a suite. */
const at = (name: string | null, directory = '') => placeOf({ name, directory, checkouts: CHECKOUTS })
const lcov = (path: string, ...hits: readonly number[]) =>
  `SF:${path}\n${hits.map((count, n) => `DA:${n + 1},${count}\n`).join('')}end_of_record\n`

/** Line 1 of a file, in each format that people write for each package of a repository. */
const ONE_LINE: readonly (readonly [CoverageName, (path: string, hits: number) => string])[] = [
  ['lcov', (path, hits) => lcov(path, hits)],
  [
    'cobertura',
    (path, hits) =>
      `<coverage line-rate="1" version="1"><sources><source>.</source></sources><packages><package name=""><classes><class name="x" filename="${path}"><lines><line number="1" hits="${hits}"/></lines></class></classes></package></packages></coverage>`,
  ],
  [
    'clover',
    (path, hits) =>
      `<coverage generated="1" clover="3"><project><file name="x" path="${path}"><line num="1" count="${hits}" type="stmt"/></file></project></coverage>`,
  ],
  [
    'sonar-coverage',
    (path, hits) =>
      `<coverage version="1"><file path="${path}"><lineToCover lineNumber="1" covered="${hits > 0}"/></file></coverage>`,
  ],
  [
    'istanbul-json',
    (path, hits) =>
      JSON.stringify({
        [path]: {
          path,
          statementMap: { 0: { start: { line: 1, column: 0 }, end: { line: 1, column: 9 } } },
          fnMap: {},
          branchMap: {},
          s: { 0: hits },
          f: {},
          b: {},
        },
      }),
  ],
  [
    'coverage-py',
    (path, hits) =>
      JSON.stringify({
        meta: { branch_coverage: false },
        files: { [path]: { executed_lines: hits > 0 ? [1] : [], missing_lines: hits > 0 ? [] : [1] } },
      }),
  ],
]

describe('two packages report one relative path', () => {
  test.each(ONE_LINE)('%s: each file has the lines of its own report', (format, text) => {
    const foo: Told = [at('packages/foo/coverage/report'), format, text('src/index.js', 1)]
    const bar: Told = [at('packages/bar/coverage/report'), format, text('src/index.js', 0)]
    for (const order of [
      [foo, bar],
      [bar, foo],
    ]) {
      expect(toLines(order)).toEqual({ 'packages/foo/src/index.js': '1:1', 'packages/bar/src/index.js': '1:0' })
      expect(totalsText(merged(order))['lines']).toBe('1/2')
    }
  })

  test('a report outside of the tree starts from the folder of its suite', () => {
    const told = (directory: string, hits: number): Told => [at(null, directory), 'lcov', lcov('src/index.js', hits)]
    expect(toLines([told('packages/foo', 1), told('packages/bar', 0)])).toEqual({
      'packages/foo/src/index.js': '1:1',
      'packages/bar/src/index.js': '1:0',
    })
  })

  test('a file of that path at the top changes nothing', () => {
    const tree = [...TREE, 'src/index.js']
    const foo: Told = [at('packages/foo/coverage/lcov.info'), 'lcov', lcov('src/index.js', 1)]
    const top: Told = [at('coverage/lcov.info'), 'lcov', lcov('src/index.js', 0)]
    expect(toLines([foo, top], tree)).toEqual({ 'packages/foo/src/index.js': '1:1', 'src/index.js': '1:0' })
  })

  test('the folders of the reports tell two containers apart in which both packages are /app', () => {
    const told = (name: string, hits: number): Told => [
      at(`packages/${name}/coverage/lcov.info`),
      'lcov',
      lcov('/app/src/index.js', hits),
    ]
    expect(toLines([told('foo', 1), told('bar', 0)])).toEqual({
      'packages/foo/src/index.js': '1:1',
      'packages/bar/src/index.js': '1:0',
    })
  })

  test('two modules of Java with one class are two files', () => {
    const jacoco = (covered: number) =>
      `<report name="x"><sessioninfo id="a" start="1" dump="1"/><package name="com/x"><sourcefile name="Util.java"><line nr="1" mi="${1 - covered}" ci="${covered}" mb="0" cb="0"/></sourcefile></package></report>`
    const told = (module: string, covered: number): Told => [
      at(`${module}/target/site/jacoco/jacoco.xml`),
      'jacoco',
      jacoco(covered),
    ]
    expect(toLines([told('a', 1), told('b', 0)])).toEqual({
      'a/src/main/java/com/x/Util.java': '1:1',
      'b/src/main/java/com/x/Util.java': '1:0',
    })
  })

  test('two modules of Go with one package are two files', () => {
    const told = (directory: string, count: number): Told => [
      at(null, directory),
      'go-cover',
      `mode: set\nexample.com/m-${directory}/util/x.go:1.1,1.9 1 ${count}\n`,
    ]
    expect(toLines([told('one', 1), told('two', 0)])).toEqual({ 'one/util/x.go': '1:1', 'two/util/x.go': '1:0' })
  })
})

describe('a path that may be several files', () => {
  const unknown: Told = [at(null), 'lcov', lcov('src/index.js', 1, 1)]

  test('is not measured: it has no lines and no number', () => {
    const coverage = merged([unknown])
    expect([coverage.files, coverage.totals, coverage.ambiguous]).toEqual([[], {}, ['src/index.js']])
    expect(mergeCoverage([coverage, coverage]).ambiguous).toEqual(['src/index.js'])
    expect(coverage.warnings).toEqual(['src/index.js may be several tracked files: its lines are not looked at'])
    expect(patchCoverage(coverage, new Map([['packages/foo/src/index.js', [1, 2]]]))).toBeNull()
  })

  test('takes nothing from other files', () => {
    const known: Told = [at('packages/bar/coverage/lcov.info'), 'lcov', lcov('src/bar.js', 1, 0)]
    expect(totalsText(merged([unknown, known]))).toEqual({ lines: '1/2' })
  })

  test('two containers that both are /app and lie nowhere are not one file', () => {
    const told = (hits: number): Told => [at(null), 'lcov', lcov('/app/src/index.js', hits)]
    expect(merged([told(1), told(0)]).files).toEqual([])
  })
})

describe('a report says paths of other folders', () => {
  test.each<[what: string, place: CoveragePlace, path: string, found: string | null]>([
    ['relative to the top', at('packages/foo/coverage/x'), 'packages/bar/src/index.js', 'packages/bar/src/index.js'],
    ['a step up', at(null, 'packages/foo'), '../shared/src/help.js', 'packages/shared/src/help.js'],
    ['a parent of the suite', at(null, 'packages/foo'), 'shared/src/help.js', 'packages/shared/src/help.js'],
    ['absolute', at('packages/foo/coverage/x'), '/ci/packages/bar/src/index.js', 'packages/bar/src/index.js'],
    ['absolute, in the checkout', at(null), '/tmp/checkout/packages/bar/src/index.js', 'packages/bar/src/index.js'],
    ['a built copy in the checkout', at(null), '/tmp/checkout/packages/bar/dist/src/only.js', null],
    ['a generated file of another package', at(null, 'packages/bar'), 'packages/foo/src/bar.js', null],
    ['a generated file at the top', at(null), 'src/packages.js', null],
    ['an installed package', at(null), '/ci/node_modules/dep/src/only.js', null],
    ['beyond the top', at(null), '../src/only.js', 'src/only.js'],
    ['Windows', at(null, 'packages\\foo'), 'src\\index.js', 'packages/foo/src/index.js'],
  ])('%s', (_, place, path, found) => {
    expect(merged([[place, 'lcov', lcov(path, 1)]]).files.map((file) => file.path)).toEqual(
      found === null ? [] : [found],
    )
  })

  test('untracked files of two folders are two files in the totals', () => {
    const told = (name: string, hits: number): Told => [
      at(`packages/${name}/coverage/lcov.info`),
      'lcov',
      lcov('dist/new.js', hits, hits),
    ]
    expect(totalsText(merged([told('foo', 1), told('bar', 0)]))).toEqual({ lines: '2/4' })
  })

  test('merging what is merged keeps the totals of all suites', () => {
    const told = (path: string, directory: string, hits: number): Told => [
      at(null, directory),
      'lcov',
      lcov(path, hits),
    ]
    const foo = merged([told('src/index.js', 'packages/foo', 1), told('dist/new.js', 'packages/foo', 0)])
    const bar = merged([told('src/index.js', 'packages/bar', 1), told('dist/new.js', 'packages/bar', 0)])
    const both = mergeCoverage([foo, bar])
    expect(both.files.map(({ path }) => path)).toEqual(['packages/foo/src/index.js', 'packages/bar/src/index.js'])
    expect(totalsText(both)).toEqual({ lines: '2/4' })
  })

  test('two reports in one folder may speak of one untracked file', () => {
    const told = (hits: number): Told => [at('coverage/lcov.info'), 'lcov', lcov('dist/new.js', hits)]
    expect(totalsText(merged([told(1), told(0)]))).toEqual({ lines: '1/1' })
  })
})
