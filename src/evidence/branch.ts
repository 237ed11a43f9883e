/** What the judge decided from besides evidence: the commits as git has them and the terms they were judged under. */
import type { Commit, Sha } from '../core/commit.ts'
import type { Plan } from '../core/plan.ts'
import type { Policy, Sequence } from '../core/policy.ts'

/** Travels as `evidence/branch.json`; the index names its digest, so that the token vouches for it too. */
export interface BranchFacts {
  readonly schemaVersion: 1
  readonly kind: 'tdd-gate/branch'
  /** What the first commit is compared with. */
  readonly base: Sha
  readonly baseTree: Sha
  readonly head: Sha
  readonly sequence: Sequence
  readonly policy: Policy
  readonly policyDigest: string
  readonly plan: Plan | null
  /** Those that were judged, oldest first: with `sequence: pull-request` the two that stand for the branch. */
  readonly commits: readonly Commit[]
}
