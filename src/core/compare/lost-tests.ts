/** Finds tests that a commit removes, and those that it skips on purpose, with a reason. */
import type { Phase } from '../evaluate/phase.ts'
import { type Commit, trailer } from '../model/commit.ts'
import type { GateState } from '../model/state.ts'
import type { TestId } from '../model/test-run.ts'

/**
 * Returns the removed tests that nothing replaces; none when the commit that added them is reverted exactly. At a merge
 * it returns those that this range proved, since the base may drop its own.
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

const MAX_REASON = 200

/** Returns the reason; null without one, or when the commit changes more than tests. */
export function quarantineReason(commit: Commit): string | null {
  const reason = trailer(commit, 'quarantine')?.trim() ?? ''
  const isTestsOnly = commit.changes.every((change) => change.class === 'test' || change.class === 'docs')
  return reason === '' || !isTestsOnly ? null : reason.slice(0, MAX_REASON)
}

/** Returns the skips that a reason may excuse: none that this branch proved or waits for. */
export function quarantined(
  commit: Commit,
  silenced: readonly TestId[],
  { proved, cycles }: Pick<GateState, 'proved' | 'cycles'>,
): readonly TestId[] {
  if (quarantineReason(commit) === null) return []
  const own = new Set([
    ...[...proved.values()].flatMap(({ drivers }) => drivers),
    ...[...cycles.values()].flatMap(({ tests }) => tests),
  ])
  return silenced.filter((id) => !own.has(id))
}
