/** What the judge decided from besides evidence: the commits as git has them and the terms they were judged under. */
import type { Commit, Sha } from '../core/model/commit.ts'
import type { Plan } from '../core/model/plan.ts'
import type { Policy, Sequence } from '../core/model/policy.ts'

/** Room for as many commits as the gate judges at once, or for one of a hundred thousand paths. */
export const MAX_BRANCH_CHARACTERS = 16_000_000
/** Changed paths of all commits together: more than fit, and found out before anything is written. */
export const MAX_BRANCH_CHANGES = 150_000

/** Travels as `evidence/branch.json`; the index names its digest, so that the token vouches for it too. */
export interface BranchFacts {
  readonly schemaVersion: 1
  readonly kind: 'tdd-gate/branch'
  /** The branch that it was judged for: its policy holds, and merges of its commits are merges from base. */
  readonly baseBranch: string
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

/** @returns the facts with their version and kind. */
export function makeBranchFacts(parts: Omit<BranchFacts, 'schemaVersion' | 'kind'>): BranchFacts {
  return { schemaVersion: 1, kind: 'tdd-gate/branch', ...parts }
}
