/** Reads who may excuse work: by role, or as a member of a team that the organisation names. */

import type { Sha } from '../../../core/model/commit.ts'
import type { Role } from '../../../core/model/maintainer-decision.ts'
import type { GitHub, RepositoryName } from '../../routes.ts'
import { isForbidden } from '../../status.ts'
import { type ReadConfig, readExcusingRoles } from '../pull-request/base-config.ts'
import { isInvalid, type ReadOrganisation } from './organisation.ts'

export interface Excusers {
  readonly roles: readonly Role[]
  /** Whether the person belongs to such a team. */
  readonly isInTeam: boolean
}

export interface ExcusersQuery {
  /** Of the base branch; null where it is unknown. */
  readonly tip: Sha | null
  readonly login: string
  readonly isBot: boolean
}

const MEMBERSHIP = 'GET /orgs/{org}/teams/{team_slug}/memberships/{username}'

/** Memberships are never cached. @throws GateError for a refusal of GitHub */
export async function readExcusers(
  { readConfig, readOrganisation }: { readonly readConfig: ReadConfig; readonly readOrganisation: ReadOrganisation },
  github: GitHub,
  repository: RepositoryName,
  { tip, login, isBot }: ExcusersQuery,
): Promise<Excusers> {
  const roles = await readExcusingRoles(readConfig, github, repository, tip)
  const teams = isBot ? [] : await readTeams(readOrganisation, github, repository.owner)
  for (const team of teams) {
    if (await isMember(github, { org: repository.owner, team_slug: team, username: login }))
      return { roles, isInTeam: true }
  }
  return { roles, isInTeam: false }
}

async function readTeams(read: ReadOrganisation, github: GitHub, owner: string): Promise<readonly string[]> {
  try {
    return (await read(github, owner))?.teams ?? []
  } catch (error) {
    if (isInvalid(error)) return []
    throw error
  }
}

/** GitHub answers 403 to an App without the permission. */
async function isMember(
  github: GitHub,
  parameters: { readonly org: string; readonly team_slug: string; readonly username: string },
): Promise<boolean> {
  try {
    return (await github.request(MEMBERSHIP, parameters)).data.state === 'active'
  } catch (error) {
    if (isForbidden(error)) return false
    throw error
  }
}
