/** A large report is reported as it would be if all of its tests were made, and few of them are. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ReadRun } from '../../src/core/model/test-run.ts'
import { toReportChunks } from '../../src/render/test-report/report-json.ts'
import { toReportText } from '../../src/render/test-report/report-text.ts'
import { detectFormat } from '../../src/reports/detect.ts'
import { HEAD_CHARACTERS, type LargeReport, type ParsedCase, type ParsedReport } from '../../src/reports/format.ts'
import { junit } from '../../src/reports/formats/junit.ts'
import { identify, identifyLarge, type Tree, treeOf } from '../../src/reports/identity.ts'
import { reportFormats } from '../../src/reports/index.ts'
import { normalise } from '../../src/reports/test-id.ts'
import { batching, type EncodedBatch, getCases } from '../../src/test-runner/recording/encoded-batch.ts'
import { utf8 } from '../support/hostile-xml.ts'
import { shareOf } from '../support/property-runs.ts'

const FIXTURES = join(import.meta.dirname, '../fixtures/reports')
const TRACKED = [
  'src/a.ts',
  'test/cases.spec.js',
  'tests/test_cases.py',
  'src/cases.test.ts',
  'cart/cart_test.go',
  'go.mod',
]

/** As a thread hands it over. */
function large({ cases, ...report }: ParsedReport): LargeReport {
  const batches: EncodedBatch[] = []
  const { add, end } = batching((batch) => batches.push(batch))
  cases.forEach(add)
  end()
  return { ...report, cases: getCases(batches) }
}

const getTold = (run: ReadRun) => [...toReportChunks(run, [])].join('') + toReportText(run, [], {})
const same = (report: ParsedReport, tree = treeOf(TRACKED)) =>
  expect(getTold(identifyLarge(large(report), tree))).toBe(getTold(identify([report], tree)))

test('every recorded report gives the same cases', () => {
  let reports = 0
  for (const path of globSync('*/out/**/*.*', { cwd: FIXTURES })) {
    const bytes = readFileSync(join(FIXTURES, path))
    const format = detectFormat(bytes.toString('utf8').slice(0, HEAD_CHARACTERS))
    if (format === null || bytes.length === 0) continue
    reports += 1
    same(reportFormats[format].parse([bytes]))
  }
  expect(reports).toBeGreaterThan(100)
})

describe('tests of one key are numbered in their order', () => {
  const parse = (cases: readonly (readonly [suite: string, name: string])[]) =>
    junit.parse([
      utf8(
        `<testsuites>${cases.map(([suite, name]) => `<testsuite name="${suite}"><testcase name="${name}"/></testsuite>`).join('')}</testsuites>`,
      ),
    ])

  test('when other tests stand between them, and spaces differ', () => {
    const report = parse([
      ...([
        ['a', 'x'],
        ['b', 'x'],
        ['a', 'x'],
        ['a', ' x '],
        ['b', 'x'],
        ['a', 'y'],
        ['b', 'x #2'],
      ] as const),
    ])
    same(report)
    expect(identifyLarge(large(report), treeOf([])).cases.map(({ id }) => id)).toEqual([
      ...['? > a > x', '? > b > x', '? > a > x #2', '? > a > x #3', '? > b > x #2', '? > a > y', '? > b > x \\#2'],
    ])
  })

  test('for every combination of suites and names', () => {
    const word = fc.constantFrom('a', 'b', 'a ', 'a > b', 'é', 'e\u0301', '#2')
    fc.assert(
      fc.property(fc.array(fc.tuple(word, word), { maxLength: 12 }), (cases) => {
        same(parse(cases))
      }),
      { numRuns: shareOf(60) },
    )
  })
})

test('more tests than one batch holds give the same cases', () => {
  const cases = Array.from({ length: 2_500 }, (_, n) => {
    const inner = n % 700 === 3 ? `<failure message="${n} is wrong">at test/cases.spec.js:${n}</failure>` : ''
    return `<testcase classname="s${n >> 4}" name="test ${n % 900}" time="${n % 11}">${inner}</testcase>`
  })
  same(junit.parse([utf8(`<testsuite name="s">${cases.join('')}</testsuite>`)]))
})

test('frames of failures are looked for in the tree only where they are shown', () => {
  const failing = Array.from(
    { length: 3_000 },
    (_, n) => `<testcase name="t${n}"><failure message="no">at one/of${n}.js:1</failure></testcase>`,
  )
  const report = large(junit.parse([utf8(`<testsuite name="s">${failing.join('')}</testsuite>`)]))
  let evaluated = 0
  const real = treeOf(TRACKED)
  const tree: Tree = {
    ...real,
    resolveFile: (path) => {
      evaluated += 1
      return real.resolveFile(path)
    },
  }
  expect(toReportText(identifyLarge(report, tree), [], {})).toContain('+2980 more')
  expect(evaluated).toBeLessThan(500)
})

test('a name that is normal stays as it is, and so is every other when it has been made normal', () => {
  const jobs = fc.string({
    unit: fc.constantFrom(...'a z!~¡ß˿Ѐ҂Ԥぁゖァヺ一鿿가힣  \t\u0301\u3099\u11a8\u00a0'),
    maxLength: 8,
  })
  fc.assert(
    fc.property(jobs, (text) => {
      const composed = text.replace(/\s+/g, ' ').trim().normalize('NFC')
      expect(normalise(text)).toBe(composed)
    }),
  )
})

test('a case that is in no report has no failure', () => {
  const cases: readonly ParsedCase[] = []
  expect(large({ ...junit.parse([utf8('<testsuite/>')]), cases }).cases.failuresOf(7)).toEqual({
    failure: null,
    attempts: [],
  })
})
