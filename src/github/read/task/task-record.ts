/** Where the record of a started task hangs, as texts that anybody can write may say. */
import type { Sha } from '../../../core/model/commit.ts'
import { START_HINT } from '../../../core/model/task-record.ts'

/** Hints come from what everybody can write. */
const MAX_HINTS = 5
/** What a body or a comment of ours says of the first commit. */
const HINT = new RegExp(`${START_HINT}([0-9a-f]{40}|[0-9a-f]{64}) -->`, 'g')

/** In the pull request's body: where the record hangs, should the branch be rewritten. Believed by nobody. */
export function startHint(start: Sha): string {
  return `${START_HINT}${start} -->`
}

/** Every commit that such a text names. */
export function hintsIn(text: string): readonly Sha[] {
  return [...text.matchAll(HINT)].map(([, sha = '']) => sha).slice(0, MAX_HINTS)
}
