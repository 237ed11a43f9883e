/** Combines the report of a pull request with those of others that share its head and prevent a green check. */
import { getWorst } from '../../core/status/gate-status.ts'
import type { StatusReason } from '../../core/status/waiting.ts'
import { headline } from '../../render/gate-report/headline.ts'
import type { RunReport } from '../../render/gate-report/run-report.ts'
import type { OtherPull, PullRequestEvaluation } from './evaluation.ts'

type Told = Pick<PullRequestEvaluation, 'says' | 'report' | 'others'>

/** Returns the report of this pull request, which never claims completion while the check is not green. */
export function combineReport({ says, report, others }: Told): RunReport {
  const [first, ...rest] = others.filter((other) => other.says.conclusion !== 'success')
  if (first === undefined) return report
  if (says.conclusion !== 'success')
    return { ...report, notes: [...report.notes, ...[first, ...rest].map((other) => getTitle(other, report))] }
  const said = getWorst([first.says, ...rest.map((other) => other.says)])
  const worst = rest.find((other) => other.says === said) ?? first
  return { ...report, notice: isSameStatus(worst, report) ? worst.says.notice : getNotice(worst, { says, report }) }
}

/** The status "too many pull requests" belongs to none of them. */
function isSameStatus({ says }: OtherPull, { pullRequest }: RunReport): boolean {
  return says.pullRequest === pullRequest
}

function getTitle(other: OtherPull, mine: RunReport): string {
  const words = headline(other.report)
  return isSameStatus(other, mine) ? words : `#${other.says.pullRequest} has the same head and is not done: ${words}`
}

function getNotice(other: OtherPull, { says, report }: OtherPull): StatusReason {
  const title = getTitle(other, report)
  const isOverridden = !says.decision || says.decision.overridden !== undefined
  const isSameBranch = other.report.headBranch === report.headBranch
  const way = isSameBranch ? 'complete it too' : 'push a commit of your own'
  return {
    code: 'head-shared',
    isFailure: other.says.conclusion === 'failure',
    title,
    message: `${isOverridden ? 'It is overridden' : 'Everything is proved'} here, but the check covers the commit: ${title}.`,
    suggestion: `Close #${other.says.pullRequest}, or ${way}.`,
  }
}
