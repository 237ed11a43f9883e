/** The commits that an event asks the gate to judge. */
import type { Sha } from '../core/model/commit.ts'
import type { Sequence } from '../core/model/policy.ts'

export const EVENTS = ['pull_request', 'push', 'merge_group', 'workflow_dispatch'] as const
export type EventName = (typeof EVENTS)[number]

export interface Subject {
  readonly event: EventName
  readonly repository: { readonly id: string; readonly name: string }
  readonly pullRequest: number | null
  /** The base branch, and its tip where the event names it. */
  readonly base: { readonly branch: string; readonly sha: Sha | null }
  /** The last commit to judge: never the merge commit that GITHUB_SHA names on `pull_request`. */
  readonly head: { readonly branch: string; readonly sha: Sha; readonly isFork: boolean }
  /** Set where the event fixes it: a merge group is judged as a whole. Null: the policy decides. */
  readonly sequence: Sequence | null
}
