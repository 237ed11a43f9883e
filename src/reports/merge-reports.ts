/**
 * Merges the tests of the reports of one run. A test in two reports counts once, with the worse of its outcomes. Nothing
 * is dropped: a test in one report only counts too.
 */
import { isFailing, type Outcome, type TestCase, type TestRun } from '../core/model/test-run.ts'
import type { TestReport } from './format.ts'
import { pairTests, toWords } from './pair-tests.ts'
import { reportTexts } from './texts.ts'

interface Told {
  readonly report: Pick<TestReport, 'format' | 'source'>
  readonly cases: readonly TestCase[]
}

interface Merged {
  readonly cases: readonly TestCase[]
  /** Which tests stand in two reports of one format. */
  readonly repetitions: readonly string[]
  readonly contradictions: readonly string[]
}

const MAX_SHOWN = 5
/** A skipped test proves nothing, so it is worse than a passed one. */
const BADNESS: Readonly<Record<Outcome, number>> = { passed: 0, skipped: 1, failed: 2, errored: 3 }
/** Dashboard formats omit skips or retries; the runner's own formats, which are not listed, contain most. */
const RANKS = ['tap', 'sonar-tests', 'allure', 'junit']

/** @param run what the reports tell besides tests */
export function mergeReports(told: readonly Told[], run: Pick<TestRun, 'loadErrors' | 'hookFailures'>): Merged {
  const [only] = told
  if (only === undefined || told.length === 1) return { cases: only?.cases ?? [], repetitions: [], contradictions: [] }
  const groups = [...Map.groupBy(told, ({ report }) => report.format).values()].map(mergeFormat)
  const [best, ...others] = groups.toSorted(
    (a, b) => getRank(b.format) - getRank(a.format) || (a.format < b.format ? -1 : 1),
  )
  const merged = others.reduce((all, other) => addFormat(all, other, run), best as MergedFormat)
  return { ...merged, contradictions: shown(merged.contradictions) }
}

function getRank(format: string): number {
  const rank = RANKS.indexOf(format)
  return rank < 0 ? RANKS.length : rank
}

interface MergedFormat extends Merged {
  readonly format: string
  /** The report of each test. */
  readonly sources: ReadonlyMap<TestCase, Told['report']>
}

/** Merges reports of one format: tests with equal keys, as shards that overlap tell them. */
function mergeFormat(told: readonly Told[]): MergedFormat {
  const format = told[0]?.report.format ?? ''
  const sources = new Map(told.flatMap(({ report, cases }) => cases.map((test) => [test, report] as const)))
  if (told.length === 1) return { format, sources, cases: told[0]?.cases ?? [], repetitions: [], contradictions: [] }
  const cases = new Map<string, TestCase>()
  const twice: string[] = []
  const contradictions: string[] = []
  for (const test of told.flatMap((one) => one.cases)) {
    const known = cases.get(test.id)
    if (known !== undefined) twice.push(test.id)
    if (known !== undefined && isContradiction(known, test)) contradictions.push(contradict(known, test, sources))
    if (known === undefined || BADNESS[test.outcome] > BADNESS[known.outcome]) cases.set(test.id, test)
  }
  return { format, sources, cases: [...cases.values()], repetitions: getRepetition(twice), contradictions }
}

/** Adds what a format with less detail tells. The tests of the better format keep their ids and their details. */
function addFormat(
  all: MergedFormat,
  other: MergedFormat,
  run: Pick<TestRun, 'loadErrors' | 'hookFailures'>,
): MergedFormat {
  const { known, alone } = pairTests(all.cases, other.cases)
  const sources = new Map([...all.sources, ...other.sources])
  const worse = new Map<TestCase, TestCase>()
  const contradictions: string[] = []
  for (const [test, better] of known) {
    if (!isContradiction(better, test)) continue
    // Many formats have no word for a todo or an expected failure, and call it passed or skipped.
    if (better.mark !== null && !isFailing(test.outcome)) continue
    contradictions.push(contradict(better, test, sources))
    if (BADNESS[test.outcome] > BADNESS[better.outcome])
      worse.set(better, { ...better, outcome: test.outcome, mark: test.mark, failure: test.failure })
  }
  const cases = all.cases.map((test) => worse.get(test) ?? test)
  for (const [test, changed] of worse) sources.set(changed, sources.get(test) as Told['report'])
  return {
    format: all.format,
    sources,
    cases: withOwnIds(
      cases,
      alone.filter((test) => !isToldAsError(test, run)),
    ),
    repetitions: [...all.repetitions, ...other.repetitions],
    contradictions: [...all.contradictions, ...other.contradictions, ...contradictions],
  }
}

/** Adds tests; one whose id is taken gets the next number. */
function withOwnIds(cases: readonly TestCase[], more: readonly TestCase[]): readonly TestCase[] {
  const taken = new Set(cases.map(({ id }) => id))
  const added = more.map((test) => {
    const first = test.nth > 1 ? test.id.slice(0, test.id.lastIndexOf(' #')) : test.id
    let { id, nth } = test
    while (taken.has(id)) {
      nth += 1
      id = `${first} #${nth}`
    }
    taken.add(id)
    return { ...test, id, nth }
  })
  return [...cases, ...added]
}

/** Some formats have no word for a file that did not load, or a hook that failed, and make a test of it. */
function isToldAsError(
  test: TestCase,
  { loadErrors, hookFailures }: Pick<TestRun, 'loadErrors' | 'hookFailures'>,
): boolean {
  if (!isFailing(test.outcome)) return false
  const name = toWords(test.name)
  const isOf = (file: string | null) =>
    file !== null && (file === test.file || ` ${toWords(file)}`.endsWith(` ${name}`))
  return (
    loadErrors.some(({ file }) => isOf(file)) ||
    hookFailures.some(
      ({ file, suite }) => isOf(file) && (test.suite.length === 0 || toWords(suite.at(-1) ?? '') === name),
    )
  )
}

const isContradiction = (one: TestCase, other: TestCase) =>
  one.outcome !== other.outcome && !(isFailing(one.outcome) && isFailing(other.outcome))

function contradict(one: TestCase, other: TestCase, sources: MergedFormat['sources']): string {
  const [first, second] = [sources.get(one), sources.get(other)]
  return reportTexts.contradiction(one.id, one.outcome, getName(first), other.outcome, getName(second))
}

const getName = (report: Told['report'] | undefined) => report?.source ?? `the report of format ${report?.format}`

const shown = (contradictions: readonly string[]) =>
  contradictions.length <= MAX_SHOWN
    ? contradictions
    : [...contradictions.slice(0, MAX_SHOWN), reportTexts.moreContradictions(contradictions.length - MAX_SHOWN)]

function getRepetition(twice: readonly string[]): readonly string[] {
  if (twice.length === 0) return []
  const tests = twice.length === 1 ? '1 test is' : `${twice.length} tests are`
  return [reportTexts.inManyReports(tests, twice.slice(0, MAX_SHOWN).join(', '))]
}
