/** Finds the pull requests of a merge group, because the webhook names none. */

import type { Sha } from '../../../core/model/commit.ts'
import { GATE_CHECK, isGateCheck } from '../../../core/status/checks.ts'
import type { GroupObstacle } from '../../../core/status/status.ts'
import { type QueueMethod, readBranchRules } from '../../branch-rules.ts'
import { type OwnCheck, readOwnChecks } from '../../own-checks.ts'
import type { GitHub, RepositoryName } from '../../routes.ts'
import { isForbidden } from '../../status.ts'
import { followFirstParents, type ListedCommit, listCompared } from './comparison.ts'
import { listOpenPulls, type OpenPull } from './heads.ts'
import { findRebased } from './rebased-group.ts'

const REFS = 'GET /repos/{owner}/{repo}/git/matching-refs/{ref}'
const QUEUES = 'heads/gh-readonly-queue/'
/** Captures the branch, the pull request, and the commit that the group is based on. */
const GROUP_REF = /^refs\/heads\/gh-readonly-queue\/(.+)\/pr-(\d{1,10})-([0-9a-f]{7,64})$/
/** The prefix of the external id of the App's check on a group. The commit of its base follows. */
export const GROUP_ID = 'group:'
/**
 * GitHub checks fewer groups of one queue at once, but everyone with write access can create branches with such names.
 */
