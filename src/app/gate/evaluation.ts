/** Defines the evaluation of a pull request, from the facts of its head to what was written. */
import type { Hint } from '../../core/model/event.ts'
import type { GateStatus, HeadMember, HeadStatus } from '../../core/status/status.ts'
import type { PullRequestSnapshot } from '../../github/read/pull-request/pull-request.ts'
import type { Written } from '../../github/write/check-run.ts'
import type { RunReport } from '../../render/gate-report/run-report.ts'

export type MergeGroup = Extract<Hint, { readonly kind: 'merge-group' }>

/** A pull request with its status and its report. */
export interface JudgedPull extends HeadMember {
  readonly report: RunReport
}

export interface PullRequestEvaluation {
  readonly snapshot: PullRequestSnapshot
  /** The status of this pull request alone. */
  readonly status: GateStatus
  /** The status of all pull requests with its head. */
  readonly head: HeadStatus<JudgedPull>
  /** What the comment shows. It never claims completion while the check is not green. */
  readonly report: RunReport
  readonly written: WrittenEvaluation
  /** Groups of the merge queue that contained the head while it was green. They must be answered again. */
  readonly groups: readonly MergeGroup[]
}

export type UnwrittenEvaluation = Omit<PullRequestEvaluation, 'written' | 'groups'>

export interface WrittenEvaluation {
  readonly check: Written | 'none'
  readonly comment: Written | 'none'
  readonly metadata: 'updated' | 'unchanged' | 'none'
  /** `none`: there is none, it is too large, or other writes came first. */
  readonly evidence: 'created' | 'unchanged' | 'none'
}

export const NOTHING_WRITTEN: WrittenEvaluation = { check: 'none', comment: 'none', metadata: 'none', evidence: 'none' }
