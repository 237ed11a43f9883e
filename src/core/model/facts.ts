/** Everything `decide` may know. Gathered before it, never during it. */

import type { People } from '../evaluate/apply-decisions.ts'
import type { Commit, Sha } from './commit.ts'
import type { Evidence } from './evidence.ts'
import type { Plan } from './plan.ts'
import type { Policy } from './policy.ts'

export interface Facts {
  readonly base: Sha
  /** The base's tree: a commit that comes back to it takes everything back. */
  readonly baseTree: Sha
  readonly head: Sha
  /** Oldest first, first parents only. */
  readonly commits: readonly Commit[]
  /** By commit, the base included; a commit that needs none has none. */
  readonly evidence: ReadonlyMap<Sha, Evidence>
  readonly policy: Policy
  readonly policyDigest: string
  readonly plan: Plan | null
  /** The command that judges again, with the options it was asked with. */
  readonly verify?: string
  /** Absent where nobody can have a say. */
  readonly people?: People
}
