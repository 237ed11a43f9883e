/** Several formats report one run: a test in two of them counts once, and a test in one of them counts too. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Outcome, TestRun } from '../../src/core/model/test-run.ts'
import type { ParsedCase, ParsedReport } from '../../src/reports/format.ts'
import { identify, treeOf } from '../../src/reports/identity.ts'
import { parsedReport } from '../support/parsed.ts'

const TREE = treeOf(['test/a.test.js', 'test/b.test.js'])
type Part = Partial<ParsedCase>

const report = (format: string, cases: readonly Part[], part: Partial<Omit<ParsedReport, 'cases'>> = {}) => ({
  ...parsedReport(cases, { ...part, format }),
  source: `{reports}/${format}`,
})
const join = (...reports: readonly ReturnType<typeof report>[]): TestRun => identify(reports, TREE)
const lines = ({ cases }: TestRun) => cases.map(({ id, outcome }) => `${id}: ${outcome}`)
const file = 'test/a.test.js'

test.each<[what: string, best: Part[], other: Part[], expected: string[]]>([
  ['a title joined by a sign', [{ file, suite: ['cart'], name: 'adds' }], [{ name: 'cart > adds' }], ['cart > adds']],
  ['a title joined by a space', [{ file, suite: ['cart'], name: 'adds' }], [{ name: 'cart adds' }], ['cart > adds']],
  ['a title without suites', [{ file, suite: ['cart'], name: 'adds' }], [{ name: 'adds' }], ['cart > adds']],
  ['a class before the title', [{ file, name: 'adds' }], [{ suite: ['shop.Cart'], name: 'adds' }], ['adds']],
  ['a file in the title', [{ file, name: 'adds' }], [{ name: 'test/a.test.js > adds' }], ['adds']],
  ['a test of another project', [{ file, name: 'a', variant: 'x' }], [{ file, name: 'a', variant: null }], ['a']],
])('%s is the same test', (_what, best, other, expected) => {
  const run = join(report('tap', other), report('vitest-json', best))
  expect(run.cases.map(({ suite, name }) => [...suite, name].join(' > '))).toEqual(expected)
  expect(run.cases.map(({ id }) => id)).toEqual(join(report('vitest-json', best)).cases.map(({ id }) => id))
})

test.each<[what: string, best: Part[], other: Part[], sum: number]>([
  ['of another title', [{ name: 'adds' }], [{ name: 'subtracts' }], 2],
  ['of another file', [{ file, name: 'adds' }], [{ file: 'test/b.test.js', name: 'adds' }], 2],
  ['of another suite', [{ suite: ['a'], name: 'adds' }], [{ suite: ['b'], name: 'adds' }], 2],
  ['of another project', [{ name: 'adds', variant: 'chromium' }], [{ name: 'adds', variant: 'firefox' }], 2],
  ['that runs once more', [{ suite: ['cart'], name: 'adds' }], [{ name: 'adds' }, { name: 'adds' }], 2],
  ['whose title ends in the middle of a word', [{ name: 'adds' }], [{ name: 'reads' }], 2],
  ['whose title ends a sentence', [{ name: 'adds' }], [{ name: 'never adds' }], 2],
])('a test %s is another test', (_what, best, other, sum) => {
  expect(join(report('tap', other), report('vitest-json', best)).cases).toHaveLength(sum)
})

test.each<[one: Outcome, other: Outcome, expected: Outcome]>([
  ['passed', 'failed', 'failed'],
  ['failed', 'passed', 'failed'],
  ['passed', 'skipped', 'skipped'],
  ['skipped', 'errored', 'errored'],
])('%s and %s of two formats is %s, and the contradiction names both files and the test', (one, other, expected) => {
  const best = report('vitest-json', [{ file, suite: ['cart'], name: 'adds', outcome: one }])
  const run = join(report('junit', [{ name: 'cart adds', outcome: other }]), best)
  const id = 'test/a.test.js > cart > adds'
  expect(lines(run)).toEqual([`${id}: ${expected}`])
  const said = `${id}: {reports}/vitest-json says ${one}, {reports}/junit says ${other}; the worse outcome counts`
  expect(run.contradictions).toEqual([said])
  expect(run.warnings).toContain(said)
})

test('two files of one format that contradict each other are named', () => {
  const run = join(report('junit', [{ name: 'adds' }]), report('junit', [{ name: 'adds', outcome: 'failed' }]))
  expect(run.contradictions).toEqual([
    '? > adds: {reports}/junit says passed, {reports}/junit says failed; the worse outcome counts',
  ])
})

describe('what the better format says beside the outcome', () => {
  test('a todo that another one calls passed or skipped is no contradiction', () => {
    const best = report('jest-json', [{ name: 'later', outcome: 'skipped', mark: 'todo' }])
    expect(join(report('junit', [{ name: 'later' }]), best).contradictions).toEqual([])
  })

  test('failed and errored is no contradiction', () => {
    const best = report('jest-json', [{ name: 'breaks', outcome: 'errored' }])
    const run = join(report('junit', [{ name: 'breaks', outcome: 'failed' }]), best)
    expect([lines(run), run.contradictions]).toEqual([['? > breaks: errored'], []])
  })

  test('a file that did not load, or a hook that failed, is no test of its own', () => {
    const best = report('vitest-json', [], {
      loadErrors: [{ file, message: 'no', kind: 'missing-symbol', missing: null }],
      hookFailures: [{ file: 'test/b.test.js', suite: ['hooked'], message: 'no' }],
    })
    const other = report('junit', [
      { name: 'test/a.test.js', outcome: 'errored' },
      { file: 'test/b.test.js', suite: ['x'], name: 'hooked', outcome: 'errored' },
      { file: 'test/b.test.js', suite: ['x'], name: 'breaks', outcome: 'failed' },
    ])
    expect(lines(join(best, other))).toEqual(['test/b.test.js > x > breaks: failed'])
  })
})

test('a report that breaks off makes the run incomplete, whatever its format', () => {
  expect(join(report('vitest-json', [{}]), report('tap', [{}], { isComplete: false })).isComplete).toBe(false)
})

describe('laws', () => {
  const word = fc.constantFrom('a', 'b', 'a b', 'a > b', 'x.y', '+', '🎉', '')
  const one = fc.record({
    file: fc.constantFrom(null, 'test/a.test.js', 'test/b.test.js'),
    suite: fc.array(word, { maxLength: 2 }),
    name: word,
    variant: fc.constantFrom(null, 'firefox'),
    outcome: fc.constantFrom('passed', 'skipped', 'failed', 'errored') satisfies fc.Arbitrary<Outcome>,
  })
  const tests = fc.array(one, { maxLength: 8 })
  const counts = ({ cases }: TestRun, among: readonly Outcome[]) =>
    cases.filter(({ outcome }) => among.includes(outcome)).length

  test('no failure and no test of either format goes, and each has an id of its own', () => {
    fc.assert(
      fc.property(tests, tests, (a, b) => {
        const [one, other] = [report('jest-json', a), report('tap', b)]
        const run = join(one, other)
        for (const alone of [join(one), join(other)]) {
          expect(run.cases.length).toBeGreaterThanOrEqual(alone.cases.length)
          const red = ['failed', 'errored'] as const
          expect(counts(run, red)).toBeGreaterThanOrEqual(counts(alone, red))
          expect(counts(run, ['passed'])).toBeLessThanOrEqual(a.length + b.length)
        }
        expect(new Set(run.cases.map(({ id }) => id)).size).toBe(run.cases.length)
      }),
    )
  })

  test('two formats that describe one run count each test once in either order, without a contradiction', () => {
    fc.assert(
      fc.property(tests, fc.boolean(), fc.boolean(), (cases, isJoined, isFileless) => {
        const plain = cases.map((test) => ({
          ...test,
          ...(isJoined ? { suite: [], name: [...test.suite, test.name].join(' > ') } : {}),
          ...(isFileless ? { file: null } : {}),
        }))
        const best = report('jest-json', cases)
        const other = report('tap', plain)
        expect(lines(join(best, other)).toSorted()).toEqual(lines(join(other, best)).toSorted())
        expect(join(best, other).cases).toHaveLength(cases.length)
        expect(lines(join(best, other))).toEqual(lines(join(best)))
      }),
    )
  })
})
