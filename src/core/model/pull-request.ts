/** A pull request as GitHub has it now, reduced to what the gate's word depends on. */

import type { Base } from '../status/protection.ts'
import type { Sha } from './commit.ts'
import type { Facts } from './facts.ts'
import type { MaintainerDecision } from './maintainer-decision.ts'

/** A run of the judging workflow for the head, as GitHub records it. */
export interface GatedRun {
  /** Decimal digits. */
  readonly id: string
  readonly attempt: number
  readonly status: string
  readonly conclusion: string | null
  readonly url: string
}

export type EvidenceFound =
  | { readonly kind: 'none' }
  /** Words that go on from "the evidence is refused:". */
  | { readonly kind: 'refused'; readonly reasons: readonly string[] }
  | { readonly kind: 'too-large'; readonly what: string }
  | { readonly kind: 'found'; readonly facts: Facts }

export interface RecordProblem {
  readonly code: 'task-lost' | 'decision-unreadable' | 'too-many-decisions'
  readonly title: string
  readonly message: string
}

/** The configuration of the base, with which nothing can be judged. */
export interface BrokenConfig {
  /** Every mistake with its place. */
  readonly what: string
  /** The base has a better one by now; the branch is judged by the one that it began with. */
  readonly isMended: boolean
}

/** A pull request as it is on GitHub now. */
export interface PullRequestFacts {
  readonly number: number
  readonly head: Sha
  readonly isOpen: boolean
  readonly isMerged: boolean
  readonly isDraft: boolean
  readonly isFork: boolean
  /** Null while GitHub has not found out. */
  readonly isMergeable: boolean | null
  readonly base: Base
  /** Of the head, as whoever wrote it wrote it. */
  readonly headMessage: string
  /** It changes `.github`, as far as GitHub tells: then whatever ran is not what the base judges with. */
  readonly touchesWorkflows: boolean
  readonly runs: readonly GatedRun[]
  readonly evidence: EvidenceFound
  /** Null where it can be used, and where nobody needed to know. */
  readonly brokenConfig: BrokenConfig | null
  readonly decisions: readonly MaintainerDecision[]
  /** What of the App's own records cannot be found or read: then nobody knows what people decided. */
  readonly problem: RecordProblem | null
}
