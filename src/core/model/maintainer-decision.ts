/**
 * Defines maintainers' decisions about a task: recorded where only the App can write, bound to person, time and head.
 */
import type { Sha } from './commit.ts'
import type { Actor } from './event.ts'

/** GitHub's roles, least first; `none` cannot even read. */
export const ROLES = ['none', 'read', 'triage', 'write', 'maintain', 'admin'] as const
export type Role = (typeof ROLES)[number]

/** `attempt` is no word of a person: a program called `complete` while the tests still failed, on this machine. */
export type PersonDecisionKind = 'pause' | 'resume' | 'skip' | 'red' | 'revert' | 'override' | 'abort' | 'attempt'

export interface MaintainerDecision {
  readonly schemaVersion: 1
  readonly kind: PersonDecisionKind
  readonly pullRequest: number
  /** The head of the pull request at the decision; an override holds for this one only. */
  readonly head: Sha
  /** For `override`: the only branch into which the head may be merged. */
  readonly baseBranch?: string
  /** For an `override` of one rule at one commit; absent for an override of the whole head. */
  readonly excuses?: { readonly rule: string; readonly commit: Sha }
  /** For `skip` and `red`. */
  readonly subtask: string | null
  readonly reason: string
  readonly by: Actor
  /** ISO 8601, GitHub's clock. */
  readonly at: string
  /** The comment of the decision: a repeated delivery is recorded once. */
  readonly commentId: string
  /** For a decision on a machine of its author: which one, and how it was given. */
  readonly where?: string
}

/** Returns whether a role includes another one. */
export function isAtLeast(role: Role, wanted: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(wanted)
}

/**
 * Builds the id of a decision. A comment may contain several commands, so the id includes the command; a repeated
 * delivery finds it again.
 */
export function decisionId({ pullRequest, commentId, kind, subtask, excuses }: MaintainerDecision): string {
  const about = subtask ?? excuses?.rule
  return decisionPrefix(pullRequest) + [commentId, kind, ...(about === undefined ? [] : [about])].join(':')
}

/** Returns the common prefix of the ids of all decisions about a pull request. */
export function decisionPrefix(pullRequest: number): string {
  return `tdd-gate:decision:${pullRequest}:`
}

/** Recorded decisions on one pull request, besides stops: GitHub deletes check runs beyond a thousand of one name. */
export const MAX_DECISIONS = 500
export const MAX_REASON = 300
