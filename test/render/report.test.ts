import { describe, expect, test } from 'vitest'
import type { Coverage, CoverageReport, FileCoverage } from '../../src/core/model/coverage.ts'
import { EMPTY_RUN } from '../../src/core/model/test-run.ts'
import { MAX_COVERED_FILES, toReportChunks } from '../../src/render/test-report/report-json.ts'
import { toReportText } from '../../src/render/test-report/report-text.ts'
import { failure, testCase, testRun } from '../support/test-run.ts'

const RUN = testRun({
  cases: [
    testCase({}),
    testCase({
      id: 'cart > removes',
      name: 'removes',
      outcome: 'failed',
      failure: failure('expected 1 to be 2\nat x'),
    }),
    testCase({ id: 'cart > pays', name: 'pays', durationMs: 1_500, retries: 2 }),
    testCase({ id: 'cart > waits', name: 'waits', outcome: 'skipped', durationMs: null }),
  ],
  loadErrors: [{ file: 'test/shop.test.ts', message: 'Cannot find module', kind: 'missing-symbol', missing: null }],
  hookFailures: [{ file: null, suite: ['cart'], message: 'beforeAll failed' }],
  runErrors: ['unhandled rejection'],
  warnings: ['the header says 9 tests'],
})

const COVERAGE: readonly CoverageReport[] = [
  {
    name: 'out/lcov.info',
    format: 'lcov',
    coverage: {
      totals: { lines: { covered: 8, total: 10 }, branches: { covered: 1, total: 3 } },
      files: [{ path: 'src/a.js' }, { path: 'src/b.js' }],
      warnings: ['src/a.js: its header says 12 lines'],
    },
  },
]

const ONE = COVERAGE[0]?.coverage ?? null

const toJson = (run: typeof RUN, coverage: readonly CoverageReport[] = [], merged: Coverage | null = null) =>
  JSON.parse([...toReportChunks(run, coverage, [], merged)].join(''))

