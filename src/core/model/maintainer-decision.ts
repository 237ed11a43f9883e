/** What people decided about a task: recorded where only the App can write, bound to who, when and which head. */
import type { Sha } from './commit.ts'
import type { Actor } from './event.ts'

/** GitHub's roles, least first; `none` may not even read. */
export const ROLES = ['none', 'read', 'triage', 'write', 'maintain', 'admin'] as const
export type Role = (typeof ROLES)[number]

export type PersonDecisionKind = 'pause' | 'resume' | 'skip' | 'red' | 'revert' | 'override' | 'abort'

export interface MaintainerDecision {
  readonly schemaVersion: 1
  readonly kind: PersonDecisionKind
  readonly pullRequest: number
  /** The head of the pull request when it was decided; an override holds for this one only. */
  readonly head: Sha
  /** For `override`: the branch that the head may be merged into, and no other. */
  readonly baseBranch?: string
  /** For `skip` and `red`. */
  readonly subtask: string | null
  readonly reason: string
  readonly by: Actor
  /** ISO 8601, GitHub's clock. */
  readonly at: string
  /** The comment that asked for it: done twice, it is recorded once. */
  readonly commentId: string
}

/** Whether a role includes another one. */
export function isAtLeast(role: Role, wanted: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(wanted)
}

/** A comment may hold several commands: what it asked for is part of the name, and done twice it is found again. */
export function decisionId({ pullRequest, commentId, kind, subtask }: MaintainerDecision): string {
  return decisionPrefix(pullRequest) + [commentId, kind, ...(subtask === null ? [] : [subtask])].join(':')
}

/** What the ids of all decisions about a pull request begin with. */
export function decisionPrefix(pullRequest: number): string {
  return `tdd-gate:decision:${pullRequest}:`
}

/** How many decisions on one pull request are written, besides what stops it: GitHub deletes check runs beyond a thousand of one name. */
export const MAX_DECISIONS = 500
export const MAX_REASON = 300
