/** Rewords errors for a job, which has no command line to name another base on. */
import { reworded } from '../../core/errors/action.ts'
import { BaseError, type ErrorCode } from '../../core/model/errors.ts'
import type { Subject } from '../../intake/subject.ts'
import { actionTexts } from '../texts.ts'

interface Words {
  /** Null: keeps the original message. */
  readonly message: string | null
  readonly suggestion: string
}

const OTHER_BASE = actionTexts.changeBase
const FEWER = actionTexts.splitBranch

const WORDS: { readonly [C in ErrorCode]?: (base: string, head: string) => Words } = {
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
 * Rewords an error.
 * @param subject what the job had to judge; null while unknown
 * @returns the same error when its advice works in a job
 */
export function inJobWords(error: unknown, subject: Subject | null): unknown {
  if (!(error instanceof BaseError) || subject === null) return error
  const code = error.code as ErrorCode
  const words = WORDS[code]?.(subject.base.branch, subject.head.branch)
  return words === undefined ? error : reworded(code, words.message ?? error.message, words.suggestion, error)
}
