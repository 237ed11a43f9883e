/** Whether a measurement is of the commit, tree, comparison, policy and extent that it is used for. */
import type { Commit } from '../model/commit.ts'
import type { Evidence, Scope } from '../model/evidence.ts'
import type { GateState } from '../model/state.ts'

export interface Wanted {
  readonly commit: Pick<Commit, 'sha' | 'tree'>
  /** Where the walk stands: what the commit has to be compared with. */
  readonly state: Pick<GateState, 'settled'>
  readonly policyDigest: string
  /** What had to be run. */
  readonly scope: Scope
}

/** What the evidence belongs to instead, in words; empty when it may be used. */
export function unboundParts(evidence: Evidence, { commit, state, policyDigest, scope }: Wanted): string[] {
  return [
    evidence.commit !== commit.sha && 'another commit',
    evidence.tree !== commit.tree && 'another tree',
    evidence.comparedWith !== state.settled && 'another comparison',
    evidence.policyDigest !== policyDigest && 'another policy',
    scope === 'suite' && evidence.scope !== 'suite' && 'a part of the suite only',
  ].filter((part) => part !== false)
}