describe('for machines', () => {
  test('the object is the documented one', () => {
    expect(toJson(RUN)).toEqual({
      schemaVersion: 1,
      format: 'junit',
      totals: { total: 4, passed: 2, failed: 1, errored: 0, skipped: 1 },
      loadErrors: [{ file: 'test/shop.test.ts', message: 'Cannot find module' }],
      runErrors: ['cart: beforeAll failed', 'unhandled rejection'],
      isComplete: true,
      output: '',
      warnings: ['the header says 9 tests'],
      coverage: [],
      mergedCoverage: null,
      errors: [],
      tests: [
        {
          id: 'test/cart.test.ts > cart > adds',
          file: 'test/cart.test.ts',
          suite: ['cart'],
          name: 'adds',
          outcome: 'passed',
          failure: null,
          durationMs: 5,
          retries: 0,
          mark: null,
          isVolatile: false,
          attempts: [],
        },
        {
          id: 'cart > removes',
          file: 'test/cart.test.ts',
          suite: ['cart'],
          name: 'removes',
          outcome: 'failed',
          failure: {
            kind: 'assertion',
            message: 'expected 1 to be 2\nat x',
            type: 'AssertionError',
            at: 'test/cart.test.ts',
            line: 7,
            stack: null,
          },
          durationMs: 5,
          retries: 0,
          mark: null,
          isVolatile: false,
          attempts: [],
        },
        {
          id: 'cart > pays',
          file: 'test/cart.test.ts',
          suite: ['cart'],
          name: 'pays',
          outcome: 'passed',
          failure: null,
          durationMs: 1500,
          retries: 2,
          mark: null,
          isVolatile: false,
          attempts: [],
        },
        {
          id: 'cart > waits',
          file: 'test/cart.test.ts',
          suite: ['cart'],
          name: 'waits',
          outcome: 'skipped',
          failure: null,
          durationMs: null,
          retries: 0,
          mark: null,
          isVolatile: false,
          attempts: [],
        },
      ],
    })
  })

  test('place and stack of every failure and failed attempt are shown', () => {
    const first = { ...failure('expected 1 to be 2'), stack: 'Error: x\n    at test/cart.test.ts:7:3' }
    const attempts = [first, { ...failure('boom'), kind: 'error' as const, type: null, at: null, line: null }]
    const [result] = toJson(testRun({ cases: [testCase({ retries: 2, failure: first, attempts })] })).tests
    const place = { at: 'test/cart.test.ts', line: 7, stack: first.stack }
    expect(result.failure).toEqual({
      kind: 'assertion',
      message: 'expected 1 to be 2',
      type: 'AssertionError',
      ...place,
    })
    expect(result.attempts).toEqual([
      { kind: 'assertion', message: 'expected 1 to be 2', type: 'AssertionError', ...place },
      { kind: 'error', message: 'boom', type: null, at: null, line: null, stack: null },
    ])
  })

  test('the parts of an outcome are shown separately, and so is a name that changes from run to run', () => {
    const marks = [null, 'todo', 'expected-failure', 'unexpected-success', 'flaky', 'not-run'] as const
    const cases = [...marks.map((mark) => testCase({ mark })), testCase({ isVolatile: true })]
    expect(toJson(testRun({ cases })).tests).toMatchObject([
      ...marks.map((mark) => ({ mark, isVolatile: false })),
      { mark: null, isVolatile: true },
    ])
  })

  test('coverage: counts and percentages of what its report tells', () => {
    expect(toJson(RUN, COVERAGE).coverage).toEqual([
      {
        name: 'out/lcov.info',
        format: 'lcov',
        files: 2,
        totals: {
          lines: { covered: 8, total: 10, percent: 80 },
          branches: { covered: 1, total: 3, percent: 33.3 },
        },
        warnings: ['src/a.js: its header says 12 lines'],
      },
    ])
  })

  test('coverage of all reports together: total and files, the least covered first', () => {
    const merged = {
      totals: { lines: { covered: 3, total: 4 } },
      files: [
        { path: 'a.js', lines: { covered: 2, total: 2 } },
        { path: 'b.js', lines: { covered: 1, total: 2 }, functions: { covered: 0, total: 0 } },
      ],
      warnings: ['odd'],
    }
    expect(toJson(RUN, COVERAGE, merged).mergedCoverage).toEqual({
      totals: { lines: { covered: 3, total: 4, percent: 75 } },
      files: 2,
      byFile: [
        {
          path: 'b.js',
          lines: { covered: 1, total: 2, percent: 50 },
          functions: { covered: 0, total: 0, percent: null },
        },
        { path: 'a.js', lines: { covered: 2, total: 2, percent: 100 } },
      ],
      omittedFiles: 0,
      warnings: ['odd'],
    })
    expect(toJson(RUN).mergedCoverage).toBeNull()
  })

  test('of many files the least covered ones are shown, and the number of the others', () => {
    const files = Array.from({ length: MAX_COVERED_FILES + 7 }, (_, n) => ({
      path: `${n}.js`,
      lines: { covered: n === 5 ? 0 : 1, total: 1 },
    }))
    const { mergedCoverage } = toJson(RUN, [], { totals: {}, files })
    expect(mergedCoverage).toMatchObject({ files: MAX_COVERED_FILES + 7, omittedFiles: 7 })
    expect(mergedCoverage.byFile).toHaveLength(MAX_COVERED_FILES)
    expect(mergedCoverage.byFile[0].path).toBe('5.js')
  })

  test('of nothing to cover there is no percentage', () => {
    const none = { totals: { functions: { covered: 0, total: 0 } }, files: [] }
    const [one] = toJson(RUN, [{ name: 'a', format: 'lcov', coverage: none }]).coverage
    expect(one.totals).toEqual({ functions: { covered: 0, total: 0, percent: null } })
  })

  test('a report of any size is printed in pieces', () => {
    const cases = Array.from({ length: 25_000 }, (_, n) => testCase({ id: `case ${n}` }))
    const chunks = [...toReportChunks(testRun({ cases }), [])]
    expect(chunks.length).toBeGreaterThan(3)
    expect(JSON.parse(chunks.join('')).tests).toHaveLength(25_000)
    expect(toJson(testRun({})).tests).toEqual([])
  })
})

