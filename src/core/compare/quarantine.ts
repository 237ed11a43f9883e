/** Detects tests that a commit skips on purpose, with a reason. */
import { type Commit, trailer } from '../model/commit.ts'
import type { GateState } from '../model/state.ts'
import type { TestId } from '../model/test-run.ts'

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
