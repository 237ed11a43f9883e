/** Fitting evidence of any size: what stays, what goes, and what is refused. */
import { describe, expect, test } from 'vitest'
import { type Basis, indexRun, type Measured, toEvidence } from '../../src/core/compare/compare.ts'
import { reportDrivers } from '../../src/core/compare/drivers.ts'
import { decide } from '../../src/core/evaluate/decide.ts'
import type { Phase } from '../../src/core/evaluate/phase.ts'
import type { Evidence } from '../../src/core/model/evidence.ts'
import type { Outcome, TestCase } from '../../src/core/model/test-run.ts'
import { canonical } from '../../src/core/util/canonical.ts'
import { serialise } from '../../src/evidence/digest.ts'
import { MAX_DOCUMENT_CHARACTERS, MAX_EVIDENCE_CHARACTERS } from '../../src/evidence/document.ts'
import { fitEvidenceToLimit } from '../../src/evidence/fit-to-limit.ts'
import { readDocument } from '../../src/evidence/read.ts'
import { truncateLists } from '../../src/evidence/truncate.ts'
import { openPull } from '../core/story.ts'
import { aCommit, failing, loadError, notLoaded, run, testCase, tracked } from '../core/support.ts'
import { aDocument, digest, HEAD, POLICY, TREE, travelling } from './support.ts'

const NAME = 'adds what a customer puts into the cart, and tells the sum with taxes and discounts'
const MESSAGE = 'expected 0 to be 3 // Object.is equality\n'.repeat(80)
const NOTHING: Basis = { commit: HEAD, baseline: new Map(), openTests: new Set(), openFiles: new Set() }
const toId = (i: number, file: string) => `${file} > cart > ${NAME} ${i}`

function cases(count: number, outcome: Outcome, file = (i: number) => `packages/shop/test/part-${i % 400}.test.ts`) {
  return Array.from({ length: count }, (_, i): TestCase => {
    const test = testCase(toId(i, file(i)), outcome)
    return test.failure ? { ...test, failure: { ...test.failure, message: MESSAGE } } : test
  })
}

function measure(given: Partial<Measured>, basis: Partial<Basis> = {}): Evidence {
  const measured: Measured = {
    commit: aCommit({ sha: HEAD, tree: TREE }),
    policyDigest: POLICY,
    scope: 'suite',
    runs: [],
    problems: [],
    watch: [],
    counterfactual: null,
    coverage: null,
    durationMs: 1,
    isOurs: () => true,
    classify: () => 'test',
    ...given,
  }
  return toEvidence(measured, { ...NOTHING, ...basis })
}

/** Small enough to travel, with room for all that binds it; and accepted by every reader. */
function expectTravels(evidence: Evidence): void {
  expect(canonical(evidence).length).toBeLessThanOrEqual(MAX_EVIDENCE_CHARACTERS)
  const runs = Array.from({ length: 32 }, () => ({ digest: digest('1'), tests: 50_000 }))
  const name = `${'o'.repeat(39)}/${'r'.repeat(100)}`
  const document = aDocument({ evidence, runs, repository: { id: '9'.repeat(20), name } })
  const text = serialise(document)
  expect(text.length).toBeLessThan(MAX_DOCUMENT_CHARACTERS)
  expect(readDocument(text)).toEqual(document)
}

const FILE = 'packages/shop/test/cart.test.ts'

