/** Names are given up and taken by others; the number stays. */
import { GateError } from '../../../core/model/errors.ts'
import type { RepositoryRef } from '../../../core/model/event.ts'
import type { GitHub } from '../../routes.ts'

const ROUTE = 'GET /repos/{owner}/{repo}'

/** @param found the number of the repository that has the name now @throws GateError where it is another one */
export function requireSame(found: number | bigint, { id, owner, repo }: RepositoryRef): void {
  if (String(found) === id) return
  throw new GateError(
    'github-refused',
    `${owner}/${repo} is another repository now than the one that this was about.`,
    'Nothing is to be done: the repository that has the name now is looked at by itself.',
  )
}

/** @throws GateError where another repository has the name now, or as GitHub's refusal */
export async function requireRepository(github: GitHub, repository: RepositoryRef): Promise<void> {
  const { owner, repo } = repository
  const { data } = await github.request(ROUTE, { owner, repo })
  requireSame(data.id, repository)
}
