/** Repositories, their people and their branches. */

import { dirname } from 'node:path'
import { getRules } from '../branch-rules.ts'
import { tryGit, ZERO } from '../git.ts'
import { listRefs, readCommit } from '../git-read.ts'
import { branchHead } from '../git-write.ts'
import { byCursor, paged } from '../paged.ts'
import { refuse } from '../refusal.ts'
import { type Handlers, NO_CONTENT, ok } from '../route.ts'
import { commitShape } from '../shapes/commit.ts'
import { userShape } from '../shapes/people.ts'
import { repositoryShape, rolePermissions, wholeRepositoryShape } from '../shapes/repository.ts'
import { addRepository, findRepository, findUser, getRole } from '../state.ts'
import type { Repository, Role, World } from '../world.ts'

/** What GitHub says for `permission`, which knows fewer roles. */
const OLD_NAMES: Partial<Record<Role, string>> = { maintain: 'write', triage: 'read' }

export const repositories: Handlers = {
  'GET /repos/{owner}/{repo}': ({ world, repository, caller }) => ok(wholeRepositoryShape(world, repository, caller)),
  'PATCH /repos/{owner}/{repo}': ({ world, repository, caller, parameters }) => {
    const { settings } = repository
    repository.defaultBranch = parameters.default_branch ?? repository.defaultBranch
    repository.settings = {
      merge: parameters.allow_merge_commit ?? settings.merge,
      squash: parameters.allow_squash_merge ?? settings.squash,
      rebase: parameters.allow_rebase_merge ?? settings.rebase,
      squashMessage: parameters.squash_merge_commit_message ?? settings.squashMessage,
    }
    return ok(wholeRepositoryShape(world, repository, caller))
  },
  'POST /repos/{owner}/{repo}/forks': async ({ world, repository, actor, caller }) => {
    const known = findRepository(world, actor.login, repository.name)
    const fork = known ?? (await getFork(world, repository, actor.login))
    if (known === null) {
      const payload = { forkee: repositoryShape(world, fork) }
      world.emit({ kind: 'webhook', name: 'fork', action: null, repository, caller, payload })
    }
    return { status: 202, data: wholeRepositoryShape(world, fork, caller) }
  },
  'GET /repos/{owner}/{repo}/collaborators/{username}/permission': ({ world, repository, parameters }) => {
    const user = findUser(world, parameters.username)
    const role = getRole(repository, user)
    const permission = OLD_NAMES[role] ?? role
    const result = { ...userShape(world, user), permissions: rolePermissions(role), role_name: role }
    return ok({ permission, role_name: role, user: result })
  },
  'PUT /repos/{owner}/{repo}/collaborators/{username}': ({ world, repository, parameters }) => {
    const { login } = findUser(world, parameters.username)
    const names: Record<string, Role> = { pull: 'read', push: 'write' }
    const { permission = 'push' } = parameters
    repository.roles.set(login.toLowerCase(), names[permission] ?? (permission as Role))
    return NO_CONTENT
  },
  'GET /repos/{owner}/{repo}/activity': (asked) => {
    const { world, repository, parameters } = asked
    const wanted = parameters.ref === undefined ? null : `refs/heads/${parameters.ref.replace('refs/heads/', '')}`
    const own = repository.activities.filter(({ ref }) => wanted === null || ref === wanted).toReversed()
    return byCursor(asked, own, ({ isForced, actor, at, ...activity }) => ({
      ...activity,
      activity_type: getKind({ ...activity, isForced }),
      timestamp: at,
      actor: userShape(world, actor),
    }))
  },
  'GET /repos/{owner}/{repo}/branches': async (asked) => {
    const branches = await listRefs(asked.repository, 'refs/heads')
    return paged(asked, branches, ({ ref, sha }) =>
      shortBranch(asked.world, asked.repository, ref.slice('refs/heads/'.length), sha),
    )
  },
  'GET /repos/{owner}/{repo}/branches/{branch}': async ({ world, repository, parameters: { branch } }) => {
    const sha = (await branchHead(repository, branch)) ?? refuse(404, 'Branch not found')
    const api = `${world.apiUrl}/repos/${repository.fullName}/branches/${encodeURIComponent(branch)}`
    const commit = commitShape(world, repository, await readCommit(repository, sha))
    const _links = { html: `${world.url}/${repository.fullName}/tree/${branch}`, self: api }
    return ok({ ...shortBranch(world, repository, branch, sha), commit, _links, protection_url: `${api}/protection` })
  },
}

function getKind({ before, after, isForced }: { before: string; after: string; isForced: boolean }): string {
  if (before === ZERO) return 'branch_creation'
  if (after === ZERO) return 'branch_deletion'
  return isForced ? 'force_push' : 'push'
}

function shortBranch(world: World, repository: Repository, name: string, sha: string) {
  const checks = getRules(repository, name).flatMap((rule) => rule.checks)
  const isProtected = getRules(repository, name).length > 0
  const required = {
    enforcement_level: checks.length > 0 ? 'non_admins' : 'off',
    contexts: checks.map(({ context }) => context),
    checks: checks.map(({ context, appId }) => ({ context, app_id: appId })),
  }
  return {
    name,
    commit: { sha, url: `${world.apiUrl}/repos/${repository.fullName}/commits/${sha}` },
    protected: isProtected,
    protection: { enabled: isProtected, required_status_checks: required },
  }
}

async function getFork(world: World, repository: Repository, owner: string): Promise<Repository> {
  const { name, isPrivate, id, defaultBranch, folder } = repository
  const root = dirname(dirname(folder))
  const fork = await addRepository(world, root, { owner, name, isPrivate, defaultBranch, fork: { parentId: id } })
  await tryGit(fork, ['fetch', '--quiet', folder, '+refs/heads/*:refs/heads/*'])
  return fork
}
