/** Checks that a name still belongs to the same repository. Names can be taken over, ids cannot. */
import { otherRepository } from '../../../core/errors/github.ts'
import type { RepositoryRef } from '../../../core/model/event.ts'
import type { GitHub } from '../../routes.ts'

const ROUTE = 'GET /repos/{owner}/{repo}'

/**
 * Compares ids. @param found the id of the repository that has the name now @throws GateError where it is another one
 */
export function requireSame(found: number | bigint, { id, owner, repo }: RepositoryRef): void {
  if (String(found) === id) return
  throw otherRepository(`${owner}/${repo}`)
}

/**
 * Reads the id of the repository with this name. @throws GateError where it is another one, or for a refusal of GitHub
 */
export async function requireRepository(github: GitHub, repository: RepositoryRef): Promise<void> {
  const { owner, repo } = repository
  const { data } = await github.request(ROUTE, { owner, repo })
  requireSame(data.id, repository)
}
