/** Collects the results of a TAP stream during the walk through its tree. */
import { type HookFailure, type LoadError, MAX_MESSAGE, type Mark, NO_ATTEMPTS } from '../../core/model/test-run.ts'
import { classifyFailure } from '../failure/failure-kind.ts'
import {
  type FailureText,
  failureKeeper,
  getOutcome,
  isUnexpectedSuccess,
  type ParsedFailure,
} from '../failure/failures.ts'
import type { ParsedCase } from '../format.ts'
import { cleanText } from '../text.ts'
import { getFailureText } from './failure-text.ts'
import type { TapPoint } from './tree.ts'

export interface TapOut {
  readonly cases: ParsedCase[]
  readonly loadErrors: LoadError[]
  readonly hookFailures: HookFailure[]
  readonly runErrors: string[]
  readonly emptyFiles: string[]
  readonly keep: (failureText: FailureText) => ParsedFailure
}

/** The place of a result in the stream. */
export interface TapPlace {
  readonly file: string | null
  readonly suite: readonly string[]
}

export const newTapOut = (): TapOut => ({
  cases: [],
  loadErrors: [],
  hookFailures: [],
  runErrors: [],
  emptyFiles: [],
  keep: failureKeeper(),
})

/** A failing todo is no failure, and a passing one no success; a skip is a skip, `ok` or `not ok`. */
export function addCase(
  out: TapOut,
  point: TapPoint,
  { file, suite }: TapPlace,
  failureText: FailureText = getFailureText(point),
): void {
  const isXpass = isUnexpectedSuccess(failureText.message)
  const kept = isXpass ? { ...failureText, kind: 'assertion' as const } : failureText
  const failure = point.isOk || point.directive !== null ? null : out.keep(kept)
  const good = point.directive === null ? 'passed' : 'skipped'
  out.cases.push({
    file,
    suite,
    name: point.name,
    variant: null,
    outcome: failure === null ? good : getOutcome(failure.kind),
    mark: getMark(point, failure !== null && isXpass),
    failure,
    durationMs: point.durationMs ?? toSeconds(point),
    retries: 0,
    attempts: NO_ATTEMPTS,
  })
}

function getMark({ directive, isExpected, isOk }: TapPoint, isXpass: boolean): Mark | null {
  if (directive === 'todo') return 'todo'
  if (isXpass) return 'unexpected-success'
  return isExpected && isOk && directive === null ? 'expected-failure' : null
}

function toSeconds({ diagnostic }: TapPoint): number | null {
  const value = Number(diagnostic.get('duration_ms') ?? Number.NaN)
  return Number.isFinite(value) ? value : null
}

export function addLoadError(out: TapOut, file: string | null, failureText: FailureText): void {
  const message = cleanText(failureText.message, MAX_MESSAGE)
  const { kind, missing } = classifyFailure({ ...failureText, element: 'error' })
  const error = { file, message, kind: failureText.kind ?? kind, missing }
  out.loadErrors.push(error)
  if (error.kind === 'no-tests' && file !== null) out.emptyFiles.push(file)
}

export function addHookFailure(out: TapOut, { file, suite }: TapPlace, message: string): void {
  out.hookFailures.push({ file, suite, message: cleanText(message, MAX_MESSAGE) })
}

/** Returns the tests since `from` that a failing hook prevented. */
export function markNotRun(out: TapOut, from: number, isSwallowed: (test: ParsedCase) => boolean): void {
  for (let n = from; n < out.cases.length; n += 1) {
    const test = out.cases[n]
    if (test !== undefined && isSwallowed(test)) {
      out.cases[n] = { ...test, outcome: 'skipped', mark: 'not-run', failure: null }
    }
  }
}