const MAX_GROUPS = 100
/** Bound on the commits of a group, on all parents: fifty requests. GitHub merges a hundred entries at once at most. */
const MAX_GROUP_COMMITS = 5_000
/** `gh-readonly-queue/main/pr-104-<sha>`: the last pull request of the group. */
const QUEUE_REF = /\/pr-(\d{1,10})-[0-9a-f]{7,64}$/
/** First lines that GitHub writes: `Merge pull request #104 from ...`, or a title with the suffix ` (#104)`. */
const MERGED = /^Merge pull request #(\d{1,10}) from /
const SQUASHED = / \(#(\d{1,10})\)$/

export interface GroupMember {
  readonly number: number
  readonly head: Sha
}

interface GroupMembers {
  /** The members in the order of their merge. */
  readonly members: readonly GroupMember[]
  /** Commits of the group that belong to no member. */
  readonly unknown: readonly Sha[]
  /** Why the App cannot know them; null: it can. */
  readonly obstacle: GroupObstacle | null
  /** The repository's default branch; null where no pull request names it. */
  readonly defaultBranch: string | null
}

/** A group that GitHub has neither merged nor dissolved. */
interface OpenGroup {
  readonly head: Sha
  readonly base: Sha
  readonly headRef: string
  readonly baseBranch: string
  /** The App's current result for the group; null where there is none yet. */
  readonly conclusion: string | null
}

/**
 * Reads a merge group. @param closed pull requests that were closed after the group was made; all other known ones are
 * open @throws GateError for a refusal of GitHub
 */
export async function readMergeGroup(
  github: GitHub,
  repository: RepositoryName,
  group: { readonly head: Sha; readonly base: Sha; readonly headRef: string; readonly baseBranch: string },
  closed: GroupMember | null,
): Promise<GroupMembers> {
  const { first, listed } = await listCompared(github, repository, `${group.base}...${group.head}`, MAX_GROUP_COMMITS)
  const open = await listOpenPulls(github, repository, group.baseBranch)
  const known = [...open.map(getMember), ...(closed === null ? [] : [closed])]
  const defaultBranch = open[0]?.base.repo.default_branch ?? null
  if (first.total_commits > listed.length) {
    const obstacle = { kind: 'too-many-commits', count: first.total_commits, most: MAX_GROUP_COMMITS } as const
    return { defaultBranch, members: [], unknown: [group.head], obstacle }
  }
  const chain = followFirstParents(listed, group.head)
  const last = Number(QUEUE_REF.exec(group.headRef)?.[1] ?? 0)
  const isMerged = chain.every(({ parents }) => parents.length > 1)
  // In a queue that rebases, the first lines are the authors' own, and may name any pull request.
  const method = isMerged ? 'MERGE' : await readMethod(github, repository, group.baseBranch)
  const named = method === 'REBASE' ? null : findNamed(chain, known, { last, head: group.head })
  if (named?.unknown.length === 0 || isMerged || (named !== null && method !== null))
    return { ...(named as Members), defaultBranch, obstacle: null }
  const queue = { ...group, last, known, chain }
  const rebased = await findRebased(github, repository, queue)
  if (rebased.unknown.length === 0) return { ...rebased, defaultBranch, obstacle: null }
  const obstacle = { kind: 'rebased', isSure: method === 'REBASE' } as const
  return { ...(named ?? rebased), defaultBranch, obstacle }
}

type Members = Pick<GroupMembers, 'members' | 'unknown'>

/** Finds the pull requests that the merges and squashes of a group name. */
function findNamed(
  chain: readonly ListedCommit[],
  known: readonly GroupMember[],
  { last, head }: { readonly last: number; readonly head: Sha },
): Members {
  const found = chain.map((commit) => ({ sha: commit.sha, pull: getPull(commit, known) }))
  const members = [...new Set(found.flatMap(({ pull }) => pull ?? []))]
  const isNamed = members.some(({ number }) => number === last)
  const unknown = found.flatMap(({ sha, pull }) => (pull ? [] : [sha]))
  return { members, unknown: [...new Set([...unknown, ...(isNamed ? [] : [head])])] }
}

/** Null: no ruleset says it, or GitHub does not show it. */
async function readMethod(github: GitHub, repository: RepositoryName, branch: string): Promise<QueueMethod | null> {
  try {
    return (await readBranchRules(github, repository, branch)).queueMethod
  } catch (error) {
    if (isForbidden(error)) return null
    throw error
  }
}

export interface OpenGroups {
  readonly groups: readonly OpenGroup[]
  /** True when there are more groups than are read. */
  readonly isTruncated: boolean
}

/** The groups to read first, if there are more than the bound. */
export interface GroupsQuestion {
  /** Groups that are named after one of these come first. */
  readonly pullRequests: readonly number[]
  readonly baseBranch: string
  /** Groups that were read before. The App's check keeps their base, so they are not read again. */
  readonly known?: readonly OpenGroup[]
}

/**
 * Reads the open groups of all queues of the repository with one request, and one more for each unknown group. @throws
 * GateError for a refusal of GitHub
 */
export async function readOpenGroups(
  github: GitHub,
  repository: RepositoryName,
  appId: number,
  parameters: GroupsQuestion,
): Promise<OpenGroups> {
  const { data } = await github.request(REFS, { ...repository, ref: QUEUES })
  const named = data.flatMap(({ ref, object }) => {
    const [, branch, number, base] = GROUP_REF.exec(ref) ?? []
    if (!branch || !base) return []
    return [
      { rank: getRank(Number(number), branch, parameters), head: object.sha, base, headRef: ref, baseBranch: branch },
    ]
  })
  const groups: OpenGroup[] = []
  for (const { rank: _, ...group } of named.toSorted((a, b) => a.rank - b.rank).slice(0, MAX_GROUPS)) {
    const known = parameters.known?.find(({ head, conclusion }) => head === group.head && conclusion !== null)
    groups.push({
      ...group,
      ...(known ? { base: known.base, conclusion: known.conclusion } : await readConclusion(group)),
    })
  }
  return { groups, isTruncated: named.length > MAX_GROUPS }

  async function readConclusion({
    head,
    base,
  }: Pick<OpenGroup, 'head' | 'base'>): Promise<Pick<OpenGroup, 'base' | 'conclusion'>> {
    const { checks } = await readOwnChecks(github, repository, head, appId, GATE_CHECK)
    const gateCheck = checks.findLast(isGateCheck)
    return { base: readNamedBase(gateCheck) ?? base, conclusion: gateCheck?.conclusion ?? null }
  }
}

function getRank(pull: number, branch: string, { pullRequests, baseBranch }: GroupsQuestion): number {
  if (pullRequests.includes(pull)) return 0
  return branch === baseBranch ? 1 : 2
}

/** Returns the base that the webhook named. GitHub guarantees nothing about the names of queue branches. */
function readNamedBase(check: OwnCheck | undefined): Sha | null {
  const begin = `${GATE_CHECK}:${GROUP_ID}`
  return check?.external_id?.startsWith(begin) ? check.external_id.slice(begin.length) : null
}

function getMember({ number, head }: OpenPull): GroupMember {
  return { number, head: head.sha }
}

/**
 * Finds the pull request of a commit by its head where it was merged unchanged, otherwise by the number in its first
 * line.
 */
function getPull({ sha, parents, commit }: ListedCommit, known: readonly GroupMember[]): GroupMember | undefined {
  const merged = parents[1]?.sha
  if (merged !== undefined) return known.find(({ head }) => head === merged)
  const own = known.find(({ head }) => head === sha)
  if (own) return own
  const [first = ''] = commit.message.split('\n')
  const number = Number(SQUASHED.exec(first)?.[1] ?? MERGED.exec(first)?.[1] ?? 0)
  return known.find((pull) => pull.number === number)
}
