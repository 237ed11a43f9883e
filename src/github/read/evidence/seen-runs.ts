/** Remembers the attempts of runs that evaluations have read. A later webhook that GitHub requested one adds nothing. */
import type { RunAttempt } from '../../../core/model/event.ts'

export interface SeenRuns {
  /** @param pull the key of a pull request, whose evaluation has succeeded */
  readonly note: (pull: string, runs: readonly RunAttempt[]) => void
  readonly has: (pull: string, run: RunAttempt) => boolean
}

/** Bound on attempts. The oldest is forgotten, which costs an evaluation. */
const MAX_ATTEMPTS = 10_000

export function createSeenRuns(most: number = MAX_ATTEMPTS): SeenRuns {
  const seen = new Set<string>()
  const toName = (pull: string, { id, attempt }: RunAttempt) => `${pull} ${id} ${attempt}`
  return {
    note: (pull, runs) => {
      for (const run of runs) {
        seen.delete(toName(pull, run))
        seen.add(toName(pull, run))
      }
      for (const oldest of seen) {
        if (seen.size <= most) return
        seen.delete(oldest)
      }
    },
    has: (pull, run) => seen.has(toName(pull, run)),
  }
}