describe('an ordinary case travels whole', () => {
  test('50,000 green tests', () => {
    const runs = [run(cases(50_000, 'passed'))]
    const evidence = measure({ runs }, { baseline: indexRun(runs[0] ?? run([])) })
    const fitted = fitEvidenceToLimit(evidence, 'refactor')
    expect(fitted).toEqual(evidence)
    expectTravels(fitted)
  })

  test('RED with 100 drivers in a file of 2,000 tests', () => {
    const old = cases(1_900, 'passed', () => FILE)
    const fresh = cases(2_000, 'failed', () => FILE).slice(1_900)
    const both = run([...old, ...fresh])
    const evidence = measure({ scope: 'files', runs: [both, both], watch: [FILE] }, { baseline: indexRun(run(old)) })
    const fitted = fitEvidenceToLimit(evidence, 'red')
    expect(fitted.problems).toEqual([])
    expect(fitted.comparison.newlyFailing).toHaveLength(100)
    expect(fitted.failing.map(({ id }) => id)).toEqual(evidence.failing.map(({ id }) => id))
    expect(fitted.failing[0]?.message).toMatch(/^expected 0 to be 3/)
    expect(fitted.omitted?.watched).toBeGreaterThan(1_800)
    expectTravels(fitted)
  })

  test('its GREEN, where every driver passes', () => {
    const before = run([...cases(1_900, 'passed', () => FILE)])
    const drivers = cases(2_000, 'passed', () => FILE).slice(1_900)
    const all = run([...before.cases, ...drivers])
    const openTests = new Set(drivers.map(({ id }) => id))
    const evidence = measure({ runs: [all, all], watch: [FILE] }, { baseline: indexRun(before), openTests })
    const fitted = fitEvidenceToLimit(evidence, 'green')
    expect(fitted.problems).toEqual([])
    expect(fitted.watched.filter(({ id }) => openTests.has(id))).toHaveLength(100)
    expectTravels(fitted)
  })

  test('a GREEN that breaks 20,000 tests: the first are listed, the others counted', () => {
    const before = indexRun(run(cases(20_000, 'passed')))
    const evidence = measure({ runs: [run(cases(20_000, 'failed'))] }, { baseline: before })
    const fitted = fitEvidenceToLimit(evidence, 'green')
    expect(fitted.problems).toEqual([])
    expect(fitted.totals.failed).toBe(20_000)
    expect(fitted.failing.length).toBeGreaterThanOrEqual(30)
    for (const list of ['failing'] as const) expect(fitted[list].length + (fitted.omitted?.[list] ?? 0)).toBe(20_000)
    for (const list of ['broken', 'newlyFailing'] as const) {
      expect(fitted.comparison[list].length + (fitted.omitted?.[list] ?? 0)).toBe(20_000)
    }
    expectTravels(fitted)
  })

  test.each(['vanished', 'silenced'] as const)('20,000 tests that are %s', (list) => {
    const ids = cases(20_000, 'passed').map(({ id }) => id)
    const fitted = fitEvidenceToLimit(travelling({ comparison: { [list]: ids } }), 'green')
    expect(fitted.problems).toEqual([])
    expect(fitted.comparison[list].length).toBeGreaterThan(0)
    expect(fitted.comparison[list].length + (fitted.omitted?.[list] ?? 0)).toBe(20_000)
    expectTravels(fitted)
  })

  test('RED in a package of 10,000 watched tests that waver', () => {
    const many = cases(10_000, 'passed', () => FILE).map(({ id }) => tracked(id, 'passed', 'failed'))
    const fitted = fitEvidenceToLimit(travelling({ watched: many }), 'red')
    expect(fitted.problems).toEqual([])
    expect(fitted.watched[0]?.outcomes).toEqual(['passed', 'failed'])
    expectTravels(fitted)
  })

  test('a run of which nothing is known, with lists of any size', () => {
    const problems = Array.from({ length: 500 }, () => ({ code: 'crash' as const, message: MESSAGE }))
    const ids = cases(50_000, 'failed').map(({ id }) => id)
    const evidence = travelling({
      problems,
      failing: ids.map((id) => failing(id, { message: MESSAGE })),
      runErrors: ids,
    })
    const fitted = fitEvidenceToLimit(evidence, 'red')
    expect(fitted.problems[0]?.code).toBe('crash')
    expectTravels(fitted)
  })
})

