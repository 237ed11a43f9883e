/** Defines all input of `decide`. It is gathered before, never during the decision. */

import type { People } from '../evaluate/apply-decisions.ts'
import type { Commit, Sha } from './commit.ts'
import type { Evidence } from './evidence.ts'
import type { GateCommand } from './gate-command.ts'
import type { Plan } from './plan.ts'
import type { Policy } from './policy.ts'

export interface Facts {
  readonly base: Sha
  /** The base's tree: a commit that returns to it reverts everything. */
  readonly baseTree: Sha
  readonly head: Sha
  /** Oldest first, first parents only. */
  readonly commits: readonly Commit[]
  /** By commit, the base included; a commit that needs no evidence has no entry. */
  readonly evidence: ReadonlyMap<Sha, Evidence>
  readonly policy: Policy
  readonly policyDigest: string
  readonly plan: Plan | null
  /** The command that judges again, with its options. */
  readonly verify?: GateCommand
  /** Absent where no maintainer can decide. */
  readonly people?: People
}
