/** The merge queue: one pull request after the other on a branch of its own, merged when that has what the base asks for. */
import { getRequired, getRules, unmetChecks } from './branch-rules.ts'
import { ZERO } from './git.ts'
import { readCommit } from './git-read.ts'
import { branchHead, getAuthor, gitHubItself, mergeTrees, swapRef, writeCommit } from './git-write.ts'
import { closeMerged } from './pulls.ts'
import { followRef, moveRef } from './refs.ts'
import { refuse } from './refusal.ts'
import { serially } from './serially.ts'
import { getPull } from './shapes/pull.ts'
import { getActor, track } from './state.ts'
import type { Caller, Issue, Repository, World } from './world.ts'

/** A pull request on its way; the base of an entry is the head of the one before it. */
interface Entry {
  readonly issue: Issue
  readonly pullHead: string
  readonly caller: Caller
  readonly headSha: string
  readonly headRef: string
  readonly baseSha: string
}

export interface MergeQueue {
  /** The button "Merge when ready"; throws 405 for what cannot come in. */
  readonly enqueue: (repository: Repository, issue: Issue, caller: Caller) => Promise<void>
  /** Numbers, the first one in front. */
  readonly waiting: (repository: Repository) => number[]
}

const FAILED = { reason: 'CI_FAILURE', destroyed: 'dequeued' } as const

export function createMergeQueue(world: World): MergeQueue {
  const queues = new Map<Repository, Entry[]>()
  const getQueue = (repository: Repository) => queues.get(repository) ?? []
  world.on((event) => {
    const isTold = event.kind === 'webhook' && ['check_run', 'status'].includes(event.name)
    const isReport = isTold || event.kind === 'check-changed'
    const isPush = event.kind === 'pull-request' && event.action === 'synchronize'
    if (!isReport && !isPush) return
    const { repository } = event
    if (getQueue(repository).length > 0)
      track(
        world,
        serially(repository, () => advance(world, repository, queues)),
      )
  })
  return {
    waiting: (repository) => getQueue(repository).map(({ issue }) => issue.number),
    enqueue: (repository, issue, caller) =>
      serially(repository, async () => {
        demandReady(repository, issue)
        const entry = await makeEntry(world, repository, issue, getQueue(repository).at(-1)?.headSha ?? null, caller)
        queues.set(repository, [...getQueue(repository), entry])
        world.emit({ kind: 'pull-request', action: 'enqueued', repository, issue, caller })
        await announce(world, repository, entry)
      }),
  }
}

function demandReady(repository: Repository, issue: Issue): void {
  const pull = getPull(issue)
  if (issue.state !== 'open') refuse(405, 'Pull Request is not mergeable')
  if (pull.isDraft) refuse(405, 'Pull Request is still a draft')
  const why = unmet(repository, pull.baseBranch, pull.headSha)
  if (why !== null) refuse(405, why)
}

function unmet(repository: Repository, branch: string, sha: string): string | null {
  return getRules(repository, branch).reduce<string | null>(
    (why, rule) => why ?? unmetChecks(repository, rule, sha),
    null,
  )
}

async function makeEntry(
  world: World,
  repository: Repository,
  issue: Issue,
  before: string | null,
  caller: Caller,
): Promise<Entry> {
  const pull = getPull(issue)
  const baseSha = before ?? (await branchHead(repository, pull.baseBranch)) ?? refuse(405, 'Base branch was deleted')
  const tree = (await mergeTrees(repository, baseSha, pull.headSha)) ?? refuse(405, 'Pull Request has merge conflicts')
  const now = world.now()
  const message = `Merge pull request #${issue.number} from ${repository.owner.login}/${pull.headBranch}\n\n${issue.title}`
  const author = getAuthor(getActor(caller), now)
  const commit = { tree, parents: [baseSha, pull.headSha], message, author, committer: gitHubItself(now) }
  const headSha = await writeCommit(world, repository, commit, true)
  const headRef = `refs/heads/gh-readonly-queue/${pull.baseBranch}/pr-${issue.number}-${baseSha}`
  await moveRef(world, repository, { ref: headRef, before: ZERO, after: headSha }, caller)
  return { issue, caller, headSha, headRef, baseSha, pullHead: pull.headSha }
}

