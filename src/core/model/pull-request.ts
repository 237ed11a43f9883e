/** Defines a pull request as GitHub has it now, reduced to what its status depends on. */

import type { Base } from '../status/protection.ts'
import type { Sha } from './commit.ts'
import type { RunAttempt } from './event.ts'
import type { Facts } from './facts.ts'
import type { MaintainerDecision } from './maintainer-decision.ts'

/** A run of the judging workflow for the head, as GitHub records it. */
export interface GatedRun extends RunAttempt {
  readonly status: string
  readonly conclusion: string | null
  readonly url: string
}

export type EvidenceFound =
  | { readonly kind: 'none' }
  /** Clauses that continue "the evidence is refused:". */
  | { readonly kind: 'refused'; readonly reasons: readonly string[] }
  | { readonly kind: 'too-large'; readonly what: string }
  | { readonly kind: 'found'; readonly facts: Facts }

/** A record of the App that is missing or unreadable, or a demand of the organisation that is not met. */
export interface PullRequestProblem {
  readonly code: 'task-lost' | 'decision-unreadable' | 'too-many-decisions' | 'organisation-invalid' | 'agent-refused'
  readonly title: string
  readonly message: string
}

/** A configuration of the base with which nothing can be judged. */
export interface BrokenConfig {
  /** Every mistake with its place. */
  readonly what: string
  /** The base has a fixed configuration by now; the branch is judged with its original one. */
  readonly isFixed: boolean
}

/** A pull request as it is on GitHub now. */
export interface PullRequestFacts {
  readonly number: number
  readonly head: Sha
  readonly isOpen: boolean
  readonly isMerged: boolean
  readonly isDraft: boolean
  readonly isFork: boolean
  /** GitHub no longer tells which runs belong to its commits, and no person can push to its branch. */
  readonly isForkDeleted?: boolean
  /** Null while GitHub is still computing it. */
  readonly isMergeable: boolean | null
  readonly base: Base
  /** The message of the head commit. */
  readonly headMessage: string
  /** It changes `.github`, as far as GitHub shows: then the workflow that ran is not the base's. */
  readonly touchesWorkflows: boolean
  readonly runs: readonly GatedRun[]
  readonly evidence: EvidenceFound
  /** Null when the configuration is valid, and when it was not needed. */
  readonly brokenConfig: BrokenConfig | null
  readonly decisions: readonly MaintainerDecision[]
  readonly problem: PullRequestProblem | null
}