describe('for people', () => {
  test('totals first, then what failed with its place, what was slow and what was tried again', () => {
    expect(toReportText(RUN, [], {})).toMatchInlineSnapshot(`
      "4 tests: 2 passed, 1 failed, 0 errored, 1 skipped; 1 load error (junit)

      ✗ cart > removes
        test/cart.test.ts:7
        AssertionError: expected 1 to be 2
          at x
      ✗ test/shop.test.ts did not load
        Cannot find module
      ✗ cart: beforeAll failed
      ✗ unhandled rejection

      Slowest
        1.50 s  cart > pays

      Tried again
        2 times  cart > pays

      warning: the header says 9 tests
      "
    `)
  })

  test('what an outcome folds together is counted apart', () => {
    const cases = [
      testCase({}),
      testCase({ mark: 'expected-failure' }),
      testCase({ mark: 'expected-failure' }),
      testCase({ mark: 'flaky' }),
      testCase({ mark: 'unexpected-success', outcome: 'failed' }),
      testCase({ mark: 'todo', outcome: 'skipped' }),
      testCase({ mark: 'not-run', outcome: 'skipped' }),
    ]
    expect(toReportText(testRun({ cases }), [], {}).split('\n')[0]).toBe(
      '7 tests: 4 passed (2 failed as expected, 1 flaky), 1 failed (1 passed unexpectedly), 0 errored, 2 skipped (1 todo, 1 not run) (junit)',
    )
  })

  describe('what is long', () => {
    const long = `${'packages/shop/'.repeat(9)}cart.test.ts is no tracked file`
    const run = testRun({
      cases: [testCase({ id: `${long} > adds`, outcome: 'failed', failure: failure(`expected ${long}`) })],
      runErrors: [long],
      warnings: [long],
    })
    const flat = (text: string) => text.replace(/\n +/g, '').replace(/\s/g, '')

    test('is cut nowhere without a terminal', () => {
      const text = toReportText(run, COVERAGE, { width: Number.POSITIVE_INFINITY }, ONE)
      expect(text).toContain(`\nwarning: ${long}\n`)
      expect(text).toContain(`\n✗ ${long} > adds\n`)
      expect(text).toContain(`\n✗ ${long}\n`)
      expect(text).not.toContain('…')
    })

    test('is wrapped in one', () => {
      const text = toReportText(run, [], { width: 60 })
      expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(60)
      expect(flat(text)).toContain(flat(`warning: ${long}`))
      expect(flat(text)).toContain(flat(`✗ ${long} > adds`))
      expect(flat(text)).toContain(flat(`AssertionError: expected ${long}`))
    })

    test('of many warnings the first ones are shown', () => {
      const warnings = Array.from({ length: 25 }, (_, n) => `warning ${n}`)
      expect(toReportText(testRun({ warnings }), [], {})).toContain('warning: warning 19\n+5 more\n')
    })
  })

  test('under what was tried again stands what its tries failed with, a line each', () => {
    const attempts = ['expected 1 to be 2\n\nExpected: 2', '', '\u001b[2Jmoves', 'x'.repeat(100), 'five', 'six'].map(
      failure,
    )
    const cases = [
      testCase({ id: 'cart > adds', mark: 'flaky', retries: 12, attempts }),
      testCase({ id: 'cart > pays', mark: 'flaky', retries: 1, attempts: [{ ...failure('boom'), type: null }] }),
      testCase({ id: 'cart > waits', retries: 1 }),
    ]
    expect(toReportText(testRun({ cases }), [], { width: 60 })).toMatchInlineSnapshot(`
      "3 tests: 3 passed (2 flaky), 0 failed, 0 errored, 0 skipped (junit)

      Tried again
        12 times  cart > adds
          ✗ AssertionError: expected 1 to be 2
          ✗ AssertionError:
          ✗ AssertionError: moves
          ✗ AssertionError: xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…
          +2 more
        1 time    cart > pays
          ✗ boom
        1 time    cart > waits
      "
    `)
  })

  describe('what was printed last', () => {
    const output = Array.from({ length: 30 }, (_, n) => `line ${n} \u001b[2J\u202e`).join('\n')
    const lines = (part: Partial<typeof RUN>) => {
      const [, shown = ''] = toReportText(testRun({ output, ...part }), [], { width: 40 }).split('Last output\n')
      return shown.split('\n\n')[0]?.trimEnd().split('\n')
    }
    const { loadErrors, hookFailures } = RUN

    test.each([
      ['a file did not load', { loadErrors }],
      ['a hook failed', { hookFailures }],
      ['the run failed', { runErrors: ['unhandled rejection'] }],
      ['the report ends too early', { isComplete: false }],
    ])('is shown where %s', (_what, part) => {
      expect(lines(part)).toEqual(Array.from({ length: 10 }, (_, n) => `  line ${20 + n}`))
    })

    test.each([
      ['everything passed', { cases: [testCase({})] }],
      ['a test tells what failed', { cases: [testCase({ outcome: 'failed', failure: failure('no') })] }],
      ['nothing was printed', { isComplete: false, output: ' \n' }],
    ])('is not shown where %s', (_what, part) => {
      expect(toReportText(testRun({ output, ...part }), [], {})).not.toContain('Last output')
    })

    test('is given to programs', () => {
      expect(toJson(testRun({ output })).output).toBe(output)
    })
  })

  test('coverage: the total, what should be known of it, and what is covered least', () => {
    expect(toReportText(testRun({ cases: [testCase({})] }), COVERAGE, {}, ONE)).toMatchInlineSnapshot(`
      "1 test: 1 passed, 0 failed, 0 errored, 0 skipped (junit)

      Coverage of 2 files: out/lcov.info (lcov)
        lines     80.0 %  8 of 10
        branches  33.3 %  1 of 3
        warning: src/a.js: its header says 12 lines
      "
    `)
  })

  test('coverage: several reports have one total', () => {
    const file = (path: string, covered: number, total = 10): FileCoverage => ({ path, lines: { covered, total } })
    const merged = {
      totals: { lines: { covered: 8, total: 40 } },
      files: [file('src/full.js', 10), file('src/b.js', 3), file('src/a.js', 0), { path: 'src/none.js' }],
    }
    const other = { name: 'out/b.info', format: 'lcov', coverage: merged }
    expect(toReportText(EMPTY_RUN, [...COVERAGE, other], {}, merged)).toMatchInlineSnapshot(`
      "Only coverage and no test report: no test is proved.

      Coverage of 4 files: 2 reports together
        lines  20.0 %  8 of 40
        out/lcov.info (lcov)
        out/b.info (lcov)
        Least covered
          0.0 %   0 of 10  src/a.js
          30.0 %  3 of 10  src/b.js
      "
    `)
  })

  test('coverage: of many reports and files some are shown, and how many are not', () => {
    const files = Array.from({ length: 9 }, (_, n) => ({ path: `src/${n}.js`, lines: { covered: n, total: 10 } }))
    const many = { totals: {}, files }
    const reports = Array.from({ length: 8 }, (_, n) => ({ name: `${n}.info`, format: 'lcov', coverage: many }))
    const said = toReportText(EMPTY_RUN, reports, {}, many)
    expect(said.match(/^.*\+\d more$/gm)).toEqual(['  +3 more', '    +4 more'])
    expect(said).toContain('0.0 %   0 of 10  src/0.js')
    expect(said).not.toContain('src/5.js')
  })

  test('coverage: names of files are harmless and fit', () => {
    const evil = { totals: {}, files: [{ path: `\u001b[31m${'x'.repeat(300)}`, lines: { covered: 0, total: 1 } }] }
    const said = toReportText(EMPTY_RUN, [{ name: 'a', format: 'lcov', coverage: evil }], { width: 80 }, evil)
    expect(said).not.toContain('\u001b')
    expect(Math.max(...said.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80)
  })

  test('coverage of nothing has no percentage', () => {
    const none = { totals: { functions: { covered: 0, total: 0 } }, files: [] }
    expect(toReportText(EMPTY_RUN, [{ name: 'a', format: 'lcov', coverage: none }], {}, none)).toContain(
      '  functions  none  0 of 0\n',
    )
  })

  test('the type of an exception is said once', () => {
    const told = (type: string, message: string) =>
      toReportText(
        testRun({ cases: [testCase({ outcome: 'errored', failure: { ...failure(message), type } })] }),
        [],
        {},
      ).split('\n')[4]
    expect(told('TypeError', 'boom')).toBe('  TypeError: boom')
    expect(told('TypeError', 'TypeError: boom')).toBe('  TypeError: boom')
    expect(told('java.lang.IllegalStateException', 'java.lang.IllegalStateException: boom')).toBe(
      '  java.lang.IllegalStateException: boom',
    )
    expect(told('Error', 'Errors: 2')).toBe('  Error: Errors: 2')
  })

  test('names that change from run to run are listed, because later runs cannot be compared with them', () => {
    const cases = [1, 2, 3, 4, 5, 6].map((n) => testCase({ id: `at 0x7f3a2b4${n}`, isVolatile: true }))
    expect(toReportText(testRun({ cases }), [], {})).toContain(`
Unstable names, which change with every run
  at 0x7f3a2b41
  at 0x7f3a2b42
  at 0x7f3a2b43
  at 0x7f3a2b44
  at 0x7f3a2b45
  +1 more
`)
  })

  test('coverage alone proves no test', () => {
    const text = toReportText(EMPTY_RUN, COVERAGE, {}, ONE)
    expect(text).toMatch(/^Only coverage and no test report: no test is proved/)
    expect(text).not.toContain('0 tests')
  })

  test('coverage moves no cursor either', () => {
    const evil = '\u001b[2J\u202eevil'
    const merged = { totals: {}, files: [], warnings: [evil] }
    const coverage = [{ name: evil, format: evil, coverage: merged }]
    expect(toReportText(EMPTY_RUN, coverage, {}, merged)).not.toMatch(/[\u001b\u202e]/)
  })

  test('a report that ends too early says so', () => {
    expect(toReportText(testRun({ isComplete: false }), [], {})).toContain(
      'The report is incomplete: it proves nothing.',
    )
  })

  test('a thousand failures are counted, not printed', () => {
    const cases = Array.from({ length: 1_000 }, (_, n) =>
      testCase({ id: `t${n}`, outcome: 'failed', failure: failure('no') }),
    )
    const text = toReportText(testRun({ cases }), [], {})
    expect(text).toContain('+980 more')
    expect(text.split('\n').length).toBeLessThan(100)
  })

  test('names and messages move no cursor', () => {
    const evil = '\u001b[2J\u202eevil'
    const run = testRun({
      cases: [testCase({ id: evil, outcome: 'failed', failure: failure(evil) })],
      warnings: [evil],
      runErrors: [evil],
    })
    expect(toReportText(run, [], {})).not.toMatch(/[\u001b\u202e]/)
  })
})
