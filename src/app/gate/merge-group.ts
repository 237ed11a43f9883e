/** Answers a merge group at once: reads the checks of its pull requests, computes its status, and writes it. */

import type { RepositoryRef } from '../../core/model/event.ts'
import { GATE_CHECK, isGateCheck, MAX_TITLE } from '../../core/status/checks.ts'
import { computeGroupStatus } from '../../core/status/gate-status.ts'
import type { GroupFacts, GroupMemberStatus } from '../../core/status/status.ts'
import { readOwnChecks } from '../../github/own-checks.ts'
import { createBaseReader } from '../../github/read/protection/base.ts'
import { GROUP_ID, type GroupMember, readMergeGroup } from '../../github/read/pull-request/merge-group.ts'
import { type GitHub, getName, type RepositoryName } from '../../github/routes.ts'
import { getAuthor } from '../../github/write/author.ts'
import { type CheckRun, putCheckRun, type Written } from '../../github/write/check-run.ts'
import { toGroupSummary } from '../../render/gate-report/merge-group.ts'
import type { GateContext } from './context.ts'
import type { MergeGroup } from './evaluation.ts'
import { createLocks } from './locks.ts'

/** The queue's webhook and the evaluation of a pull request may answer at the same time. */
const OWN = createLocks()

/** The result that a formerly green commit is about to get. */
export interface RevokedSuccess extends Pick<GroupMemberStatus, 'number' | 'head' | 'title'> {
  readonly conclusion: string
  /** The base of a pull request that was closed without a merge; null while it is open. */
  readonly closedBase: string | null
}

/**
 * Answers a merge group. @param options with `revoked`: only groups that contain this commit are answered @throws GateError for a
 * refusal of GitHub: the queue waits, and the event is retried
 */
export function answerMergeGroup(
  github: GitHub,
  repository: RepositoryRef,
  group: Omit<MergeGroup, 'kind'>,
  options: AnswerOptions,
): Promise<Written | 'none'> {
  const { inTurn } = options.locks ?? OWN
  return inTurn(`group ${repository.id}@${group.head}`, () => answer(github, repository, group, options))
}

type AnswerOptions = Pick<GateContext, 'app' | 'locks'> & { readonly revoked?: RevokedSuccess }

async function answer(
  github: GitHub,
  repository: RepositoryRef,
  group: Omit<MergeGroup, 'kind'>,
  { app, revoked }: AnswerOptions,
): Promise<Written | 'none'> {
  const name = getName(repository)
  const { members, unknown, obstacle, defaultBranch } = await readMergeGroup(
    github,
    name,
    group,
    revoked?.closedBase === group.baseBranch ? revoked : null,
  )
  if (revoked && members.every(({ head }) => head !== revoked.head)) return 'none'
  const statuses: GroupMemberStatus[] = []
  for (const member of members) {
    const isRevoked = member.head === revoked?.head
    statuses.push(isRevoked ? { ...revoked, ...member } : await readStatus(github, name, member, app.id))
  }
  const { checks: existing } = await readOwnChecks(github, name, group.head, app.id)
  const base = await createBaseReader(github, name, app)(group.baseBranch, defaultBranch)
  const check = toCheck(group, { members: statuses, unknown, obstacle, base })
  return putCheckRun(github, name, { head: group.head, check, existing }, getAuthor(app))
}

async function readStatus(
  github: GitHub,
  name: RepositoryName,
  member: GroupMember,
  appId: number,
): Promise<GroupMemberStatus> {
  const { checks } = await readOwnChecks(github, name, member.head, appId)
  const gate = checks.findLast(isGateCheck)
  return { ...member, conclusion: gate?.conclusion ?? null, title: gate?.output.title ?? 'no check of the gate' }
}

function toCheck({ head, base }: Omit<MergeGroup, 'kind'>, facts: GroupFacts): CheckRun {
  const status = computeGroupStatus(facts)
  return {
    name: GATE_CHECK,
    conclusion: status.conclusion,
    detailsUrl: '',
    annotations: [],
    externalId: `${GROUP_ID}${base}`,
    output: { title: status.title.slice(0, MAX_TITLE), summary: toGroupSummary(head, facts, status), text: null },
  }
}
