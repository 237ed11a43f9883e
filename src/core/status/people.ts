/** Applies the decisions of maintainers where nothing was judged. */
import { applyDecisions, describeStops, formatDecision } from '../evaluate/apply-decisions.ts'
import type { PullRequestFacts } from '../model/pull-request.ts'
import { suggest } from '../model/suggestion.ts'
import type { GateStatus } from './status.ts'
import { statusTexts } from './texts.ts'

/** No decision of a person changes these. */
const FINAL = ['merged', 'task-lost', 'too-many-decisions', 'decision-unreadable']

/** A person may stop the pull request, or let this head pass; a closed one can only be stopped. */
export function applyPeople(status: GateStatus, pull: PullRequestFacts): GateStatus {
  const { notice: reason } = status
  if (reason === null || FINAL.includes(reason.code)) return status
  const { stopped, override } = getStanding(pull)
  if (override && pull.isOpen) {
    const title = `Overridden ${formatDecision(override)}`
    const suggestion = suggest(statusTexts.holdsForCommit)
    const notice = { ...reason, code: 'overridden', isFailure: false, title, suggestion }
    return { ...status, conclusion: 'success', notice }
  }
  if (stopped === null || override) return status
  const [code, word] = stopped.kind === 'pause' ? (['paused', 'Paused'] as const) : (['aborted', 'Aborted'] as const)
  const title = `${word} ${formatDecision(stopped)}`
  const suggestion = suggest(statusTexts.resumedByMaintainer(pull.isOpen ? '' : 'Reopen it first. '))
  return { ...status, conclusion: 'failure', notice: { ...reason, code, isFailure: true, title, suggestion } }
}

/** Returns whether an active stop exists, without a later resume or override of this head. */
export function isStopped(pull: Pick<PullRequestFacts, 'number' | 'head' | 'decisions'>): boolean {
  const { stopped, override } = getStanding(pull)
  return stopped !== null && override === null
}

function getStanding({ number, head, decisions }: Pick<PullRequestFacts, 'number' | 'head' | 'decisions'>) {
  return describeStops(applyDecisions({ pullRequest: number, decisions }, head, []), head)
}
