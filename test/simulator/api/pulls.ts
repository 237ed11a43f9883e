/** Pull requests: opened, changed, listed and merged. */
import { listCommits, tryGit } from '../git.ts'
import { readChanges, readCommit } from '../git-read.ts'
import { branchHead } from '../git-write.ts'
import { mergePull, updateBranch } from '../merge.ts'
import { paged } from '../paged.ts'
import { addIssue, closePull, fetchHead, newPull, refreshPull } from '../pulls.ts'
import { invalid, notFound, Refusal } from '../refusal.ts'
import { type Asked, created, type Handlers, NO_CONTENT, ok } from '../route.ts'
import { serially } from '../serially.ts'
import { commitShape, fileShape } from '../shapes/commit.ts'
import { getPull, pullShape, wholePullShape } from '../shapes/pull.ts'
import { findRepository, repositoryById } from '../state.ts'
import type { Caller, Issue, Repository, World } from '../world.ts'
import { demandOwn } from './issues.ts'

/** Lists of commits end there. */
const MOST_COMMITS = 250

export const pulls: Handlers = {
  'GET /repos/{owner}/{repo}/pulls': (asked) => {
    const { world, repository, parameters } = asked
    const { state = 'open', head, base, sort = 'created', direction = sort === 'created' ? 'desc' : 'asc' } = parameters
    const found = [...repository.issues.values()].filter(({ pull, state: now }) => {
      if (pull === null || (state !== 'all' && state !== now)) return false
      const owner = repositoryById(world, pull.headRepositoryId)?.owner.login
      return (
        (head === undefined || head === `${owner}:${pull.headBranch}`) &&
        (base === undefined || base === pull.baseBranch)
      )
    })
    found.sort((a, b) => (direction === 'desc' ? b.number - a.number : a.number - b.number))
    return paged(asked, found, (issue) => pullShape(world, repository, issue))
  },
  'POST /repos/{owner}/{repo}/pulls': openPull,
  'GET /repos/{owner}/{repo}/pulls/{pull_number}': ({ world, repository, parameters }) =>
    ok(wholePullShape(world, repository, findPull(repository, parameters.pull_number))),
  'PATCH /repos/{owner}/{repo}/pulls/{pull_number}': changePull,
  'GET /repos/{owner}/{repo}/pulls/{pull_number}/commits': async (asked) => {
    const { world, repository, parameters } = asked
    const pull = getPull(findPull(repository, parameters.pull_number))
    const shas = (await listCommits(repository, await endOf(repository, pull), pull.headSha)).slice(0, MOST_COMMITS)
    const { data, ...answered } = paged(asked, shas, (sha) => sha)
    const shown = await Promise.all((data as string[]).map((sha) => readCommit(repository, sha)))
    return { ...answered, data: shown.map((commit) => commitShape(world, repository, commit)) }
  },
  'GET /repos/{owner}/{repo}/pulls/{pull_number}/files': async (asked) => {
    const { world, repository, parameters } = asked
    const pull = getPull(findPull(repository, parameters.pull_number))
    const end = await endOf(repository, pull)
    const mergeBase = (await tryGit(repository, ['merge-base', end, pull.headSha])) ?? end
    const changes = await readChanges(repository, mergeBase, pull.headSha)
    return paged(asked, changes, (file) => fileShape(world, repository, pull.headSha, file))
  },
  'GET /repos/{owner}/{repo}/pulls/{pull_number}/merge': ({ repository, parameters }) =>
    getPull(findPull(repository, parameters.pull_number)).mergedAt === null ? notFound() : NO_CONTENT,
  'PUT /repos/{owner}/{repo}/pulls/{pull_number}/merge': async ({ world, repository, parameters, caller }) => {
    const issue = findPull(repository, parameters.pull_number)
    const { merge_method: method = 'merge', commit_title: title, commit_message: message, sha } = parameters
    const wish = { method, title: title ?? null, message: message ?? null, sha: sha ?? null }
    const merged = await serially(repository, () => mergePull(world, repository, issue, wish, caller))
    return ok({ sha: merged, merged: true, message: 'Pull Request successfully merged' })
  },
  'PUT /repos/{owner}/{repo}/pulls/{pull_number}/update-branch': async ({ world, repository, parameters, caller }) => {
    const issue = findPull(repository, parameters.pull_number)
    const head = repositoryById(world, getPull(issue).headRepositoryId) ?? notFound()
    const expected = parameters.expected_head_sha ?? null
    await serially(head, () => updateBranch(world, repository, issue, head, expected, caller))
    return {
      status: 202,
      data: {
        message: 'Updating pull request branch.',
        url: `${world.url}/${repository.fullName}/pull/${issue.number}`,
      },
    }
  },
}

/** Merged pull requests are compared with the base as it was. */
async function endOf(
  repository: Repository,
  { mergedAt, baseBranch, baseSha }: ReturnType<typeof getPull>,
): Promise<string> {
  return (mergedAt === null ? await branchHead(repository, baseBranch) : null) ?? baseSha
}

