/** Fails the groups of the merge queue that contain a commit which loses its success, and answers them again. */

import type { Sha } from '../../core/model/commit.ts'
import type { HeadStatus } from '../../core/status/status.ts'
import { type GroupsQuestion, type OpenGroups, readOpenGroups } from '../../github/read/pull-request/merge-group.ts'
import type { PullRequestPage } from '../../github/read/pull-request/page.ts'
import { getName } from '../../github/routes.ts'
import { orNullIfRefused } from '../../github/status.ts'
import { toGateCheck } from './check.ts'
import type { EvaluationTarget } from './context.ts'
import type { JudgedPull, MergeGroup } from './evaluation.ts'
import { answerMergeGroup, type RevokedSuccess } from './merge-group.ts'

/** The merge groups that were read before the head lost its success. */
interface FailedGroups {
  readonly question: GroupsQuestion
  /** Heads of groups that contain another commit and are not changed. */
  readonly others: ReadonlySet<Sha>
  readonly groups: OpenGroups['groups']
  /** True when some groups were not read, or GitHub refused. */
  readonly isTruncated: boolean
}

/**
 * Fails groups before the check of the head changes. After an interruption the head is still green, and both steps are
 * repeated.
 */
export async function failGroups(
  target: EvaluationTarget,
  page: PullRequestPage,
  head: HeadStatus<JudgedPull>,
): Promise<FailedGroups> {
  const { github, repository, context } = target
  const revoked = getRevoked(page, head)
  const pullRequests = [page.number, ...head.members.map(({ status }) => status.pullRequest)]
  const question: GroupsQuestion = { pullRequests, baseBranch: page.baseBranch }
  const others = new Set<Sha>()
  const { groups, isTruncated } = await openGroups(target, question)
  for (const group of groups) {
    if (group.conclusion !== null && group.conclusion !== 'success') continue
    // A refusal of GitHub about a queue must not prevent the failure of the head.
    const written = await orNullIfRefused(answerMergeGroup(github, repository, group, { app: context.app, revoked }))
    if (written === 'none') others.add(group.head)
  }
  return { question, others, groups, isTruncated }
}

/** Returns the result that the commit is about to get. */
function getRevoked(
  { number, head: sha, isOpen, baseBranch }: PullRequestPage,
  head: HeadStatus<JudgedPull>,
): RevokedSuccess {
  const { conclusion, output } = toGateCheck(head)
  return { number, head: sha, conclusion, title: output.title, closedBase: isOpen ? null : baseBranch }
}

/** Returns groups to answer after the check of the head has changed: a parallel answer may have read the old result. */
export async function groupsToAnswer(
  target: EvaluationTarget,
  { question, others, groups: known }: FailedGroups,
): Promise<readonly MergeGroup[]> {
  const { groups } = await openGroups(target, { ...question, known })
  const left = groups.filter(({ head }) => !others.has(head))
  return left.map(({ conclusion: _, ...group }) => ({ kind: 'merge-group', ...group }))
}

async function openGroups(
  { github, repository, context }: EvaluationTarget,
  question: GroupsQuestion,
): Promise<OpenGroups> {
  return (
    (await orNullIfRefused(readOpenGroups(github, getName(repository), context.app.id, question))) ?? {
      groups: [],
      isTruncated: true,
    }
  )
}
