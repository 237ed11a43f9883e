/** The merge button: what stands in its way, in GitHub's words, and what it makes. */
import { type BranchRule, getRules, unmetChecks } from './branch-rules.ts'
import { listCommits } from './git.ts'
import { readCommit } from './git-read.ts'
import { branchHead, getAuthor, gitHubItself, mergeTrees, rebaseCommits, swapRef, writeCommit } from './git-write.ts'
import { closeMerged, refreshPull } from './pulls.ts'
import { followRef, moveRef } from './refs.ts'
import { refuse } from './refusal.ts'
import { issueShape } from './shapes/issue.ts'
import { getPull } from './shapes/pull.ts'
import { getActor, repositoryById } from './state.ts'
import type { Caller, Issue, Pull, Repository, World } from './world.ts'

export interface MergeWish {
  readonly method: 'merge' | 'squash' | 'rebase'
  readonly title: string | null
  readonly message: string | null
  /** The head that must still be there; null: any. */
  readonly sha: string | null
}

const NAMES = { merge: 'Merge commits', squash: 'Squash merges', rebase: 'Rebase merges' }

/** Gives the SHA that came into the base; call it serially. */
export async function mergePull(
  world: World,
  repository: Repository,
  issue: Issue,
  wish: MergeWish,
  caller: Caller,
): Promise<string> {
  const pull = getPull(issue)
  demandOpen(repository, issue, wish)
  demandRules(repository, pull, caller)
  if (pull.testMergeSha === null) refuse(405, 'Pull Request has merge conflicts')
  const base = (await branchHead(repository, pull.baseBranch)) ?? refuse(405, 'Base branch was deleted')
  const after = await writeMerge(world, repository, issue, base, wish, caller)
  const ref = `refs/heads/${pull.baseBranch}`
  if (!(await swapRef(repository, ref, base, after)))
    refuse(405, 'Base branch was modified. Review and try the merge again.')
  await closeMerged(world, repository, issue, after, caller)
  await followRef(world, repository, { ref, before: base, after }, caller)
  if (pull.baseBranch === repository.defaultBranch) closeIssues(world, repository, issue, caller)
  return after
}

function demandOpen({ settings }: Repository, issue: Issue, { sha, method }: MergeWish): void {
  const pull = getPull(issue)
  if (issue.state !== 'open') refuse(405, 'Pull Request is not mergeable')
  if (pull.isDraft) refuse(405, 'Pull Request is still a draft')
  if (sha !== null && sha !== pull.headSha) refuse(409, 'Head branch was modified. Review and try the merge again.')
  if (!settings[method]) refuse(405, `${NAMES[method]} are not allowed on this repository.`)
}

function demandRules(repository: Repository, pull: Pull, caller: Caller): void {
  const rules = getRules(repository, pull.baseBranch).filter((rule) => !rule.isBypassedBy(caller))
  const [unmet] = unmetRules(repository, pull, rules)
  if (unmet === undefined) return
  refuse(405, unmet.from === 'ruleset' ? `Repository rule violations found\n\n${unmet.why}\n\n` : unmet.why)
}

export interface UnmetRule {
  readonly from: BranchRule['from']
  /** In GitHub's words. */
  readonly why: string
}

/** What keeps a pull request from its base. A status or check on the test merge counts too, if there is one. */
export function unmetRules(repository: Repository, pull: Pull, rules: readonly BranchRule[]): UnmetRule[] {
  const isTold = (sha: string | null): sha is string =>
    sha !== null && [...repository.checkRuns, ...repository.statuses].some((each) => each.sha === sha)
  const [onMerge] = [pull.testMergeSha].filter(isTold)
  return rules.flatMap((rule) => {
    const isBehind = rule.isStrict && rule.checks.length > 0 && pull.size.isBehind
    const why =
      unmetChecks(repository, rule, pull.headSha) ??
      (isBehind ? 'Head branch is out of date' : null) ??
      unmetOn(repository, rule, onMerge)
    return why === null ? [] : [{ from: rule.from, why }]
  })
}

/** On the test merge only what was reported there counts. */
function unmetOn(repository: Repository, rule: BranchRule, sha: string | undefined): string | null {
  if (sha === undefined) return null
  const isThere = (context: string) =>
    repository.checkRuns.some((run) => run.sha === sha && run.name === context) ||
    repository.statuses.some((status) => status.sha === sha && status.context === context)
  return unmetChecks(repository, { checks: rule.checks.filter(({ context }) => isThere(context)) }, sha)
}