describe('what decisions need and does not fit is refused with words that help', () => {
  const many = (count: number) => cases(count, 'failed').map(({ id }) => failing(id, { message: MESSAGE }))
  const ids = (count: number) => cases(count, 'passed').map(({ id }) => id)
  const table: readonly (readonly [string, Parameters<typeof travelling>[0], Phase | null, RegExp])[] = [
    [
      'a base with 50,000 known failures',
      { failing: many(50_000) },
      'start',
      /^50000 tests fail .*: more than evidence can hold\. Fix or skip them on the base branch first$/,
    ],
    ['known failures at GREEN', { failing: many(5_000) }, 'green', /^5000 tests fail that failed before/],
    [
      'a RED of 5,000 drivers',
      { failing: many(5_000), comparison: { newlyFailing: ids(5_000) } },
      'red',
      /^5000 tests fail: .* Split the RED commit/,
    ],
    [
      '5,000 files that do not load',
      { loadFailures: ids(5_000).map((id) => notLoaded(id)) },
      'green',
      /^5000 test files do not load: .* Fix their common cause first$/,
    ],
    ['5,000 errors outside of tests', { runErrors: ids(5_000) }, 'refactor', /^5000 errors outside of tests/],
    [
      'a cycle of 10,000 drivers',
      { watched: ids(10_000).map((id) => tracked(id)), comparison: { fixed: ids(10_000) } },
      'green',
      /^10000 tests belong to the open cycles: .* Split the test file/,
    ],
    [
      'a merge that takes 10,000 tests away',
      { comparison: { vanished: ids(10_000) } },
      'merge',
      /^10000 tests are gone or skipped: .* Merge the base in smaller steps$/,
    ],
    [
      '20,000 broken tests of a commit whose phase is not known',
      { failing: many(20_000), comparison: { broken: ids(20_000), newlyFailing: ids(20_000) } },
      null,
      /^20000 tests fail/,
    ],
    [
      'a name of 60,000 letters',
      { failing: [failing('x'.repeat(60_000))], comparison: { newlyFailing: ['x'.repeat(60_000)] } },
      'red',
      /^The name of a test has 60000 characters: .*54000.* `x{50,80}…`\. Give it a shorter name$/,
    ],
    [
      'a name of 70,000 letters among others, at GREEN',
      {
        watched: [tracked('a > b'), tracked('x'.repeat(70_000))],
        comparison: { fixed: ['a > b', 'x'.repeat(70_000)] },
      },
      'green',
      /^The name of a test has 70000 characters/,
    ],
  ]
  test.each(table)('%s', (_, given, phase, message) => {
    const fitted = fitEvidenceToLimit(travelling(given), phase)
    expect(fitted.problems).toEqual([{ code: 'too-large', message: expect.stringMatching(message) }])
    expectTravels(fitted)
  })
})

test('errors of the run stay comparable with those of the base, however small or large the rest is', () => {
  const error = `setup > ${'stack '.repeat(200)}`
  const other = `${error}other`
  const known = fitEvidenceToLimit(travelling({ runErrors: [error] }), 'start').runErrors
  const large = travelling({
    runErrors: [error, error, other],
    watched: Array.from({ length: 3_000 }, (_, i) => tracked(`a > ${i}`)),
  })
  const { runErrors } = fitEvidenceToLimit(large, 'green')
  expect(runErrors).toHaveLength(2)
  expect(runErrors[0]).toBe(known[0])
  expect(runErrors[1]).not.toBe(known[0])
  expect(Math.max(...runErrors.map(({ length }) => length))).toBeLessThanOrEqual(200)
})

test('what was cut for one phase is not cut again', () => {
  const many = cases(2_000, 'passed', () => FILE)
  const evidence = travelling({
    watched: many.map(({ id }) => tracked(id)),
    comparison: { fixed: many.slice(0, 20).map(({ id }) => id) },
  })
  const once = fitEvidenceToLimit(evidence, 'green')
  expect(once.problems).toEqual([])
  expect(fitEvidenceToLimit(once, 'green', 2_000).problems).toEqual([{ code: 'too-large', message: expect.anything() }])
})

test('half a character is never left at the end of a message', () => {
  const message = 'x'.repeat(3_998) + '😀'.repeat(10)
  const [only] = fitEvidenceToLimit(travelling({ failing: [failing('a', { message })] }), 'red').failing
  expect(only?.message.isWellFormed()).toBe(true)
  expect(only?.message).toHaveLength(3_999)
})

test('a pull request with a broken suite is refused by the same rules as before', () => {
  const names = Array.from({ length: 3_000 }, (_, i) => `old.test.ts > ${NAME} ${i}`)
  const all = (outcome: Outcome) => Object.fromEntries(names.map((id) => [id, outcome]))
  const pull = openPull({ base: all('passed') })
  pull.red({ 'a.test.ts': 'v1' }, { 'a.test.ts > x': 'failed' })
  pull.green({ 'src/a.ts': 'v1' }, { ...all('failed'), 'a.test.ts > x': 'passed' })
  const facts = pull.facts()
  const phases: readonly Phase[] = ['start', 'red', 'green']
  const evidence = new Map(
    [...facts.evidence].map(([sha, some], i) => [sha, fitEvidenceToLimit(some, phases[i] ?? null)]),
  )
  const green = decide({ ...facts, evidence }).commits.at(-1)
  expect(green).toMatchObject({ verdict: 'rejected', tests: { failed: 3_000 } })
  expect(green?.findings.map(({ rule }) => rule)).toEqual(['suite-is-green'])
  expect(green?.findings[0]?.message).toMatch(/ and 2997 more$/)
})

