/** What a person may do in a repository, as GitHub says at this moment: nothing is remembered of it. */
import { GateError } from '../../../core/model/errors.ts'
import type { Actor } from '../../../core/model/event.ts'
import { ROLES, type Role } from '../../../core/model/maintainer-decision.ts'
import type { Answer, GitHub, RepositoryName } from '../../routes.ts'

const ROUTE = 'GET /repos/{owner}/{repo}/collaborators/{username}/permission'
/** Of roles that are none of GitHub's own: what it maps them to, but nothing that excuses. */
const MAPPED: ReadonlyMap<string, Role> = new Map([
  ['admin', 'write'],
  ['write', 'write'],
  ['read', 'read'],
])

/**
 * A role that an organization made itself counts as what GitHub maps it to, and never as more than `write`.
 * @returns `none` for whoever GitHub does not know, or knows as somebody else
 * @throws GateError `github-unavailable`: then nobody may anything
 */
export async function getRole(github: GitHub, repository: RepositoryName, actor: Actor): Promise<Role> {
  const data = await getPermission(github, repository, actor.login)
  // Names are given up and taken by others; the number stays.
  if (data === null || String(data.user?.id) !== actor.id) return 'none'
  const known = ROLES.find((role) => role === data.role_name)
  if (known !== undefined) return known
  return MAPPED.get(data.permission) ?? 'none'
}

async function getPermission(
  github: GitHub,
  repository: RepositoryName,
  username: string,
): Promise<Answer<typeof ROUTE>['data'] | null> {
  try {
    return (await github.request(ROUTE, { ...repository, username })).data
  } catch (error) {
    if (error instanceof GateError && error.code === 'github-refused') return null
    throw error
  }
}
