/** Compares what headers claim with what the elements show: a claim is never a count, and never passed by. */
import type { LoadError } from '../../core/test-run.ts'
import type { Attributes } from '../xml.ts'
import { type Claims, isFailing, type RawReport } from './raw.ts'

export interface Judged {
  readonly runErrors: readonly string[]
  readonly loadErrors: readonly LoadError[]
  readonly warnings: readonly string[]
}

/** Notes what an element's header claims. */
export function claim(claims: Claims, attributes: Attributes): void {
  claims.tests = claimed(attributes.get('tests')) ?? claims.tests
  const failures = claimed(attributes.get('failures'))
  const errors = claimed(attributes.get('errors'))
  if (failures !== null || errors !== null) claims.failing = (failures ?? 0) + (errors ?? 0)
  claims.errors = errors ?? 0
}

/** Suites at the top speak for themselves where the root says nothing; the higher number of failures counts. */
export function addClaim(report: RawReport, attributes: Attributes): void {
  const own: Claims = { tests: null, failing: null, errors: 0 }
  claim(own, attributes)
  const { suiteClaims } = report
  if (own.tests !== null) suiteClaims.tests = (suiteClaims.tests ?? 0) + own.tests
  if (own.failing !== null) suiteClaims.failing = (suiteClaims.failing ?? 0) + own.failing
}

function claimed(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : null
}

/** Failures that nobody shows keep the run from being green; other differences are a warning. */
export function judgeClaims(report: RawReport): Judged {
  const tests = report.claims.tests ?? report.suiteClaims.tests
  const failing = Math.max(report.claims.failing ?? 0, report.suiteClaims.failing ?? 0)
  const attempts = report.cases.reduce((sum, raw) => sum + raw.retries, 0)
  const found = report.cases.filter(isFailing).length + attempts + report.strays.length
  const packages = report.dialect === 'go' && report.claims.errors > 0 && !hasError(report) ? report.claims.errors : 0
  const isHidden = failing > found && found === 0 && packages === 0
  const warnings = [
    ...(tests === null || tests === report.cases.length
      ? []
      : [`the report claims ${count(tests, 'test')}, its elements are ${report.cases.length}`]),
    ...(failing === 0 || failing === found || isHidden || packages > 0
      ? []
      : [`the report claims ${count(failing, 'failure')}, its elements show ${found}`]),
  ]
  return {
    runErrors: isHidden ? [`the report claims ${count(failing, 'failure')} that none of its elements shows`] : [],
    loadErrors: packages > 0 ? [unnamedPackages(packages)] : [],
    warnings,
  }
}

/** gotestsum: a package that does not compile is in no element, only in the root's `errors`. */
function unnamedPackages(packages: number): LoadError {
  const message = `the report says that ${count(packages, 'package')} failed without a test of theirs, and does not name them`
  return { file: null, message, kind: 'error', missing: null }
}

function hasError(report: RawReport): boolean {
  return report.cases.some((raw) => raw.problems.some((problem) => problem.element === 'error'))
}

function count(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? '' : 's'}`
}