export function findPull({ issues }: Repository, number: number): Issue {
  const issue = issues.get(number)
  return issue === undefined || issue.pull === null ? notFound() : issue
}

async function openPull({ world, repository, parameters, actor, caller }: Asked<'POST /repos/{owner}/{repo}/pulls'>) {
  const { title, body = '', base: baseBranch, draft: isDraft = false } = parameters
  const { head, headBranch } = getHead(world, repository, parameters.head)
  return serially(repository, async () => {
    const headSha = (await branchHead(head, headBranch)) ?? missing('head')
    const baseSha = (await branchHead(repository, baseBranch)) ?? missing('base')
    const isKnown = [...repository.issues.values()].some(
      ({ pull, state }) =>
        state === 'open' &&
        pull?.headRepositoryId === head.id &&
        pull.headBranch === headBranch &&
        pull.baseBranch === baseBranch,
    )
    if (isKnown) invalid('PullRequest', `A pull request already exists for ${head.owner.login}:${headBranch}.`)
    await fetchHead(repository, head, headSha)
    if ((await listCommits(repository, baseSha, headSha)).length === 0) {
      invalid('PullRequest', `No commits between ${baseBranch} and ${headBranch}`)
    }
    const pull = newPull({ headRepositoryId: head.id, headBranch, headSha, baseBranch, baseSha, isDraft })
    const issue = addIssue(world, repository, { title: title ?? headBranch, body, author: actor, pull })
    await refreshPull(world, repository, issue)
    world.emit({ kind: 'pull-request', action: 'opened', repository, issue, caller })
    return created(wholePullShape(world, repository, issue))
  })
}

function getHead(world: World, repository: Repository, given: string): { head: Repository; headBranch: string } {
  const [owner, ...rest] = given.split(':')
  if (owner === undefined || rest.length === 0) return { head: repository, headBranch: given }
  const isNear = (each: Repository) => each.id === repository.id || each.fork?.parentId === repository.id
  const head = [...world.repositories.values()].find((each) => each.owner.login === owner && isNear(each))
  return { head: head ?? missing('head'), headBranch: rest.join(':') }
}

function missing(field: string): never {
  throw new Refusal(422, 'Validation Failed', [{ resource: 'PullRequest', field, code: 'invalid' }])
}

async function changePull({
  world,
  repository,
  parameters,
  caller,
}: Asked<'PATCH /repos/{owner}/{repo}/pulls/{pull_number}'>) {
  const issue = findPull(repository, parameters.pull_number)
  demandOwn(repository, issue.author.id, caller)
  return serially(repository, async () => {
    const changes = await editPull(world, repository, issue, parameters)
    if (Object.keys(changes).length > 0) {
      issue.updatedAt = world.now()
      world.emit({ kind: 'pull-request', action: 'edited', repository, issue, caller, changes })
    }
    if (parameters.state === 'closed') await closePull(world, repository, issue, caller)
    if (parameters.state === 'open') await reopen(world, repository, issue, caller)
    return ok(wholePullShape(world, repository, issue))
  })
}

async function editPull(
  world: World,
  repository: Repository,
  issue: Issue,
  { title, body, base }: { title?: string; body?: string | null; base?: string },
) {
  const pull = getPull(issue)
  const changes: Record<string, unknown> = {}
  if (title !== undefined && title !== issue.title) {
    changes['title'] = { from: issue.title }
    issue.title = title
  }
  if (body !== undefined && (body ?? '') !== issue.body) {
    changes['body'] = { from: issue.body }
    issue.body = body ?? ''
  }
  if (base !== undefined && base !== pull.baseBranch) {
    const sha = (await branchHead(repository, base)) ?? missing('base')
    changes['base'] = { ref: { from: pull.baseBranch }, sha: { from: pull.baseSha } }
    Object.assign(pull, { baseBranch: base, baseSha: sha })
    await refreshPull(world, repository, issue)
  }
  return changes
}

async function reopen(world: World, repository: Repository, issue: Issue, caller: Caller): Promise<void> {
  const pull = getPull(issue)
  if (issue.state === 'open') return
  if (pull.mergedAt !== null) invalid('PullRequest', 'A merged pull request cannot be reopened.', 'state')
  const head = findHead(world, pull.headRepositoryId)
  const sha = head === null ? null : await branchHead(head, pull.headBranch)
  if (sha === null)
    invalid('PullRequest', `state cannot be changed. The ${pull.headBranch} branch has been deleted.`, 'state')
  Object.assign(issue, { state: 'open', closedAt: null, updatedAt: world.now() })
  if (head !== null && sha !== null) {
    await fetchHead(repository, head, sha)
    pull.headSha = sha
  }
  await refreshPull(world, repository, issue)
  world.emit({ kind: 'pull-request', action: 'reopened', repository, issue, caller })
}

const findHead = (world: World, id: number) => {
  const head = repositoryById(world, id)
  return head === null ? null : findRepository(world, head.owner.login, head.name)
}
