/** The way of a webhook: read the facts, compute the status, write it, and name what must be evaluated again. */
import type { Sha } from '../../core/model/commit.ts'
import { type GateEvent, type Hint, isHint, type RepositoryRef, toKey } from '../../core/model/event.ts'
import { computeHeadStatus } from '../../core/status/gate-status.ts'
import { chooseWriting } from '../../core/status/writing.ts'
import type { GitHub } from '../../github/routes.ts'
import { toVerdictEntry } from './audit.ts'
import type { EvaluationTarget, GateContext, GateJob, RequestOptions } from './context.ts'
import { restoreComment } from './edited-comment.ts'
import type { PullRequestEvaluation } from './evaluation.ts'
import { createLocks } from './locks.ts'
import { answerMergeGroup } from './merge-group.ts'
import { findReevaluations, listPulls } from './next-events.ts'
import { toPullRecord } from './pull-record.ts'
import { type HeadSnapshot, readHead } from './read-head.ts'
import { atHeadOrReport } from './refusals.ts'
import { judgeMembers, toCommentReport } from './report.ts'
import { failGroups, groupsToAnswer } from './revoked-success.ts'
import { writeEvaluation } from './write.ts'

/** The locks of this process, where no store shares them with others. */
const LOCKS = createLocks()

/**
 * Handles an event. @param github a client of the installation that owns the repository @returns events that follow,
 * each with its own key @throws GateError for a refusal of GitHub: the event must be retried, and nothing wrong was
 * written
 */
export async function handleEvent(
  github: GitHub,
  { event, repository }: GateJob,
  context: GateContext,
): Promise<readonly GateEvent[]> {
  if ((await context.isEnabled?.(github, repository)) === false) return []
  const again = new Map<string, Hint>()
  const evaluate = async (number: number, head?: Sha) => {
    const evaluation = await evaluatePullRequest({ github, repository, number, head, context })
    for (const hint of findReevaluations(evaluation, event)) again.set(toKey(repository, hint), hint)
    return evaluation
  }
  const next = await dispatch({ github, repository, context, evaluate }, event)
  return [...next, ...again.values()]
}

/** A hint leads to an evaluation; a request of a person is executed once. */
async function dispatch(options: Omit<RequestOptions, 'request'>, event: GateEvent): Promise<readonly GateEvent[]> {
  const { github, repository, context, evaluate } = options
  if (!isHint(event)) return context.handleRequest({ ...options, request: event })
  switch (event.kind) {
    case 'given-up':
      return context.handleRequest({ ...options, request: event.request, givenUp: event.code })
    case 'pull-request': {
      if (event.run && context.seenRuns?.has(toPullKey(repository, event.number), event.run)) return []
      const { page } = (await evaluate(event.number, event.head)).snapshot
      // Another pull request with this head was combined with the closed one and is now independent.
      return page.isOpen ? [] : [{ kind: 'head', head: page.head }]
    }
    case 'edited-comment':
      return restoreComment(github, repository, event, context)
    case 'merge-group':
      await answerMergeGroup(github, repository, event, context)
      return []
    default:
      if (event.kind !== 'head') await context.onboard?.(github, repository)
      return listPulls(github, repository, event)
  }
}

/**
 * Evaluates a pull request once, for the head that was read. One evaluation of it runs at a time, whatever events ask
 * for it. Reads again where an evaluation of another pull request wrote to this head meanwhile. @throws GateError for a
 * refused read, before anything is written, and for a refused check, after the other writes
 */
export async function evaluatePullRequest(target: EvaluationTarget): Promise<PullRequestEvaluation> {
  const { repository, number, context } = target
  const locks = context.locks ?? LOCKS
  const pull = toPullKey(repository, number)
  const work = {
    read: () => readHead(target),
    headOf: ({ facts }: HeadSnapshot) => `${repository.id}@${facts.head}`,
    write: (snapshot: HeadSnapshot) => judgeAndWrite(target, snapshot),
    hasWritten: ({ written }: PullRequestEvaluation) => written.check === 'created' || written.check === 'updated',
  }
  const evaluation = await locks.inTurn(pull, () => atHeadOrReport(target, locks, work))
  context.seenRuns?.note(pull, evaluation.snapshot.facts.runs)
  return evaluation
}

const toPullKey = ({ id }: RepositoryRef, number: number) => `${id}#${number}`

/** Computes the status of the head and writes what differs. Merge groups fail before their commit loses its green. */
async function judgeAndWrite(
  target: EvaluationTarget,
  { own, others, facts }: HeadSnapshot,
): Promise<PullRequestEvaluation> {
  const members = judgeMembers(target, [own, ...others])
  const judged = computeHeadStatus(members, facts)
  const writing = chooseWriting(judged, facts)
  const failed = writing.isRevoking ? await failGroups(target, own.page, judged) : null
  const head = failed?.isTruncated ? computeHeadStatus(members, { ...facts, areGroupsUnseen: true }) : judged
  const evaluation = { snapshot: own, status: members[0].status, head, report: toCommentReport(head) }
  // Before the writes: a decision that GitHub shows is in the log, even if the process ends here.
  if (writing.kind !== 'nothing') await target.context.record?.(toVerdictEntry(target.repository, evaluation))
  await target.context.keepPull?.(
    { repositoryId: target.repository.id, number: own.page.number },
    toPullRecord(target, evaluation),
  )
  const written = await writeEvaluation(target, evaluation, writing)
  return { ...evaluation, written, groups: failed === null ? [] : await groupsToAnswer(target, failed) }
}
