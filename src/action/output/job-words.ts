/** Errors in words that fit a job: nobody there can name another base on a command line. */
import { BaseError, type ErrorCode, GateError } from '../../core/model/errors.ts'
import type { Subject } from '../../intake/subject.ts'

interface Words {
  /** Null: what was said of it stays. */
  readonly message: string | null
  readonly suggestion: string
}

const OTHER_BASE = 'give the pull request a base branch that exists'
const FEWER = 'Split the branch: let its first commits be merged first, then the others.'

const WORDS: { readonly [C in ErrorCode]?: (base: string, head: string) => Words } = {
  'no-commits': (base, head) => ({
    message: `The branch ${head} holds nothing that ${base} does not hold: there is nothing to judge.`,
    suggestion: 'Push a commit to the branch: a failing test first.',
  }),
  'no-merge-base': (base, head) => ({
    message: `The branch ${head} and its base ${base} share no history.`,
    suggestion:
      'Put its commits on the base and push them: `git rebase --onto origin/<base branch> --root`; or choose another base branch for the pull request.',
  }),
  'unknown-revision': (base) => ({
    message: `A commit that the job was told of is not there any more, perhaps because ${base} was pushed over.`,
    suggestion: `Push the branch again; if its base is gone, ${OTHER_BASE}.`,
  }),
  'too-many-commits': () => ({ message: null, suggestion: FEWER }),
  'limit-exceeded': () => ({ message: null, suggestion: FEWER }),
}

/**
 * @param subject what the job was asked to judge; null where that is not known yet
 * @returns the same error where its advice is of use in a job
 */
export function inJobWords(error: unknown, subject: Subject | null): unknown {
  if (!(error instanceof BaseError) || subject === null) return error
  const code = error.code as ErrorCode
  const words = WORDS[code]?.(subject.base.branch, subject.head.branch)
  return words === undefined ? error : new GateError(code, words.message ?? error.message, words.suggestion, error)
}
