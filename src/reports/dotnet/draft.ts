/** Collects the tests of a .NET report and compares its headers with them. */
import {
  type FailureKind,
  type HookFailure,
  isFailing,
  type LoadError,
  MAX_MESSAGE,
  NO_ATTEMPTS,
} from '../../core/model/test-run.ts'
import { count } from '../../core/util/count.ts'
import { classifyFailure } from '../failure/failure-kind.ts'
import { failureKeeper, getOutcome } from '../failure/failures.ts'
import { LIMITS, LimitError, type ParsedCase, type ParsedReport } from '../format.ts'
import { cleanText, plainText } from '../text.ts'
import { reportTexts } from '../texts.ts'
import type { XmlReportEnd } from '../xml/report.ts'
import { own } from '../xml/text.ts'
import { type DotnetFailureText, fixtureFailure, nameInClass, resolvableClass, typeIn } from './values.ts'

/** The meaning of a result in the report. `odd` describes a result that is neither a pass nor a failure. */
export type DotnetVerdict =
  | { readonly is: 'passed' }
  | { readonly is: 'skipped'; readonly odd?: string }
  /** A failure elsewhere in the report prevented the test from running. */
  | { readonly is: 'not-run' }
  | { readonly is: 'failed'; readonly kind?: FailureKind; readonly element: 'failure' | 'error' }

export interface DotnetCase {
  /** Class or fixture; empty when there is none. */
  readonly className: string
  /** Suite titles where there is no class. */
  readonly titles?: readonly string[]
  readonly name: string
  readonly file?: string | null
  /** The browser, where there are several. */
  readonly variant?: string | null
  readonly durationMs: number | null
  readonly verdict: DotnetVerdict
  /** The result as the report writes it. */
  readonly rawOutcome: string
  readonly failure: DotnetFailureText | null
}

export interface DotnetDraft {
  readonly keep: ReturnType<typeof failureKeeper>
  readonly cases: ParsedCase[]
  readonly loadErrors: LoadError[]
  readonly hooks: Map<string, HookFailure>
  readonly runErrors: string[]
  readonly warnings: string[]
  readonly emptyFiles: string[]
  readonly odd: Map<string, number>
}

/** The totals of headers; null where they are absent. */
interface DotnetTotals {
  readonly tests: number | null
  readonly failing: number | null
  /** The header reports a failed run. */
  readonly hasFailed: boolean
}

const FAILED: DotnetVerdict = { is: 'failed', element: 'failure' }

export function newDraft(): DotnetDraft {
  return {
    keep: failureKeeper(),
    cases: [],
    loadErrors: [],
    hooks: new Map(),
    runErrors: [],
    warnings: [],
    emptyFiles: [],
    odd: new Map(),
  }
}

/** An unknown result: never a pass. */
export const UNKNOWN: DotnetVerdict = { is: 'failed', kind: 'infrastructure', element: 'error' }

/** The result of a test that is truncated in the report. */
export const CUT: { readonly verdict: DotnetVerdict; readonly failure: DotnetFailureText } = {
  verdict: { is: 'failed', element: 'error' },
  failure: { message: 'the report ends inside this test', stack: '', type: null },
}

/** Adds a test. @throws ReportError beyond LIMITS.tests. */
export function addDraftCase(draft: DotnetDraft, result: DotnetCase): void {
  if (draft.cases.length >= LIMITS.tests) throw new LimitError(reportTexts.tooManyTests(LIMITS.tests))
  const { className, titles = [], durationMs, file = null, variant = null } = result
  const resolvable = resolvableClass(className)
  draft.cases.push({
    file,
    suite: className === '' ? titles : [title(className)],
    name: title(nameInClass(result.name, className)),
    variant,
    durationMs,
    retries: 0,
    attempts: NO_ATTEMPTS,
    ...toOutcome(draft, result),
    ...(resolvable === undefined ? {} : { className: own(resolvable) }),
  })
}

function toOutcome(draft: DotnetDraft, result: DotnetCase): Pick<ParsedCase, 'outcome' | 'mark' | 'failure'> {
  const { failure } = result
  // A failure element overrides the result attribute.
  const verdict = result.verdict.is === 'passed' && failure !== null ? FAILED : result.verdict
  if (verdict.is === 'not-run') return { outcome: 'skipped', mark: 'not-run', failure: null }
  if (verdict.is === 'failed') return failing(draft, result, verdict)
  if (verdict.is === 'skipped' && verdict.odd !== undefined)
    draft.odd.set(verdict.odd, (draft.odd.get(verdict.odd) ?? 0) + 1)
  return { outcome: verdict.is, mark: null, failure: null }
}

