/** Pull requests: their refs, their test merges, and how they open, move and end. */
import { git, listCommits, tryGit } from './git.ts'
import { readChanges } from './git-read.ts'
import { branchHead, gitHubItself, mergeTrees, writeCommit } from './git-write.ts'
import type { Caller, Issue, Pull, Repository, User, World } from './world.ts'

const NOTHING = { commits: 0, additions: 0, deletions: 0, files: 0, isBehind: false }

export interface NewIssue {
  readonly title: string
  readonly body: string
  readonly author: User
  readonly pull: Pull | null
}

/** The next issue or pull request; issues and pull requests share their numbers. */
export function addIssue(world: World, repository: Repository, { title, body, author, pull }: NewIssue): Issue {
  const now = world.now()
  const issue: Issue = {
    id: world.nextId(),
    number: Math.max(0, ...repository.issues.keys()) + 1,
    title,
    body,
    author,
    state: 'open',
    labels: new Set(),
    subIssues: [],
    createdAt: now,
    updatedAt: now,
    closedAt: null,
    pull,
  }
  repository.issues.set(issue.number, issue)
  return issue
}

export interface NewPull {
  readonly headRepositoryId: number
  readonly headBranch: string
  readonly headSha: string
  readonly baseBranch: string
  readonly baseSha: string
  readonly isDraft: boolean
}

export function newPull(given: NewPull): Pull {
  return { ...given, mergedAt: null, mergedBy: null, mergeCommitSha: null, testMergeSha: null, size: NOTHING }
}

/** Writes the refs of a pull request, tries its merge and counts what it holds. */
export async function refreshPull(world: World, repository: Repository, { number, pull }: Issue): Promise<void> {
  if (pull === null) return
  await git(repository, ['update-ref', `refs/pull/${number}/head`, pull.headSha])
  const base = await branchHead(repository, pull.baseBranch)
  if (base === null) return
  pull.testMergeSha = await writeTestMerge(world, repository, base, pull.headSha)
  if (pull.testMergeSha !== null) await git(repository, ['update-ref', `refs/pull/${number}/merge`, pull.testMergeSha])
  const mergeBase = await tryGit(repository, ['merge-base', base, pull.headSha])
  const changes = await readChanges(repository, mergeBase ?? base, pull.headSha)
  const sum = (of: 'additions' | 'deletions') => changes.reduce((total, change) => total + change[of], 0)
  const commits = (await listCommits(repository, base, pull.headSha)).length
  const isBehind = mergeBase !== base
  pull.size = { commits, additions: sum('additions'), deletions: sum('deletions'), files: changes.length, isBehind }
}

async function writeTestMerge(world: World, repository: Repository, base: string, head: string) {
  const tree = await mergeTrees(repository, base, head)
  if (tree === null) return null
  const person = gitHubItself(world.now())
  const commit = {
    tree,
    parents: [base, head],
    message: `Merge ${head} into ${base}`,
    author: person,
    committer: person,
  }
  return writeCommit(world, repository, commit, true)
}

/** The objects of a fork's branch, where the base repository finds them. */
export async function fetchHead(into: Repository, from: Repository, sha: string): Promise<void> {
  if (into !== from) await git(into, ['fetch', '--quiet', '--no-tags', from.folder, sha])
}

/** Its head branch was pushed. */
export async function movePullHead(
  world: World,
  repository: Repository,
  issue: Issue,
  head: Repository,
  after: string,
  caller: Caller,
): Promise<void> {
  const { pull } = issue
  if (pull === null || pull.headSha === after) return
  const before = pull.headSha
  await fetchHead(repository, head, after)
  pull.headSha = after
  pull.baseSha = (await branchHead(repository, pull.baseBranch)) ?? pull.baseSha
  issue.updatedAt = world.now()
  await refreshPull(world, repository, issue)
  world.emit({ kind: 'pull-request', action: 'synchronize', repository, issue, caller, changes: { before, after } })
}

export async function closePull(world: World, repository: Repository, issue: Issue, caller: Caller): Promise<void> {
  if (issue.state === 'closed') return
  issue.state = 'closed'
  issue.closedAt = world.now()
  issue.updatedAt = issue.closedAt
  world.emit({ kind: 'pull-request', action: 'closed', repository, issue, caller })
}

/** Its commits are in the base: by a merge, or because a person pushed them there. */
export async function closeMerged(
  world: World,
  repository: Repository,
  issue: Issue,
  mergeCommitSha: string,
  caller: Caller,
): Promise<void> {
  const { pull } = issue
  if (pull === null) return
  pull.mergedAt = world.now()
  pull.mergedBy = 'user' in caller ? caller.user : null
  pull.mergeCommitSha = mergeCommitSha
  await closePull(world, repository, issue, caller)
}