/** What is in front comes in, or goes out and takes those behind it along to begin again. */
async function advance(world: World, repository: Repository, queues: Map<Repository, Entry[]>): Promise<void> {
  for (;;) {
    const [first, ...others] = queues.get(repository) ?? []
    if (first === undefined) return
    const branch = getPull(first.issue).baseBranch
    const isMoved = getPull(first.issue).headSha !== first.pullHead
    const standing = getStanding(repository, branch, first.headSha)
    if (standing === 'waiting' && !isMoved) return
    queues.set(repository, others)
    if (standing === 'passing' && !isMoved) await bringIn(world, repository, first)
    else {
      await throwOut(world, repository, first)
      queues.set(repository, await rebuild(world, repository, others))
    }
  }
}

function getStanding(repository: Repository, branch: string, sha: string): 'passing' | 'failing' | 'waiting' {
  const standings = getRules(repository, branch).flatMap((rule) => getRequired(repository, rule, sha))
  if (standings.includes('failing')) return 'failing'
  return standings.every((standing) => standing === 'passing') ? 'passing' : 'waiting'
}

async function bringIn(world: World, repository: Repository, entry: Entry): Promise<void> {
  const { issue, headSha, baseSha, caller } = entry
  const ref = `refs/heads/${getPull(issue).baseBranch}`
  if (!(await swapRef(repository, ref, baseSha, headSha))) return throwOut(world, repository, entry)
  await closeMerged(world, repository, issue, headSha, caller)
  await followRef(world, repository, { ref, before: baseSha, after: headSha }, caller)
  await destroy(world, repository, entry, 'merged')
}

async function throwOut(world: World, repository: Repository, entry: Entry): Promise<void> {
  const { issue, caller } = entry
  const changes = { reason: FAILED.reason }
  world.emit({ kind: 'pull-request', action: 'dequeued', repository, issue, caller, changes })
  await destroy(world, repository, entry, FAILED.destroyed)
}

async function rebuild(world: World, repository: Repository, entries: readonly Entry[]): Promise<Entry[]> {
  const rebuilt: Entry[] = []
  for (const entry of entries) {
    await destroy(world, repository, entry, 'invalidated')
    const next = await makeEntry(world, repository, entry.issue, rebuilt.at(-1)?.headSha ?? null, entry.caller)
    rebuilt.push(next)
    await announce(world, repository, next)
  }
  return rebuilt
}

async function announce(world: World, repository: Repository, entry: Entry): Promise<void> {
  const payload = { merge_group: await groupShape(repository, entry) }
  const { caller } = entry
  world.emit({ kind: 'webhook', name: 'merge_group', action: 'checks_requested', repository, caller, payload })
}

async function destroy(world: World, repository: Repository, entry: Entry, reason: string): Promise<void> {
  const { headRef, headSha, caller } = entry
  const payload = { reason, merge_group: await groupShape(repository, entry) }
  world.emit({ kind: 'webhook', name: 'merge_group', action: 'destroyed', repository, caller, payload })
  await moveRef(world, repository, { ref: headRef, before: headSha, after: ZERO }, caller)
}

async function groupShape(repository: Repository, { headSha, headRef, baseSha, issue }: Entry) {
  const { sha, tree, message, author, committer } = await readCommit(repository, headSha)
  const commit = { id: sha, tree_id: tree, message, timestamp: committer.date, author, committer }
  const base = `refs/heads/${getPull(issue).baseBranch}`
  return { head_sha: headSha, head_ref: headRef, base_sha: baseSha, base_ref: base, head_commit: commit }
}
