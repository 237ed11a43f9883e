/** The facts of a branch: what the judge decided from besides evidence, such as commits, policy and plan. */
import type { Commit, Sha } from '../core/model/commit.ts'
import type { Plan } from '../core/model/plan.ts'
import type { Policy, Sequence } from '../core/model/policy.ts'

/** Enough for the largest branch that the gate judges, or for one commit of a hundred thousand paths. */
export const MAX_BRANCH_CHARACTERS = 16_000_000
/** Bound on the changed paths of all commits together. It is checked before anything is written. */
export const MAX_BRANCH_CHANGES = 150_000

/** The content of `evidence/branch.json`. The index contains its digest, so the token attests it too. */
export interface BranchFacts {
  readonly schemaVersion: 1
  readonly kind: 'tdd-gate/branch'
  /** The base branch of the judgement: the source of the policy, and of merges from base. */
  readonly baseBranch: string
  /** The commit that the first commit is compared with. */
  readonly base: Sha
  readonly baseTree: Sha
  readonly head: Sha
  readonly sequence: Sequence
  readonly policy: Policy
  readonly policyDigest: string
  readonly plan: Plan | null
  /** The judged commits, oldest first. With `sequence: pull-request`: the two that represent the branch. */
  readonly commits: readonly Commit[]
}

/** Returns the facts with their version and kind. */
export function makeBranchFacts(parts: Omit<BranchFacts, 'schemaVersion' | 'kind'>): BranchFacts {
  return { schemaVersion: 1, kind: 'tdd-gate/branch', ...parts }
}
