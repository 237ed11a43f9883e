/** The result of one evaluation of a pull request. */
import type { Hint } from '../../core/model/event.ts'
import { type GateStatus, getWorst } from '../../core/status/gate-status.ts'
import type { PullRequestSnapshot } from '../../github/read/pull-request/pull-request.ts'
import type { Written } from '../../github/write/check-run.ts'
import type { RunReport } from '../../render/gate-report/run-report.ts'

export type MergeGroup = Extract<Hint, { readonly kind: 'merge-group' }>

export interface PullRequestEvaluation {
  readonly truth: PullRequestSnapshot
  /** The status of this pull request alone. */
  readonly says: GateStatus
  readonly report: RunReport
  /** The other pull requests with the same head, which the check also covers. */
  readonly others: readonly OtherPull[]
  /** The head is not green any more, and some groups of the merge queue that may hold it were not read. */
  readonly areGroupsUnseen?: boolean
  readonly written: WrittenEvaluation
  /** Groups of the merge queue that contained the head while it was green. They must be answered again. */
  readonly groups: readonly MergeGroup[]
}

/** Another open pull request with this head, and its status. */
export interface OtherPull {
  readonly says: GateStatus
  readonly report: RunReport
}

export interface WrittenEvaluation {
  readonly check: Written | 'none'
  readonly comment: Written | 'none'
  readonly mirror: 'updated' | 'unchanged' | 'none'
  /** `none`: there is none, it is too large, or other writes came first. */
  readonly evidence: 'created' | 'unchanged' | 'none'
}

/** Returns the worst status of all pull requests with this head; of equals the first. */
export function findWorst({
  says,
  report,
  others,
}: Pick<PullRequestEvaluation, 'says' | 'report' | 'others'>): OtherPull {
  const mine = { says, report }
  const [first = mine, ...rest] = [mine, ...others].toSorted((a, b) => a.says.pullRequest - b.says.pullRequest)
  const worst = getWorst([first.says, ...rest.map((other) => other.says)])
  return [first, ...rest].find((one) => one.says === worst) ?? mine
}