test('a driver that shows when its file is run again, and is skipped there, is missing still', () => {
  const pull = openPull()
  pull.red({ 'a.test.ts': 'v1' }, {}, { unloadable: ['a.test.ts'] })
  const again = { 'a.test.ts > y': 'skipped' } as const
  const { sha } = pull.green({ 'src/a.ts': 'v1' }, { 'a.test.ts > x': 'passed' }, { again })
  const facts = pull.facts()
  const given = facts.evidence.get(sha) ?? travelling()
  const cut = truncateLists(given, 'green', { message: 0, listed: 1 })
  const getVerdict = (evidence: Evidence) =>
    decide({ ...facts, evidence: new Map(facts.evidence).set(sha, evidence) }).commits.at(-1)?.verdict
  expect([getVerdict(given), getVerdict(cut)]).toEqual(['attempt', 'attempt'])
})

test('files that do not load keep their kind, and whose fault it is', () => {
  const many = Array.from({ length: 300 }, (_, i) => loadError(`test/part-${i}.test.ts`, { message: MESSAGE }))
  const fitted = fitEvidenceToLimit(measure({ runs: [run([], { loadErrors: many })] }), 'green')
  expect(fitted.problems).toEqual([])
  expect(fitted.loadFailures).toHaveLength(300)
  expect(fitted.loadFailures[0]).toMatchObject({ kind: 'missing-symbol', isMissingOurs: true })
  expectTravels(fitted)
})

describe('what is left of lists', () => {
  const bare = { message: 0, listed: 1 }

  test('lists keep some unattached failures with a file and some without', () => {
    const ids = ['a.test.ts > x', 'a.test.ts > y', 'loose one', 'loose two']
    const evidence = travelling({ failing: ids.map((id) => failing(id)), comparison: { newlyFailing: ids } })
    const cut = truncateLists(evidence, 'green', bare)
    expect(cut.failing.map(({ id }) => id)).toEqual(['a.test.ts > x', 'loose one'])
    expect(cut.comparison.newlyFailing).toEqual(['a.test.ts > x', 'loose one'])
    expect(cut.omitted).toEqual({ failing: 2, newlyFailing: 2 })
  })

  test('a test with a file, where there was one: then new tests without a file stand for nothing', () => {
    const evidence = travelling({
      watched: [tracked('old.test.ts > x'), tracked('loose one', 'failed')],
      comparison: { newlyFailing: ['loose one'] },
      failing: [failing('loose one')],
    })
    const open = { tests: [], files: ['a.test.ts'] }
    expect(reportDrivers(open, evidence).missing).toEqual(['a.test.ts'])
    expect(reportDrivers(open, truncateLists(evidence, 'green', bare)).missing).toEqual(['a.test.ts'])
  })

  test('every doubtful name that drives a cycle', () => {
    const evidence = travelling({ doubtful: ['a', 'b', 'c', 'd'], comparison: { newlyFailing: ['c', 'd'] } })
    expect(truncateLists(evidence, 'red', bare).doubtful).toEqual(['a', 'c', 'd'])
    expect(truncateLists(evidence, 'green', bare).doubtful).toEqual(['a'])
  })

  test('how many tests of the watched files passed, since a message may claim it', () => {
    const bystanders = ['a', 'b', 'c'].map((id) => tracked(id, 'passed'))
    const evidence = travelling({ watched: [...bystanders, tracked('d', 'skipped'), tracked('e', 'passed', 'failed')] })
    expect(truncateLists(evidence, 'refactor', bare).omitted).toEqual({ watched: 5, watchedPassed: 4 })
    expect(truncateLists(evidence, 'green', bare).omitted).toEqual({ watched: 4, watchedPassed: 3 })
  })

  test('results that repeat are written once, and results that vary as they were', () => {
    const evidence = travelling({
      watched: [tracked('a', 'passed', 'failed', 'passed'), tracked('b', 'passed', 'passed', 'passed')],
      comparison: { fixed: ['b'] },
    })
    expect(truncateLists(evidence, 'green', bare).watched.map(({ outcomes }) => outcomes)).toEqual([
      ['passed', 'failed', 'passed'],
      ['passed'],
    ])
  })
})
