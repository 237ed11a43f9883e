/** A commit that was green and is not any more: groups of the merge queue were answered by what was true before. */

import type { Sha } from '../../core/model/commit.ts'
import { GateError } from '../../core/model/errors.ts'
import type { RepositoryRef } from '../../core/model/event.ts'
import { areGroupsUnseen, isGateCheck } from '../../core/status/checks.ts'
import { type GroupsQuestion, type OpenGroups, readOpenGroups } from '../../github/read/pull-request/merge-group.ts'
import { getName, type PullRequestSnapshot } from '../../github/read/pull-request/pull-request.ts'
import type { GitHub } from '../../github/routes.ts'
import { toGateCheck } from './check.ts'
import type { GateContext } from './context.ts'
import { type MergeGroup, type PullRequestEvaluation, worstEvaluation } from './evaluation.ts'
import { answerMergeGroup, type RevokedSuccess } from './merge-group.ts'

export interface Queues {
  readonly github: GitHub
  readonly repository: RepositoryRef
  readonly app: GateContext['app']
  /** Those that have the head, and the base of the one that was looked at. */
  readonly asked: GroupsQuestion
}

/** What was seen of the queues before the head was told. */
export interface FailedGroups {
  /** Heads of groups that hold another commit, and are left alone. */
  readonly others: ReadonlySet<Sha>
  readonly groups: OpenGroups['groups']
  /** Some were not looked at, or GitHub did not tell of any. */
  readonly isCut: boolean
}

const GROUPS_UNSEEN =
  'Not all groups of the merge queue were looked at when this commit lost its green: see that none of them is merged with it.'
/** How checks of the first version, whose ids say nothing of groups, said the same. It stays as it was written. */
const GROUPS_UNSEEN_V1 =
  'Not all groups of the merge queue were looked at when this commit lost its green: see that none of them is merged with it.'

type Seen = Pick<PullRequestEvaluation, 'truth' | 'says' | 'report' | 'others'>

/** @returns what the head is about to lose its green for; null where it had none, or keeps it */
export function findRevoked(evaluation: Seen): RevokedSuccess | null {
  const { page, headChecks } = evaluation.truth
  const wasGreen = headChecks.filter(isGateCheck).some((check) => check.conclusion === 'success')
  if (!wasGreen || worstEvaluation(evaluation).says.conclusion === 'success') return null
  const { conclusion, output } = toGateCheck(evaluation)
  const closedBase = page.isOpen ? null : page.baseBranch
  return { number: page.number, head: page.head, conclusion, title: output.title, closedBase }
}

/**
 * Adds a note where not all groups were read, for as long as the head is not green again.
 * @param failed null: the head did not lose its green now
 */
export function withNote<Told extends Seen>(
  evaluation: Told,
  failed: FailedGroups | null,
): Told & Pick<PullRequestEvaluation, 'areGroupsUnseen'> {
  const before = evaluation.truth.headChecks.findLast(isGateCheck)
  const isRemembered = before !== undefined && saysUnseen(before)
  const isGreen = worstEvaluation(evaluation).says.conclusion === 'success'
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

/** Before the head is told: whoever is cut off between the two finds the head green still, and does both again. */
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

/** After the head is told: whoever answered in the meantime may have read what was true before. */
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

/** What GitHub refuses to tell of a queue keeps nobody from failing the head. */
async function orNull<T>(asking: Promise<T>): Promise<T | null> {
  try {
    return await asking
  } catch (error) {
    if (error instanceof GateError && error.code === 'github-refused') return null
    throw error
  }
}
