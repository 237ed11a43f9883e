/** What one look at a pull request came to. */
import type { Hint } from '../../core/model/event.ts'
import { type GateStatus, getWorst } from '../../core/status/gate-status.ts'
import type { PullRequestSnapshot } from '../../github/read/pull-request/pull-request.ts'
import type { Written } from '../../github/write/check-run.ts'
import type { RunReport } from '../../render/gate-report/run-report.ts'

export type MergeGroup = Extract<Hint, { readonly kind: 'merge-group' }>

export interface PullRequestEvaluation {
  readonly truth: PullRequestSnapshot
  /** Of this pull request alone. */
  readonly says: GateStatus
  readonly report: RunReport
  /** What the check of the head says, where other pull requests have the same one. */
  readonly others: readonly OtherPull[]
  /** The head is not green any more, and some groups of the merge queue that may hold it were not read. */
  readonly areGroupsUnseen?: boolean
  readonly written: WrittenEvaluation
  /** Of the merge queue, that the head was green in: they are to be answered again. */
  readonly groups: readonly MergeGroup[]
}

/** Another open pull request with this head, and what is said of it. */
export interface OtherPull {
  readonly says: GateStatus
  readonly report: RunReport
}

export interface WrittenEvaluation {
  readonly check: Written | 'none'
  readonly comment: Written | 'none'
  readonly mirror: 'updated' | 'unchanged' | 'none'
  /** `none`: there is none, it is too large, or other things had to be written first. */
  readonly evidence: 'created' | 'unchanged' | 'none'
}

/** Of all pull requests with this head, the one that is worst off; the first of them, whoever looks. */
export function worstEvaluation({
  says,
  report,
  others,
}: Pick<PullRequestEvaluation, 'says' | 'report' | 'others'>): OtherPull {
  const mine = { says, report }
  const [first = mine, ...rest] = [mine, ...others].toSorted((a, b) => a.says.pullRequest - b.says.pullRequest)
  const worst = getWorst([first.says, ...rest.map((other) => other.says)])
  return [first, ...rest].find((one) => one.says === worst) ?? mine
}
