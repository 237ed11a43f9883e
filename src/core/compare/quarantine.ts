/** Tests that are skipped on purpose, by somebody who says why. */
import { type Commit, trailer } from '../model/commit.ts'
import type { GateState } from '../model/state.ts'
import type { TestId } from '../model/test-run.ts'

const MAX_REASON = 200

/** The reason; null where none is given, or where the commit does anything else than change tests. */
export function quarantineReason(commit: Commit): string | null {
  const reason = trailer(commit, 'quarantine')?.trim() ?? ''
  const isTestsOnly = commit.changes.every((change) => change.class === 'test' || change.class === 'docs')
  return reason === '' || !isTestsOnly ? null : reason.slice(0, MAX_REASON)
}

/** What a reason may excuse: nothing that this branch proved or waits for. */
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
