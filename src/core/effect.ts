/** What a command wants done on GitHub, as plain data; `effects/` does it, each step only where it is not done yet. */
import type { Sha } from './commit.ts'
import type { PersonDecision } from './person.ts'
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
  | { readonly kind: 'record'; readonly on: Sha; readonly decision: PersonDecision }
  | { readonly kind: 'start'; readonly start: TaskStart }
  /** A commit with an earlier tree on top of the branch, never a forced push; nothing happens when the head has moved. */
  | {
      readonly kind: 'go-back'
      readonly branch: string
      readonly from: Sha
      readonly tree: Sha
      readonly message: string
    }
  | { readonly kind: 'close'; readonly number: number }

/** What a person gets to read under their comment. */
export interface Reply {
  readonly isDone: boolean
  /** Markdown, untrusted parts escaped. */
  readonly body: string
}
