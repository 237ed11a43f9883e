/** What an event asks to be judged. */
import type { Sha } from '../core/model/commit.ts'
import type { Sequence } from '../core/model/policy.ts'

export const EVENTS = ['pull_request', 'push', 'merge_group', 'workflow_dispatch'] as const
export type EventName = (typeof EVENTS)[number]

export interface Subject {
  readonly event: EventName
  readonly repository: { readonly id: string; readonly name: string }
  readonly pullRequest: number | null
  /** The branch that is merged into, and its tip where the event says so. */
  readonly base: { readonly branch: string; readonly sha: Sha | null }
  /** The commit to judge up to: never the merge commit that GITHUB_SHA is on `pull_request`. */
  readonly head: { readonly branch: string; readonly sha: Sha; readonly isFork: boolean }
  /** Where the event fixes it: a merge group is judged as a whole. Null: the policy says. */
  readonly sequence: Sequence | null
}
