/** Commit statuses: everyone with write access sets them. */
import { findCommit } from '../git.ts'
import { readCommit } from '../git-read.ts'
import { paged } from '../paged.ts'
import { refuse } from '../refusal.ts'
import { created, type Handlers, ok } from '../route.ts'
import { statusShape } from '../shapes/check.ts'
import { commitShape } from '../shapes/commit.ts'
import { repositoryShape } from '../shapes/repository.ts'
import type { CommitStatus } from '../world.ts'
import { resolveRef } from './commits.ts'

export const statuses: Handlers = {
  'POST /repos/{owner}/{repo}/statuses/{sha}': async ({ world, repository, parameters, actor, caller }) => {
    const sha =
      (await findCommit(repository, parameters.sha)) ?? refuse(422, `No commit found for SHA: ${parameters.sha}`)
    const { state, context = 'default' } = parameters
    const status: CommitStatus = { id: world.nextId(), sha, context, state, author: actor, createdAt: world.now() }
    repository.statuses.push(status)
    const commit = commitShape(world, repository, await readCommit(repository, sha))
    const { creator: _, url: __, node_id: ___, ...result } = statusShape(world, repository, status)
    const payload = { ...result, sha, name: repository.fullName, commit, branches: [] }
    world.emit({ kind: 'webhook', name: 'status', action: null, repository, caller, payload })
    return created(statusShape(world, repository, status))
  },
  'GET /repos/{owner}/{repo}/commits/{ref}/statuses': async (asked) => {
    const { world, repository, parameters } = asked
    const sha = await resolveRef(repository, parameters.ref)
    const found = repository.statuses.filter((status) => status.sha === sha)
    return paged(asked, found.toReversed(), (status) => statusShape(world, repository, status))
  },
  'GET /repos/{owner}/{repo}/commits/{ref}/status': async ({ world, repository, parameters }) => {
    const sha =
      (await resolveRef(repository, parameters.ref)) ?? refuse(422, `No commit found for SHA: ${parameters.ref}`)
    const all = repository.statuses.filter((status) => status.sha === sha)
    const latest = all.filter((status) => all.findLast(({ context }) => context === status.context) === status)
    const api = `${world.apiUrl}/repos/${repository.fullName}/commits/${sha}`
    return ok({
      state: combined(latest),
      statuses: latest.map((status) => statusShape(world, repository, status)),
      sha,
      total_count: latest.length,
      repository: repositoryShape(world, repository),
      commit_url: api,
      url: `${api}/status`,
    })
  },
}

function combined(latest: readonly CommitStatus[]): string {
  if (latest.some(({ state }) => state === 'error' || state === 'failure')) return 'failure'
  return latest.length > 0 && latest.every(({ state }) => state === 'success') ? 'success' : 'pending'
}
