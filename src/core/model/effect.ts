/** What a command wants done on GitHub, as plain data; `effects/` does it, each step only where it is not done yet. */

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
  /** Whole message of the empty commit. */
  readonly message: string
  readonly title: string
}

export type Effect =
  /** Keeps a decision in a check run of the App on this commit. */
  | { readonly kind: 'record'; readonly on: Sha; readonly decision: MaintainerDecision }
  | { readonly kind: 'start'; readonly start: TaskStart }
  /** A commit with an earlier tree on top of the branch, never a forced push; nothing happens when the head has moved. */
  | {
      readonly kind: 'go-back'
      readonly branch: string
      readonly from: Sha
      readonly tree: Sha
      readonly message: string
    }
  /** Says of the pull request what was kept: whoever takes the next step back at once finds it said. */
  | { readonly kind: 'look'; readonly number: number }
  | { readonly kind: 'close'; readonly number: number }
  /** Lets the branch require the check, from this App alone, and keeps it; where it requires that already, keeps it only. */
  | {
      readonly kind: 'protect'
      readonly branch: string
      readonly check: GateCheck
      readonly lacks: 'check' | 'deletion'
    }

/** A piece of a reply, as plain data: `render/` makes it Markdown and whatever others wrote in it harmless. */
export type ReplyPart =
  /** A sentence of the gate, with names of others in it. */
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  /** To be copied, one a line. */
  | { readonly kind: 'commands'; readonly lines: readonly string[] }
  | { readonly kind: 'table'; readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] }
  /** Markdown that `render/` made already. */
  | { readonly kind: 'rendered'; readonly markdown: string }

/** What a person gets to read under their comment. */
export interface Reply {
  readonly isDone: boolean
  readonly parts: readonly ReplyPart[]
}
