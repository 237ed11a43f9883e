/** Finds removed tests that nothing replaces. */

import type { Phase } from '../evaluate/phase.ts'
import type { Commit } from '../model/commit.ts'
import type { GateState } from '../model/state.ts'
import type { TestId } from '../model/test-run.ts'

/**
 * Returns all of them. Returns none when the commit that added them is reverted exactly. At a merge returns those that
 * this range proved, since the base may drop its own.
 */
export function lostTests(
  {
    phase,
    state,
    commit,
  }: { readonly phase: Phase; readonly state: Pick<GateState, 'proved'>; readonly commit: Pick<Commit, 'reverts'> },
  gone: readonly TestId[],
): readonly TestId[] {
  if (commit.reverts !== undefined) return []
  if (phase !== 'merge' || gone.length === 0) return gone
  const proved = new Set([...state.proved.values()].flatMap(({ drivers }) => drivers))
  return gone.filter((id) => proved.has(id))
}
