/** Rephrases errors for a job, which has no command line that could name another base. */
import { rephrase } from '../../core/errors/action.ts'
import { BaseError, type ErrorCode } from '../../core/model/errors.ts'
import type { Subject } from '../../intake/subject.ts'
import { actionTexts } from '../texts.ts'

interface JobText {
  /** Null: keeps the original message. */
  readonly message: string | null
  readonly suggestion: string
}

const OTHER_BASE = actionTexts.changeBase
const FEWER = actionTexts.splitBranch

const TEXTS: { readonly [C in ErrorCode]?: (base: string, head: string) => JobText } = {
  'no-commits': (base, head) => ({
    message: actionTexts.nothingToJudge(head, base),
    suggestion: actionTexts.pushFailingTest,
  }),
  'no-merge-base': (base, head) => ({
    message: actionTexts.noSharedHistory(head, base),
    suggestion: actionTexts.rebaseOntoBase,
  }),
  'unknown-revision': (base) => ({
    message: actionTexts.commitGone(base),
    suggestion: actionTexts.pushAgain(OTHER_BASE),
  }),
  'too-many-commits': () => ({ message: null, suggestion: FEWER }),
  'limit-exceeded': () => ({ message: null, suggestion: FEWER }),
}

/**
 * Rephrases an error.
 * @param subject what the job had to judge; null while unknown
 * @returns the same error when its advice works in a job
 */
export function toJobError(error: unknown, subject: Subject | null): unknown {
  if (!(error instanceof BaseError) || subject === null) return error
  const code = error.code as ErrorCode
  const text = TEXTS[code]?.(subject.base.branch, subject.head.branch)
  return text === undefined ? error : rephrase(code, text.message ?? error.message, text.suggestion, error)
}
