/** Finds commits that lose their success, and answers the groups of the merge queue that contain them again. */

import type { Sha } from '../../core/model/commit.ts'
import { GateError } from '../../core/model/errors.ts'
import type { RepositoryRef } from '../../core/model/event.ts'
import { areGroupsUnseen, isGateCheck } from '../../core/status/checks.ts'
import { type GroupsQuestion, type OpenGroups, readOpenGroups } from '../../github/read/pull-request/merge-group.ts'
import { getName, type PullRequestSnapshot } from '../../github/read/pull-request/pull-request.ts'
import type { GitHub } from '../../github/routes.ts'
import { toGateCheck } from './check.ts'
import type { GateContext } from './context.ts'
import { findWorst, type MergeGroup, type PullRequestEvaluation } from './evaluation.ts'
import { answerMergeGroup, type RevokedSuccess } from './merge-group.ts'

export interface Queues {
  readonly github: GitHub
  readonly repository: RepositoryRef
  readonly app: GateContext['app']
  /** The pull requests with the head, and the base of the evaluated one. */
  readonly asked: GroupsQuestion
}

/** The merge groups that were read before the head lost its success. */
export interface FailedGroups {
  /** Heads of groups that contain another commit and are not changed. */
  readonly others: ReadonlySet<Sha>
  readonly groups: OpenGroups['groups']
  /** True when some groups were not read, or GitHub refused. */
  readonly isCut: boolean
}

const GROUPS_UNSEEN =
  'Not all groups of the merge queue were looked at when this commit lost its green: see that none of them is merged with it.'
/**
 * The note of the first version, whose external ids contain no information about groups. The text must stay unchanged.
 */
const GROUPS_UNSEEN_V1 =
  'Not all groups of the merge queue were looked at when this commit lost its green: see that none of them is merged with it.'

type Seen = Pick<PullRequestEvaluation, 'truth' | 'says' | 'report' | 'others'>

/** Returns the new result of a head that loses its success; null where it had none, or keeps it. */
export function findRevoked(evaluation: Seen): RevokedSuccess | null {
  const { page, headChecks } = evaluation.truth
  const wasGreen = headChecks.filter(isGateCheck).some((check) => check.conclusion === 'success')
  if (!wasGreen || findWorst(evaluation).says.conclusion === 'success') return null
  const { conclusion, output } = toGateCheck(evaluation)
  const closedBase = page.isOpen ? null : page.baseBranch
  return { number: page.number, head: page.head, conclusion, title: output.title, closedBase }
}

/**
 * Adds a note where not all groups were read, until the head is green again. @param failed null: the head did not lose
 * its success now
 */
export function withNote<Told extends Seen>(
  evaluation: Told,
  failed: FailedGroups | null,
): Told & Pick<PullRequestEvaluation, 'areGroupsUnseen'> {
  const before = evaluation.truth.headChecks.findLast(isGateCheck)
  const isRemembered = before !== undefined && saysUnseen(before)
  const isGreen = findWorst(evaluation).says.conclusion === 'success'
  if (failed?.isCut !== true && (isGreen || !isRemembered)) return evaluation
  const note = <One extends Pick<Seen, 'report'>>(one: One): One => ({
    ...one,
    report: { ...one.report, notes: [GROUPS_UNSEEN, ...one.report.notes] },
  })
  return { ...note(evaluation), others: evaluation.others.map(note), areGroupsUnseen: true }
}

function saysUnseen({ external_id, output }: PullRequestSnapshot['headChecks'][number]): boolean {
  return areGroupsUnseen(external_id ?? '') ?? output.summary?.includes(GROUPS_UNSEEN_V1) === true
}

/**
 * Fails groups before the check of the head changes. After an interruption the head is still green, and both steps are
 * repeated.
 */
export async function failGroups(queues: Queues, fallen: RevokedSuccess): Promise<FailedGroups> {
  const { github, repository, app } = queues
  const others = new Set<Sha>()
  const { groups, isCut } = await openGroups(queues)
  for (const group of groups) {
    if (group.said !== null && group.said !== 'success') continue
    const written = await orNull(answerMergeGroup(github, repository, group, { app, fallen }))
    if (written === 'none') others.add(group.head)
  }
  return { others, groups, isCut }
}

/** Returns groups to answer after the check of the head has changed: a parallel answer may have read the old result. */
export async function groupsToAnswer(
  queues: Queues,
  { others, groups: known }: Pick<FailedGroups, 'others' | 'groups'>,
): Promise<readonly MergeGroup[]> {
  const { groups } = await openGroups({ ...queues, asked: { ...queues.asked, known } })
  const left = groups.filter(({ head }) => !others.has(head))
  return left.map(({ said: _, ...group }) => ({ kind: 'merge-group', ...group }))
}

async function openGroups({ github, repository, app, asked }: Queues): Promise<OpenGroups> {
  return (await orNull(readOpenGroups(github, getName(repository), app.id, asked))) ?? { groups: [], isCut: true }
}

/** A refusal of GitHub about a queue must not prevent the failure of the head. */
async function orNull<T>(asking: Promise<T>): Promise<T | null> {
  try {
    return await asking
  } catch (error) {
    if (error instanceof GateError && error.code === 'github-refused') return null
    throw error
  }
}
