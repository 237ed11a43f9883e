/** Reads the current role of a person in a repository. The role is never cached. */

import type { Actor } from '../../../core/model/event.ts'
import { ROLES, type Role } from '../../../core/model/maintainer-decision.ts'
import type { GitHub, RepositoryName } from '../../routes.ts'
import { orNullIfRefused } from '../../status.ts'

const ROUTE = 'GET /repos/{owner}/{repo}/collaborators/{username}/permission'
/** GitHub's base roles of custom roles, limited to roles that cannot override a rule. */
const MAPPED: ReadonlyMap<string, Role> = new Map([
  ['admin', 'write'],
  ['write', 'write'],
  ['read', 'read'],
])

/**
 * Reads the role. A custom role counts as its base role, and at most as `write`. @returns `none` for a person whom
 * GitHub does not know, or whose login has another id now @throws GateError `github-unavailable`: then no permission is
 * assumed
 */
export async function getRole(github: GitHub, repository: RepositoryName, actor: Actor): Promise<Role> {
  const answer = await orNullIfRefused(github.request(ROUTE, { ...repository, username: actor.login }))
  // A login can be taken over, an id cannot.
  if (answer === null || String(answer.data.user?.id) !== actor.id) return 'none'
  const { data } = answer
  const known = ROLES.find((role) => role === data.role_name)
  if (known !== undefined) return known
  return MAPPED.get(data.permission) ?? 'none'
}
