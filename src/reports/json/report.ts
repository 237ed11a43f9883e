/** Functions that the readers of JSON reports share: cases, failures and checks of headers. */
import { EMPTY_RUN, type HookFailure, type LoadError, MAX_MESSAGE, NO_ATTEMPTS } from '../../core/model/test-run.ts'
import { classifyFailure } from '../failure/failure-kind.ts'
import type { CaseOutcome } from '../failure/failures.ts'
import { LIMITS, LimitError, type ParsedCase, type ParsedReport } from '../format.ts'
import { cleanText } from '../text.ts'
import { reportTexts } from '../texts.ts'

export { type CaseOutcome, type Keep, type Keeper, OUTCOME } from '../failure/failures.ts'

/** Marks a passed test as flaky when it was tried more than once. */
export function tried(outcome: CaseOutcome, retries: number): CaseOutcome {
  return outcome.outcome === 'passed' && outcome.mark === null && retries > 0 ? { ...outcome, mark: 'flaky' } : outcome
}

export function createCase(
  outcome: CaseOutcome,
  part: Pick<ParsedCase, 'name'> & Partial<Omit<ParsedCase, keyof CaseOutcome>>,
): ParsedCase {
  return {
    file: null,
    suite: [],
    variant: null,
    durationMs: null,
    retries: 0,
    attempts: NO_ATTEMPTS,
    ...part,
    ...outcome,
  }
}

/** Creates a load error. Its kind is never an assertion, whatever the file threw. */
export function createLoadError(file: string | null, text: string): LoadError {
  const message = cleanText(text, MAX_MESSAGE)
  const { kind, missing } = classifyFailure({ message, element: 'error' })
  return { file, message, kind: kind === 'assertion' ? 'error' : kind, missing }
}

export function createHookFailure(file: string | null, suite: readonly string[], message: string): HookFailure {
  return { file, suite, message: cleanText(message, MAX_MESSAGE) }
}

const UNEXPLAINED = reportTexts.runFailedSilently

/**
 * Joins the parts of a report. @param isFailed the runner's result of the whole run @param claims messages about
 * headers that claim more
 */
export function toJsonReport(
  format: string,
  part: Partial<Omit<ParsedReport, 'format'>>,
  { isFailed = false, claims = [] }: { readonly isFailed?: boolean; readonly claims?: readonly string[] } = {},
): ParsedReport {
  const report = { ...EMPTY_RUN, format, ...part }
  if (report.cases.length > LIMITS.tests) throw new LimitError(reportTexts.tooManyTests(LIMITS.tests))
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

/** Compares a header with the report: fewer tests mean that some were lost, more are harmless. */
export function claim(counted: number, held: number, what: string): readonly string[] {
  return counted > held ? [reportTexts.headerDiffers(counted, what, held)] : []
}

/**
 * Splits a title that writers join with spaces. Its prefix is a single suite, because the separate titles are unknown.
 */
export function splitTitle(full: string, own: string): { suite: readonly string[]; name: string } {
  if (own === '' || !full.endsWith(own)) return { suite: [], name: full || own }
  const group = full.slice(0, -own.length).trimEnd()
  return { suite: group === '' ? [] : [group], name: own }
}
