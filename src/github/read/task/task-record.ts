/** Finds the commits that may store the record of a task, according to texts that everyone can write. */
import type { Sha } from '../../../core/model/commit.ts'
import { START_HINT } from '../../../core/model/task-record.ts'

/** Bound on hints, which everyone can write. */
const MAX_HINTS = 5
/** Matches the hint to the first commit in a body or a comment of the App. */
const HINT = new RegExp(`${START_HINT}([0-9a-f]{40}|[0-9a-f]{64}) -->`, 'g')

/** Formats the hint in the pull request's body, which survives a rewrite of the branch. It is never trusted. */
export function formatStartHint(start: Sha): string {
  return `${START_HINT}${start} -->`
}

/** Returns every commit that such a text names. */
export function findHints(text: string): readonly Sha[] {
  return [...text.matchAll(HINT)].map(([, sha = '']) => sha).slice(0, MAX_HINTS)
}
