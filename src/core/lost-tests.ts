/** Which of the tests that are gone somebody answers for. */
import type { Phase } from './phase.ts'
import type { GateState } from './state.ts'
import type { TestId } from './test-run.ts'

/** All of them; at a merge those that this range proved, since the base may drop its own. */
export function lostTests(
  { phase, state }: { readonly phase: Phase; readonly state: Pick<GateState, 'proved'> },
  gone: readonly TestId[],
): readonly TestId[] {
  if (phase !== 'merge' || gone.length === 0) return gone
  const proved = new Set([...state.proved.values()].flatMap(({ drivers }) => drivers))
  return gone.filter((id) => proved.has(id))
}