async function writeMerge(
  world: World,
  repository: Repository,
  issue: Issue,
  base: string,
  wish: MergeWish,
  caller: Caller,
): Promise<string> {
  const pull = getPull(issue)
  const commits = await listCommits(repository, base, pull.headSha)
  const now = world.now()
  const author = getAuthor(getActor(caller), now)
  if (wish.method === 'rebase') {
    const tip = await rebaseCommits(world, repository, base, commits, author)
    return tip ?? refuse(405, "This branch can't be rebased")
  }
  const tree = (await mergeTrees(repository, base, pull.headSha)) ?? refuse(405, 'Pull Request has merge conflicts')
  const isSquash = wish.method === 'squash'
  const message = isSquash ? await squashMessage(repository, issue, commits, wish) : mergeMessage(world, issue, wish)
  const parents = isSquash ? [base] : [base, pull.headSha]
  return writeCommit(world, repository, { tree, parents, message, author, committer: gitHubItself(now) }, true)
}

function mergeMessage(world: World, issue: Issue, { title, message }: MergeWish): string {
  const { headBranch, headRepositoryId } = getPull(issue)
  const owner = repositoryById(world, headRepositoryId)?.owner.login
  return `${title ?? `Merge pull request #${issue.number} from ${owner}/${headBranch}`}\n\n${message ?? issue.title}`
}

/** One commit keeps its own words; more become a list, unless the repository is set otherwise. */
async function squashMessage(
  repository: Repository,
  { title, number, body }: Issue,
  shas: readonly string[],
  wish: MergeWish,
): Promise<string> {
  const messages = await Promise.all(shas.map(async (sha) => (await readCommit(repository, sha)).message))
  const [only = '', ...others] = messages
  const [first = '', ...rest] = only.split('\n')
  const isOne = others.length === 0
  const head = wish.title ?? `${isOne ? first : title} (#${number})`
  const list = isOne ? rest.join('\n').trim() : messages.map((message) => `* ${message}`).join('\n\n')
  const result = { PR_BODY: body, COMMIT_MESSAGES: list, BLANK: '' }[repository.settings.squashMessage]
  return [head, wish.message ?? result].filter((part) => part !== '').join('\n\n')
}

const CLOSES = /\b(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?):?\s+#(\d+)/gi

/** `Closes #12` closes the issue when the pull request comes into the default branch. */
function closeIssues(world: World, repository: Repository, { body }: Issue, caller: Caller): void {
  for (const [, number] of body.matchAll(CLOSES)) {
    const issue = repository.issues.get(Number(number))
    if (issue === undefined || issue.pull !== null || issue.state === 'closed') continue
    const now = world.now()
    Object.assign(issue, { state: 'closed', closedAt: now, updatedAt: now })
    const payload = { issue: issueShape(world, repository, issue) }
    world.emit({ kind: 'webhook', name: 'issues', action: 'closed', repository, caller, payload })
  }
}

/** The base merged into the head, by the button "Update branch". */
export async function updateBranch(
  world: World,
  repository: Repository,
  issue: Issue,
  head: Repository,
  expected: string | null,
  caller: Caller,
): Promise<void> {
  const pull = getPull(issue)
  if (expected !== null && expected !== pull.headSha) refuse(422, `expected head sha didn’t match current head ref.`)
  const base = await branchHead(repository, pull.baseBranch)
  if (base === null || !pull.size.isBehind) refuse(422, 'There are no new commits on the base branch.')
  const tree = await mergeTrees(repository, pull.headSha, base)
  if (tree === null) refuse(422, 'merge conflict between base and head')
  const now = world.now()
  const message = `Merge branch '${pull.baseBranch}' into ${pull.headBranch}`
  const commit = {
    tree,
    parents: [pull.headSha, base],
    message,
    author: getAuthor(getActor(caller), now),
    committer: gitHubItself(now),
  }
  const after = await writeCommit(world, head, commit, true)
  await moveRef(world, head, { ref: `refs/heads/${pull.headBranch}`, before: pull.headSha, after }, caller)
  await refreshPull(world, repository, issue)
}
