/** Computes the status of a pull request: the judgement, or why there is none, and the next step. Pure and total. */

import { applyDecisions, byWords, standingWords } from '../evaluate/apply-decisions.ts'
import { decide } from '../evaluate/decide.ts'
import { type Sha, short } from '../model/commit.ts'
import type { Decision } from '../model/finding.ts'
import type { PullRequestFacts, RecordProblem } from '../model/pull-request.ts'
import { baseReason } from './base.ts'
import { GATE_CONCLUSIONS, type GateConclusion } from './checks.ts'
import { brokenReason, type StatusReason, waitingReason } from './waiting.ts'

export interface GateStatus {
  readonly pullRequest: number
  readonly conclusion: GateConclusion
  /** Null when nothing was judged; then there is a notice. */
  readonly decision: Decision | null
  /** Why nothing was judged, or why the judgement is not green. */
  readonly notice: StatusReason | null
}

const HOW: Record<RecordProblem['code'], string> = {
  'task-lost': 'Close this pull request and restart the task: `/tdd start` under its issue.',
  'too-many-decisions':
    'Close this pull request. With a task: delete its branch and restart the task. Without one: give the first commit another id (`git rebase --no-ff`), push another branch and open a new pull request.',
  'decision-unreadable': 'Run the newest version of the App: the version that wrote the record can read it.',
}
/** For reasons that reading again cannot change. */
const JUDGE_AGAIN =
  'Fix what is named, and push: the workflow judges the new commits. With nothing to fix, `git commit --allow-empty -m "chore: judge again" --trailer "Phase: neutral"`, then push.'
const MERGED: StatusReason = {
  code: 'merged',
  isFailure: true,
  title: 'The pull request was merged',
  message: 'The gate judges nothing after the merge.',
  suggestion: 'No step is left. A new task begins with a new issue.',
}
/** No decision of a person changes these. */
const FINAL = ['merged', 'task-lost', 'too-many-decisions', 'decision-unreadable']

type Step = (status: GateStatus, pull: PullRequestFacts) => GateStatus

/** Every adjustment after the decision, in order. Pull requests that share the head follow: `tooManyShareHead`, `getWorst`. */
const STEPS: readonly Step[] = [applyPeople, applyBase]

export function computeStatus(pull: PullRequestFacts): GateStatus {
  return STEPS.reduce((status, step) => step(status, pull), judge(pull))
}

/** Judges for its own base. `decide` applies the decisions of people to what it judges. */
function judge(pull: PullRequestFacts): GateStatus {
  const { number, evidence, decisions } = pull
  const reason = getNotice(pull)
  if (reason === null && evidence.kind === 'found') {
    const decision = decide({ ...evidence.facts, people: { pullRequest: number, decisions } })
    return { pullRequest: number, conclusion: GATE_CONCLUSIONS[decision.conclusion], decision, notice: null }
  }
  const notice = reason ?? waitingReason(pull)
  return { pullRequest: number, conclusion: notice.isFailure ? 'failure' : 'action_required', decision: null, notice }
}

/** A green check counts for every base of the commit: it is green only where its own base requires it. */
function applyBase(status: GateStatus, { base }: PullRequestFacts): GateStatus {
  if (status.conclusion !== 'success') return status
  const isOverridden = !status.decision || status.decision.overridden !== undefined
  const reason = baseReason(base, isOverridden ? 'It is overridden' : 'Everything is proved')
  return reason === null ? status : { ...status, conclusion: 'action_required', notice: reason }
}

function getNotice(pull: PullRequestFacts): StatusReason | null {
  const { isOpen, isMerged, evidence, problem } = pull
  if (isMerged) return MERGED
  if (!isOpen) {
    return {
      code: 'closed',
      isFailure: true,
      title: 'The pull request is closed',
      message: 'The gate judges nothing while it is closed.',
      suggestion: 'Reopen it, and the gate judges it again.',
    }
  }
  if (problem !== null) {
    return {
      ...problem,
      isFailure: true,
      suggestion: HOW[problem.code],
    }
  }
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
        message: `The evidence is refused: ${evidence.reasons.join('; ')}.`,
        suggestion: JUDGE_AGAIN,
      }
    case 'too-large':
      return {
        code: 'branch-too-large',
        isFailure: true,
        title: 'The branch exceeds the size limits of the gate',
        message: `The branch exceeds the size limits of the gate: ${evidence.what}.`,
        suggestion: 'Split it into pull requests of fewer changes.',
      }
    default:
      return evidence satisfies never
  }
}

/** Returns whether an active stop exists, without a later resume or override of this head. */
export function isStopped(pull: Pick<PullRequestFacts, 'number' | 'head' | 'decisions'>): boolean {
  const { stopped, override } = getWords(pull)
  return stopped !== null && override === null
}

function getWords({ number: pullRequest, head, decisions }: Pick<PullRequestFacts, 'number' | 'head' | 'decisions'>) {
  return standingWords(applyDecisions({ pullRequest, decisions }, head, []), head)
}

/**
 * Applies decisions where nothing was judged: a person may stop the pull request, or let this head pass; a closed one
 * can only be stopped.
 */
function applyPeople(status: GateStatus, pull: PullRequestFacts): GateStatus {
  const { notice: reason } = status
  if (reason === null || FINAL.includes(reason.code)) return status
  const { stopped, override } = getWords(pull)
  if (override && pull.isOpen) {
    const title = `Overridden ${byWords(override)}`
    const suggestion = 'It holds for this commit only: the gate judges the next push again.'
    const notice = { ...reason, code: 'overridden', isFailure: false, title, suggestion }
    return { ...status, conclusion: 'success', notice }
  }
  if (stopped === null || override) return status
  const [code, word] = stopped.kind === 'pause' ? (['paused', 'Paused'] as const) : (['aborted', 'Aborted'] as const)
  const title = `${word} ${byWords(stopped)}`
  const suggestion = `${pull.isOpen ? '' : 'Reopen it first. '}A maintainer resumes it with \`/tdd resume\`.`
  return { ...status, conclusion: 'failure', notice: { ...reason, code, isFailure: true, title, suggestion } }
}

const WORST_FIRST: readonly GateConclusion[] = ['failure', 'action_required', 'success']

/** Returns the worst status: a check belongs to a commit, so all pull requests with this head must pass. */
export function getWorst(says: readonly [GateStatus, ...GateStatus[]]): GateStatus {
  return says.toSorted((a, b) => WORST_FIRST.indexOf(a.conclusion) - WORST_FIRST.indexOf(b.conclusion))[0] ?? says[0]
}

/** The status of a head that more pull requests have than are judged. @param most of them that are judged */
export function tooManyShareHead(status: GateStatus, head: Sha, most: number): GateStatus {
  const notice: StatusReason = {
    code: 'too-many-pull-requests',
    isFailure: true,
    title: `More than ${most} pull requests have the head ${short(head)}`,
    message: 'All of them would have to hold, and so many are not judged.',
    suggestion: 'Close those that are not needed.',
  }
  return { ...status, conclusion: 'failure', decision: null, notice }
}
