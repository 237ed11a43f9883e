/** What the readers of JSON reports share: cases, failures and headers that are held against what was found. */
import {
  EMPTY_RUN,
  type HookFailure,
  type LoadError,
  MAX_MESSAGE,
  type Mark,
  NO_ATTEMPTS,
  type Outcome,
} from '../../core/model/test-run.ts'
import { classifyFailure } from '../failure/failure-kind.ts'
import { getOutcome, type Keep, type ParsedFailure } from '../failure/failures.ts'
import { LIMITS, type ParsedCase, type ParsedReport, ReportError } from '../format.ts'
import { cleanText } from '../text.ts'

export type { Keep, Keeper } from '../failure/failures.ts'

/** How a test ended. */
export interface Ended {
  readonly outcome: Outcome
  readonly mark: Mark | null
  readonly failure: ParsedFailure | null
}

export const PASSED: Ended = { outcome: 'passed', mark: null, failure: null }
export const SKIPPED: Ended = { outcome: 'skipped', mark: null, failure: null }
export const TODO: Ended = { outcome: 'skipped', mark: 'todo', failure: null }
export const NOT_RUN: Ended = { outcome: 'skipped', mark: 'not-run', failure: null }
export const EXPECTED_FAILURE: Ended = { outcome: 'passed', mark: 'expected-failure', failure: null }

/** Failed for an assertion, errored for anything else. */
export function failing(failure: ParsedFailure, mark: Mark | null = null): Ended {
  return { outcome: getOutcome(failure.kind), mark, failure }
}

/** A test that was declared to fail and did not. */
export function unexpectedSuccess(message: string, keep: Keep, line: number | null = null): Ended {
  return failing(keep({ message, kind: 'assertion', line }), 'unexpected-success')
}

/** A word that no version of the format is known to write: never green. */
export function unknownStatus(status: unknown, keep: Keep): Ended {
  const word = typeof status === 'string' ? `\`${cleanText(status, 100)}\`` : 'no status'
  const message = `the report says ${word}, which is no known status`
  return failing(keep({ message, kind: 'infrastructure' }))
}

/** A test that was begun and not ended. */
export function died(keep: Keep): Ended {
  return failing(keep({ message: 'the report ends before this test does', kind: 'crash' }))
}

/** A passed test that was tried more than once is flaky. */
export function tried(ending: Ended, retries: number): Ended {
  return ending.outcome === 'passed' && ending.mark === null && retries > 0 ? { ...ending, mark: 'flaky' } : ending
}

export function getCase(
  ending: Ended,
  part: Pick<ParsedCase, 'name'> & Partial<Omit<ParsedCase, keyof Ended>>,
): ParsedCase {
  return {
    file: null,
    suite: [],
    variant: null,
    durationMs: null,
    retries: 0,
    attempts: NO_ATTEMPTS,
    ...part,
    ...ending,
  }
}

/** A file that could not be loaded never failed an assertion, whatever it threw. */
export function getLoadError(file: string | null, said: string): LoadError {
  const message = cleanText(said, MAX_MESSAGE)
  const { kind, missing } = classifyFailure({ message, element: 'error' })
  return { file, message, kind: kind === 'assertion' ? 'error' : kind, missing }
}

export function getHookFailure(file: string | null, suite: readonly string[], said: string): HookFailure {
  return { file, suite, message: cleanText(said, MAX_MESSAGE) }
}

const UNEXPLAINED = 'The runner says that the run failed, and nothing in its report did.'

/** Joins what was read; `isFailed` is what the runner says of the whole run, `claims` are headers that promise more. */
export function getReport(
  format: string,
  part: Partial<Omit<ParsedReport, 'format'>>,
  { isFailed = false, claims = [] }: { readonly isFailed?: boolean; readonly claims?: readonly string[] } = {},
): ParsedReport {
  const report = { ...EMPTY_RUN, format, ...part }
  if (report.cases.length > LIMITS.tests) throw new ReportError(`more tests than the limit of ${LIMITS.tests}`)
  const isExplained =
    report.loadErrors.length + report.hookFailures.length + report.runErrors.length > 0 ||
    report.cases.some((c) => c.failure !== null)
  return {
    ...report,
    runErrors: isFailed && !isExplained ? [UNEXPLAINED] : report.runErrors,
    isComplete: report.isComplete && claims.length === 0,
    warnings: [...report.warnings, ...claims],
  }
}

/** Fewer than a header counts means that something was lost; more is only odd. */
export function claim(counted: number, held: number, what: string): readonly string[] {
  return counted > held ? [`the header counts ${counted} ${what}, the report holds ${held}`] : []
}

/** The group of a title that writers join with spaces: the whole beginning is one part, as its own parts are not told. */
export function splitTitle(full: string, own: string): { suite: readonly string[]; name: string } {
  if (own === '' || !full.endsWith(own)) return { suite: [], name: full || own }
  const group = full.slice(0, -own.length).trimEnd()
  return { suite: group === '' ? [] : [group], name: own }
}