function failing(
  draft: DotnetDraft,
  { className, failure: failureText, rawOutcome }: DotnetCase,
  { kind, element }: DotnetVerdict & { is: 'failed' },
) {
  const kept = failureText === null ? null : fixtureFailure(failureText)
  if (kept !== null) {
    addHook(draft, className, kept)
    return { outcome: 'skipped', mark: 'not-run', failure: null } as const
  }
  const message = failureText?.message.trim() || reportTexts.saysNoMore(cleanText(rawOutcome, 40))
  const type = failureText?.type ?? typeIn(message)
  const failure = draft.keep({ message, detail: failureText?.stack || null, type, element, ...(kind && { kind }) })
  return { outcome: getOutcome(failure.kind), mark: null, failure }
}

/** Adds one failure for each suite of a file. The first one is kept. */
export function addHook(draft: DotnetDraft, suite: string, message: string, file: string | null = null): void {
  const key = `${file ?? ''}\n${suite}`
  if (!draft.hooks.has(key))
    draft.hooks.set(key, { file, suite: suite === '' ? [] : [title(suite)], message: cleaned(message) })
}

/** Adds a load error. @param name of the class or assembly where the file is unknown */
export function addDraftLoadError(draft: DotnetDraft, name: string, reason: string, file: string | null = null): void {
  const { kind, missing } = classifyFailure({ message: reason, element: 'error' })
  const message = cleaned(name === '' ? reason : `${name}: ${reason}`)
  draft.loadErrors.push({
    file: file ?? resolvableClass(name) ?? null,
    message,
    kind: kind === 'assertion' ? 'error' : kind,
    missing,
  })
}

/** Counts the failures that elements contain. */
export function shownFailures({ cases, loadErrors, hooks, runErrors }: DotnetDraft): number {
  const tests = cases.filter(({ outcome, mark }) => isFailing(outcome) || mark === 'not-run').length
  return tests + loadErrors.length + hooks.size + runErrors.length
}

/** Finishes the report. Claimed totals are never counts, and a claimed failure without an element is reported. */
export function finish(draft: DotnetDraft, format: string, end: XmlReportEnd, claims: DotnetTotals): ParsedReport {
  const { cases, loadErrors, hooks, warnings } = draft
  const shown = shownFailures(draft)
  const failing = claims.failing ?? 0
  const hidden = shown > 0 ? [] : hiddenFailures(failing, claims.hasFailed)
  const few = claims.tests !== null && claims.tests > cases.length
  return {
    format,
    cases,
    loadErrors,
    hookFailures: [...hooks.values()],
    runErrors: [...draft.runErrors, ...hidden, ...(end.brokenBy === null ? [] : [end.brokenBy.message])],
    emptyFiles: draft.emptyFiles,
    isComplete: end.brokenBy === null,
    output: end.output,
    warnings: [
      ...end.warnings,
      ...warnings,
      ...[...draft.odd].map(([how, n]) => reportTexts.endedOtherwise(count(n, 'test'), how)),
      ...(few ? [reportTexts.testsDiffer(count(claims.tests ?? 0, 'test'), cases.length)] : []),
      ...(shown > 0 && failing > shown ? [reportTexts.failuresDiffer(count(failing, 'failure'), shown)] : []),
    ],
  }
}

function hiddenFailures(failing: number, hasFailed: boolean): readonly string[] {
  if (failing > 0) return [reportTexts.hiddenParts(failing, 'failure', 'elements')]
  return hasFailed ? [reportTexts.runFailedWithoutTest] : []
}

export function claimed(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : null
}

/** Adds the known counts; null when all are unknown. */
export function sumOf(...counts: readonly (number | null)[]): number | null {
  const numbers = counts.flatMap((number) => number ?? [])
  return numbers.length === 0 ? null : numbers.reduce((sum, number) => sum + number, 0)
}

const cleaned = (text: string) => cleanText(text, MAX_MESSAGE)
const title = (text: string) => plainText(own(text.slice(0, MAX_MESSAGE)))
