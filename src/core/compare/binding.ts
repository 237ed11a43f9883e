/** Checks whether a measurement belongs to the commit, tree, baseline, policy and scope for which it is used. */
import type { Commit } from '../model/commit.ts'
import type { Evidence, Scope } from '../model/evidence.ts'
import type { GateState } from '../model/state.ts'

interface WantedBinding {
  readonly commit: Pick<Commit, 'sha' | 'tree'>
  /** The state of the walk, with the baseline of the comparison. */
  readonly state: Pick<GateState, 'baseline'>
  readonly policyDigest: string
  /** What had to be run. */
  readonly scope: Scope
}

/** Lists what the evidence belongs to instead; empty when it may be used. */
export function unboundParts(evidence: Evidence, { commit, state, policyDigest, scope }: WantedBinding): string[] {
  return [
    evidence.commit !== commit.sha && 'another commit',
    evidence.tree !== commit.tree && 'another tree',
    evidence.comparedWith !== state.baseline && 'another comparison',
    evidence.policyDigest !== policyDigest && 'another policy',
    scope === 'suite' && evidence.scope !== 'suite' && 'only a part of the suite',
  ].filter((part) => part !== false)
}
