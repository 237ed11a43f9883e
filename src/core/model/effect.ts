/**
 * Defines what a command changes on GitHub, as plain data; `src/github/write/` applies each effect unless it is already
 * in place.
 */

import type { GateCheck } from '../status/protection.ts'
import type { Sha } from './commit.ts'
import type { MaintainerDecision } from './maintainer-decision.ts'
import type { Plan } from './plan.ts'

export interface TaskStart {
  readonly plan: Plan
  readonly issue: number | null
  readonly branch: string
  readonly base: { readonly branch: string; readonly sha: Sha; readonly tree: Sha }
  readonly policyDigest: string
  /** The whole message of the empty commit. */
  readonly message: string
  readonly title: string
  readonly isDraft: boolean
}

export type Effect =
  /** Stores a decision in a check run of the App on this commit. */
  | { readonly kind: 'record'; readonly on: Sha; readonly decision: MaintainerDecision }
  | { readonly kind: 'start'; readonly start: TaskStart }
  /**
   * Adds a commit with an earlier tree on top of the branch, never by a forced push; does nothing when the head has
   * moved.
   */
  | {
      readonly kind: 'go-back'
      readonly branch: string
      readonly from: Sha
      readonly tree: Sha
      readonly message: string
    }
  /** Evaluates the pull request again, so that the next step's author sees the stored decision at once. */
  | { readonly kind: 'look'; readonly number: number }
  | { readonly kind: 'close'; readonly number: number }
  /** Deletes the branch; does nothing when the head has moved. */
  | { readonly kind: 'delete-branch'; readonly branch: string; readonly head: Sha }
  /**
   * Makes the branch require the check from this App alone, and protects it from deletion; adds only what is missing.
   */
  | {
      readonly kind: 'protect'
      readonly branch: string
      readonly check: GateCheck
      readonly lacks: 'check' | 'deletion'
    }

/** A part of a reply, as plain data: `render/` turns it into Markdown and escapes other people's text. */
export type ReplyPart =
  /** A sentence of the gate, which may contain names from other people. */
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  /** Commands to copy, one a line. */
  | { readonly kind: 'commands'; readonly lines: readonly string[] }
  | { readonly kind: 'table'; readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] }
  /** Markdown that `render/` has already escaped. */
  | { readonly kind: 'rendered'; readonly markdown: string }

/** The reply under a person's comment. */
export interface Reply {
  readonly isDone: boolean
  readonly parts: readonly ReplyPart[]
}
