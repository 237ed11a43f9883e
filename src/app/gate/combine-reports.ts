/** What readers of a pull request are told where another one with its head keeps the check from being green. */
import { getWorst } from '../../core/status/gate-status.ts'
import type { StatusReason } from '../../core/status/waiting.ts'
import { headline } from '../../render/gate-report/headline.ts'
import type { RunReport } from '../../render/gate-report/run-report.ts'
import type { OtherPull, PullRequestEvaluation } from './evaluation.ts'

type Told = Pick<PullRequestEvaluation, 'says' | 'report' | 'others'>

/** @returns the report of this pull request; nothing in it says that all is done while the check says another thing */
export function combineReport({ says, report, others }: Told): RunReport {
  const [first, ...rest] = others.filter((other) => other.says.conclusion !== 'success')
  if (first === undefined) return report
  if (says.conclusion !== 'success')
    return { ...report, notes: [...report.notes, ...[first, ...rest].map((other) => getTitle(other, report))] }
  const said = getWorst([first.says, ...rest.map((other) => other.says)])
  const worst = rest.find((other) => other.says === said) ?? first
  return { ...report, notice: isItself(worst, report) ? worst.says.notice : getNotice(worst, { says, report }) }
}

/** That there are too many of them is said of none of them. */
function isItself({ says }: OtherPull, { pullRequest }: RunReport): boolean {
  return says.pullRequest === pullRequest
}

function getTitle(other: OtherPull, mine: RunReport): string {
  const words = headline(other.report)
  return isItself(other, mine) ? words : `#${other.says.pullRequest} has the same head and is not done: ${words}`
}

function getNotice(other: OtherPull, { says, report }: OtherPull): StatusReason {
  const title = getTitle(other, report)
  const isOverridden = !says.decision || says.decision.overridden !== undefined
  const isSameBranch = other.report.headBranch === report.headBranch
  const way = isSameBranch ? 'see that it gets done, too' : 'push a commit of your own'
  return {
    code: 'head-shared',
    isFailure: other.says.conclusion === 'failure',
    title,
    message: `${isOverridden ? 'It is overridden' : 'Everything is proved'} here, but the check is of the commit: ${title}.`,
    suggestion: `Close #${other.says.pullRequest}, or ${way}.`,
  }
}
