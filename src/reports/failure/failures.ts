/** Makes the failures of one report: classified, cleaned and within the bound of kept text. */
import {
  type Failure,
  type FailureKind,
  MAX_ATTEMPTS,
  MAX_MESSAGE,
  MAX_STACK,
  NO_ATTEMPTS,
  type Outcome,
} from '../../core/model/test-run.ts'
import { LIMITS } from '../format.ts'
import { cleanText, plainText } from '../text.ts'
import { classifyFailure, type FailureEvidence } from './failure-kind.ts'
import { rubyError } from './ruby-error.ts'

export type ParsedFailure = Omit<Failure, 'at'>

export interface FailureWords extends FailureEvidence {
  readonly line?: number | null
  /** Where the format itself says what it was. */
  readonly kind?: FailureKind
}

const HEAD =
  /^(?:Uncaught )?([A-Za-z_$][\w$.]{0,99}(?:Error|Exception|Exit|Interrupt|Failure|Failed))(?: \[[^\]\n]{1,60}\])?(?:: |\n|$)/
/** vitest and node of a test that was to fail. */
const UNEXPECTED_SUCCESS = /^(?:Error: )?Expect test to fail$|^test was expected to fail but passed$/
const FRAME = /\n\s+at /
const MAX_FIRST_LINE = 200

export const getOutcome = (kind: FailureKind): Outcome =>
  kind === 'assertion' || kind === 'unknown' ? 'failed' : 'errored'

/** True for what runners say that have no other word for it. */
export const isUnexpectedSuccess = (message: string): boolean => UNEXPECTED_SUCCESS.test(message)

export type Keep = (words: FailureWords) => ParsedFailure

/** Makes the failures of one report. */
export interface Keeper extends Keep {
  /** Those of the tries that count no more: at most MAX_ATTEMPTS. `failureOf` gives null for a try that did not fail. */
  readonly attempts: <T>(
    tries: readonly T[],
    failureOf: (one: T, keep: Keep) => ParsedFailure | null,
  ) => readonly ParsedFailure[]
}

/** What an attempt costs beside its text, in characters: millions of empty ones are too many as well. */
export const ATTEMPT_COST = 200

/**
 * One keeper a report: beyond the bound of kept text a failure keeps the first line of its message only. Attempts have a
 * bound of their own, beyond which there are none.
 */
export function failureKeeper(): Keeper {
  let kept = 0
  let keptAttempts = 0
  const keep = (words: FailureWords) => {
    const failure = failureIn(words)
    if (kept > LIMITS.keptText) return getFirstLine(failure)
    kept += getLength(failure)
    return failure
  }
  const attempts: Keeper['attempts'] = (tries, failureOf) => {
    const failures: ParsedFailure[] = []
    for (const one of tries) {
      if (failures.length === MAX_ATTEMPTS || keptAttempts > LIMITS.keptAttempts) break
      const failure = failureOf(one, failureIn)
      if (failure === null) continue
      keptAttempts += getLength(failure) + ATTEMPT_COST
      failures.push(failure)
    }
    return failures.length === 0 ? NO_ATTEMPTS : failures
  }
  return Object.assign(keep, { attempts })
}

function failureIn(words: FailureWords): ParsedFailure {
  const { kind, missing } = classifyFailure(words)
  const isNamed = words.kind !== undefined && words.kind !== kind
  return {
    kind: words.kind ?? kind,
    message: cleanText(words.message, MAX_MESSAGE),
    type: words.type ? cleanText(words.type, MAX_FIRST_LINE) : null,
    stack: words.detail ? cleanText(words.detail, MAX_STACK) : null,
    line: words.line ?? null,
    missing: isNamed ? null : missing,
  }
}

function getFirstLine(failure: ParsedFailure): ParsedFailure {
  return { ...failure, message: (failure.message.split('\n', 1)[0] ?? '').slice(0, MAX_FIRST_LINE), stack: null }
}

const getLength = ({ message, stack }: ParsedFailure) => message.length + (stack?.length ?? 0)

/** `AssertionError: expected 2 to be 3\n    at …` -> its type, message and stack, as JavaScript and Ruby print them. */
export function splitError(printed: string): { type: string | null; message: string; detail: string } {
  const detail = plainText(printed.slice(0, 4 * MAX_STACK))
  const ruby = rubyError(detail)
  if (ruby !== null) return ruby
  const head = HEAD.exec(detail)
  const frames = detail.search(FRAME)
  const said = frames < 0 ? detail : detail.slice(0, frames)
  return { type: head?.[1] ?? null, message: said.slice(head?.[0].length ?? 0).trim() || said.trim(), detail }
}
