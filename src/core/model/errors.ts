/** Defines the errors that reach users: a code, what happened, and the next step. `src/core/errors/` creates them. */
import { ERRORS, type ErrorCode, type ErrorExit } from '../errors/codes.ts'
import { type Suggestion, suggest } from './suggestion.ts'

export type { ErrorCode } from '../errors/codes.ts'

/** Numbers of tests. */
export interface ShownCounts {
  readonly passed: number
  readonly failed: number
}

/** What was found, and what would have been right. */
export interface Mismatch {
  readonly actual?: string | ShownCounts
  readonly expected?: string
  readonly unfinished?: Unfinished
}

export type UnfinishedKind = 'rebase' | 'am' | 'merge' | 'cherry-pick' | 'revert' | 'bisect'

/** What git has begun in a working tree, and neither finished nor ended. */
export interface Unfinished {
  readonly kind: UnfinishedKind
  /** Goes on, once no conflict and no other change of a file is left. */
  readonly continue: string
  /** Ends it, and restores what was there before. */
  readonly abort: string
  readonly conflicts: readonly string[]
  /** Whether files differ from what is staged, conflicts aside. */
  readonly isDirty: boolean
  /** Whether a rebase stopped so that the author can edit a commit. */
  readonly isEditing: boolean
}

/** Advice that names the command that failed: `tdd-gate next`. */
type AdviceFor = (command: string) => Suggestion

/** The command in suggestions where it is unknown which one ran. */
const USUAL_COMMAND = 'tdd-gate verify'

export class GateError extends Error {
  readonly code: ErrorCode
  readonly suggestion: Suggestion
  readonly exit: ErrorExit
  readonly seen: Mismatch
  /** Suggests the next step to a user who called this command. */
  readonly suggestFor: (called?: string) => Suggestion
  constructor(
    code: ErrorCode,
    message: string,
    advice: string | Suggestion | AdviceFor,
    cause?: unknown,
    seen?: Mismatch,
  ) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'GateError'
    this.code = code
    const adviseFor = toAdvice(advice)
    this.suggestFor = (called = USUAL_COMMAND) => adviseFor(called)
    this.suggestion = this.suggestFor()
    this.exit = ERRORS[code].exit
    this.seen = seen ?? {}
  }
}

function toAdvice(advice: string | Suggestion | AdviceFor): AdviceFor {
  if (typeof advice === 'function') return advice
  const suggestion = typeof advice === 'string' ? suggest(advice) : advice
  return () => suggestion
}

/** An error that another `--base` would end. A job has no command line, and reports the error with its own text. */
export class BaseError extends GateError {}

/** Returns why GitHub refused a request, from the `reason` of the cause; null for other errors. */
export function getGitHubReason(error: unknown): string | null {
  const { cause } = error instanceof GateError ? error : {}
  const reason = typeof cause === 'object' && cause !== null && 'reason' in cause ? cause.reason : null
  return typeof reason === 'string' ? reason : null
}

/** Returns the milliseconds after which to retry, from `retryAfterMs` of the error; null when it names no time. */
export function getRetryAfter(error: unknown): number | null {
  const ms = error instanceof Error && 'retryAfterMs' in error ? error.retryAfterMs : null
  return typeof ms === 'number' && ms >= 0 ? ms : null
}
