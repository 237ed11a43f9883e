/**
 * Compares the totals that headers declare with the elements. A declared total is never used as a count and never
 * ignored.
 */
import type { LoadError } from '../../core/model/test-run.ts'
import { count } from '../../core/util/count.ts'
import { cleanText } from '../text.ts'
import { reportTexts } from '../texts.ts'
import type { Attributes } from '../xml/xml.ts'
import type { DeclaredTotals, MalformedTotals, RawReport } from './raw.ts'

/** Bound on the reported totals that are not numbers. */
const MAX_ODD = 5
/** A digit of any script that is not 0. */
const NOT_NOTHING = /[^\P{N}0]|infinity/iu

interface TotalsReport {
  readonly runErrors: readonly string[]
  readonly loadErrors: readonly LoadError[]
  readonly warnings: readonly string[]
}

/** Records the totals of an element's header. */
export function claimTotals({ malformedTotals }: RawReport, claims: DeclaredTotals, attributes: Attributes): void {
  claims.tests = claimed(malformedTotals, attributes, 'tests') ?? claims.tests
  const failures = claimed(malformedTotals, attributes, 'failures')
  const errors = claimed(malformedTotals, attributes, 'errors')
  if (failures !== null || errors !== null) claims.failing = (failures ?? 0) + (errors ?? 0)
  claims.errors = errors ?? 0
}

/** Adds totals. Top-level suites count where the root has none; the higher number of failures counts. */
export function addClaim(report: RawReport, attributes: Attributes): void {
  const own: DeclaredTotals = { tests: null, failing: null, errors: 0 }
  claimTotals(report, own, attributes)
  const { suiteClaims } = report
  if (own.tests !== null) suiteClaims.tests = (suiteClaims.tests ?? 0) + own.tests
  if (own.failing !== null) suiteClaims.failing = (suiteClaims.failing ?? 0) + own.failing
  suiteClaims.errors += own.errors
}

function claimed(odd: MalformedTotals, attributes: Attributes, name: 'tests' | 'failures' | 'errors'): number | null {
  const text = attributes.get(name)
  if (text === undefined) return null
  const number = text.trim() === '' ? Number.NaN : Number(text)
  if (Number.isSafeInteger(number) && number >= 0) return number
  const result = name !== 'tests' && NOT_NOTHING.test(text) ? odd.failing : odd.any
  if (result.size < MAX_ODD) result.add(reportTexts.notANumber(name, cleanText(text, 40)))
  return null
}

/**
 * Compares the totals. Failures without an element keep the run from being green; other differences cause a warning.
 */
export function judgeClaims(report: RawReport): TotalsReport {
  // A failed browser has no element, only a count in the `errors` and `tests` of its suite.
  const browserErrors = report.producer === 'karma' ? report.suiteClaims.errors : 0
  const claims = [report.claims.failing, report.suiteClaims.failing].filter((claim) => claim !== null)
  const failing = Math.max(0, ...claims) - browserErrors
  const shown = shownIn(report)
  const { malformedTotals } = report
  const packages = report.producer === 'go' && report.claims.errors > 0 && !shown.hasError ? report.claims.errors : 0
  const isHidden = failing > 0 && shown.most === 0 && packages === 0
  const isLow = failing < shown.least && report.producer !== 'node'
  const isOdd = claims.length > 0 && (isLow || failing > shown.most) && !isHidden && packages === 0
  return {
    runErrors: [
      ...malformedTotals.failing.values().map((odd) => `${odd}, and not 0`),
      ...(browserErrors > 0 ? [reportTexts.hiddenParts(browserErrors, 'error', 'elements')] : []),
      ...(isHidden ? [reportTexts.hiddenParts(failing, 'failure', 'elements')] : []),
    ],
    loadErrors: packages > 0 ? [unnamedPackages(packages)] : [],
    warnings: [
      ...malformedTotals.any,
      ...oddTests(report, shown, browserErrors),
      ...(isOdd ? [reportTexts.failuresDiffer(count(failing, 'failure'), shown.most)] : []),
    ],
  }
}

/** What the elements show. */
interface Shown {
  /** Cases with a problem. */
  readonly failing: number
  readonly retries: number
  readonly skipped: number
  readonly hasError: boolean
  /** Writers count failing tests, their failures, or all failed attempts. */
  readonly least: number
  readonly most: number
}

function shownIn({ cases, unattached }: RawReport): Shown {
  let [failing, skipped, problems, retries, hasError] = [0, 0, 0, 0, false]
  for (const test of cases) {
    if (test.problems.length > 0) failing += 1
    else if (test.skipped !== null) skipped += 1
    problems += test.problems.length
    retries += test.retries
    hasError ||= test.problems.some(({ element }) => element === 'error')
  }
  const outside = unattached.length
  return { failing, skipped, retries, hasError, least: outside + failing, most: outside + problems + retries }
}

/**
 * Returns a warning about the number of tests. Swift excludes skipped tests, Surefire counts every attempt. pytest
 * counts every failed attempt, sub-test and tear-down, most without an element; for a test that failed with its
 * tear-down it writes two elements and counts one. node's suites count their contents, and no header counts the tests
 * beside them.
 */
function oddTests(
  { producer, claims, suiteClaims, cases }: RawReport,
  { skipped, retries, failing }: Shown,
  browserErrors: number,
): readonly string[] {
  const tests = claims.tests ?? suiteClaims.tests
  if (tests === null || (producer === 'pytest' && tests >= cases.length - failing)) return []
  if (producer === 'node' && tests <= cases.length) return []
  const agreed = [cases.length, cases.length - skipped, cases.length + retries]
  return agreed.includes(tests - browserErrors) ? [] : [reportTexts.testsDiffer(count(tests, 'test'), cases.length)]
}

/** gotestsum counts a package that does not compile only in the root's `errors`. */
function unnamedPackages(packages: number): LoadError {
  const message = reportTexts.packagesFailed(count(packages, 'package'))
  return { file: null, message, kind: 'error', missing: null }
}
