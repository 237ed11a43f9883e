/** Rewords errors for a job, which has no command line to name another base on. */
import { reworded } from '../../core/errors/action.ts'
import { BaseError, type ErrorCode } from '../../core/model/errors.ts'
import type { Subject } from '../../intake/subject.ts'

interface Words {
  /** Null: keeps the original message. */
  readonly message: string | null
  readonly suggestion: string
}

const OTHER_BASE = 'change the base of the pull request to an existing branch'
const FEWER = 'Split the branch: let its first commits be merged first, then the others.'

const WORDS: { readonly [C in ErrorCode]?: (base: string, head: string) => Words } = {
  'no-commits': (base, head) => ({
    message: `The branch ${head} has no commit that ${base} lacks: there is nothing to judge.`,
    suggestion: 'Push a commit to the branch: a failing test first.',
  }),
  'no-merge-base': (base, head) => ({
    message: `The branch ${head} and its base ${base} share no history.`,
    suggestion:
      'Rebase its commits onto the base and push them: `git rebase --onto origin/<base branch> --root`; or choose another base branch for the pull request.',
  }),
  'unknown-revision': (base) => ({
    message: `A commit of this event no longer exists, perhaps because someone force-pushed ${base}.`,
    suggestion: `Push the branch again; if its base is gone, ${OTHER_BASE}.`,
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
