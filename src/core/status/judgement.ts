/** Judges a pull request for itself: the decision over its evidence, or the reason why there is none. */
import { decide } from '../evaluate/decide.ts'
import type { PullRequestFacts, PullRequestProblem } from '../model/pull-request.ts'
import { suggest } from '../model/suggestion.ts'
import { GATE_CONCLUSIONS } from './checks.ts'
import type { GateStatus, GroupFacts, GroupMemberStatus, GroupObstacle, GroupStatus } from './status.ts'
import { statusTexts } from './texts.ts'
import { brokenReason, type StatusReason, waitingReason } from './waiting.ts'

const HOW: Record<PullRequestProblem['code'], string> = {
  'task-lost': statusTexts.restartTask,
  'too-many-decisions': statusTexts.closeAndRestart,
  'decision-unreadable': statusTexts.runNewestApp,
  'organisation-invalid': statusTexts.correctOrganisation,
  'agent-refused': statusTexts.allowAgent,
}
/** For reasons that reading again cannot change. */
const JUDGE_AGAIN = suggest(statusTexts.judgeAgain)
const MERGED: StatusReason = {
  code: 'merged',
  isFailure: true,
  title: 'The pull request was merged',
  message: statusTexts.nothingAfterMerge,
  suggestion: suggest(statusTexts.noStepLeft),
}
const CLOSED: StatusReason = {
  code: 'closed',
  isFailure: true,
  title: 'The pull request is closed',
  message: statusTexts.nothingWhileClosed,
  suggestion: suggest(statusTexts.reopen),
}

/** Judges it for its own base. `decide` applies the decisions of people to what it judges. */
export function judgePullRequest(pull: PullRequestFacts): GateStatus {
  const { number, evidence, decisions } = pull
  const reason = findReason(pull)
  if (reason === null && evidence.kind === 'found') {
    const decision = decide({ ...evidence.facts, people: { pullRequest: number, decisions } })
    return { pullRequest: number, conclusion: GATE_CONCLUSIONS[decision.conclusion], decision, notice: null }
  }
  const notice = reason ?? waitingReason(pull)
  return { pullRequest: number, conclusion: notice.isFailure ? 'failure' : 'action_required', decision: null, notice }
}

/** Finds why nothing can be judged; null when it can. */
function findReason(pull: PullRequestFacts): StatusReason | null {
  const { isOpen, isMerged, evidence, problem } = pull
  if (isMerged) return MERGED
  if (!isOpen) return CLOSED
  if (problem !== null) return { ...problem, isFailure: true, suggestion: suggest(HOW[problem.code]) }
  if (evidence.kind !== 'found' && pull.brokenConfig !== null) return brokenReason(pull.brokenConfig, pull)
  switch (evidence.kind) {
    case 'found':
      return null
    case 'none':
      return waitingReason(pull)
    case 'refused':
      return {
        code: 'evidence-refused',
        isFailure: true,
        title: 'The evidence is refused',
        message: statusTexts.evidenceRefused(evidence.reasons.join('; ')),
        suggestion: JUDGE_AGAIN,
      }
    case 'too-large':
      return {
        code: 'branch-too-large',
        isFailure: true,
        title: statusTexts.tooLargeTitle,
        message: statusTexts.tooLarge(evidence.what),
        suggestion: suggest(statusTexts.splitBranch),
      }
    default:
      return evidence satisfies never
  }
}

/** Judges a merge group: it is green only if all its pull requests are known and green. */
export function judgeGroup({ members, unknown, obstacle }: GroupFacts): GroupStatus {
  const open = members.filter(({ conclusion }) => conclusion !== 'success')
  const numbers = (some: readonly GroupMemberStatus[]) => some.map(({ number }) => `#${number}`).join(', ')
  if (open.length > 0) return { conclusion: 'failure', title: statusTexts.groupFailed(numbers(open)), reason: null }
  if (members.length === 0 || unknown.length > 0 || obstacle !== null) {
    const reason = obstacle === null ? null : groupReason(obstacle)
    return { conclusion: 'failure', title: reason?.title ?? statusTexts.unknownMembers, reason }
  }
  return { conclusion: 'success', title: statusTexts.groupPassed(numbers(members)), reason: null }
}

function groupReason(obstacle: GroupObstacle): StatusReason {
  switch (obstacle.kind) {
    case 'too-many-commits': {
      const { count, most } = obstacle
      const [title, message] = [statusTexts.groupTooLargeTitle(most), statusTexts.groupTooLarge(count, most)]
      return { code: 'group-too-large', isFailure: true, title, message, suggestion: suggest(statusTexts.smallerGroup) }
    }
    case 'rebased': {
      const [title, message] = [statusTexts.unknownMembers, statusTexts.groupRebased(obstacle.isSure)]
      return { code: 'group-rebased', isFailure: true, title, message, suggestion: suggest(statusTexts.mergeOrSquash) }
    }
    default:
      return obstacle satisfies never
  }
}
