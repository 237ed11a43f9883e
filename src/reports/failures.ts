/** Makes the failures of one report: classified, cleaned and within the bound of kept text. */
import { type Failure, type FailureKind, MAX_MESSAGE, MAX_STACK, type Outcome } from '../core/test-run.ts'
import { classifyFailure, type FailureEvidence } from './failure-kind.ts'
import { LIMITS } from './format.ts'
import { cleanText, plainText } from './text.ts'

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

export const outcomeOf = (kind: FailureKind): Outcome =>
  kind === 'assertion' || kind === 'unknown' ? 'failed' : 'errored'

/** True for what runners say that have no other word for it. */
export const isUnexpectedSuccess = (message: string): boolean => UNEXPECTED_SUCCESS.test(message)

/** One keeper a report: beyond the bound of kept text a failure keeps the first line of its message only. */
export function failureKeeper(): (words: FailureWords) => ParsedFailure {
  let kept = 0
  return (words) => {
    const { kind, missing } = classifyFailure(words)
    const message = cleanText(words.message, MAX_MESSAGE)
    const stack = words.detail ? cleanText(words.detail, MAX_STACK) : null
    const isOver = kept > LIMITS.keptText
    if (!isOver) kept += message.length + (stack?.length ?? 0)
    const isNamed = words.kind !== undefined && words.kind !== kind
    return {
      kind: words.kind ?? kind,
      message: isOver ? (message.split('\n', 1)[0] ?? '').slice(0, MAX_FIRST_LINE) : message,
      type: words.type ? cleanText(words.type, MAX_FIRST_LINE) : null,
      stack: isOver ? null : stack,
      line: words.line ?? null,
      missing: isNamed ? null : missing,
    }
  }
}

/** `AssertionError: expected 2 to be 3\n    at …` -> its type, message and stack, as JavaScript prints them. */
export function splitError(printed: string): { type: string | null; message: string; detail: string } {
  const detail = plainText(printed.slice(0, 4 * MAX_STACK))
  const head = HEAD.exec(detail)
  const frames = detail.search(FRAME)
  const said = frames < 0 ? detail : detail.slice(0, frames)
  return { type: head?.[1] ?? null, message: said.slice(head?.[0].length ?? 0).trim() || said.trim(), detail }
}
