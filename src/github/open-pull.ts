/** The pull request that a branch of the repository itself has open. */
import type { GitHub, RepositoryName } from '../github.ts'

const ROUTE = 'GET /repos/{owner}/{repo}/pulls'

/** @returns the number of the newest; null where none is open: a closed one was given up, or is done @throws GateError as GitHub's refusal */
export async function findOpenPull(github: GitHub, repository: RepositoryName, branch: string): Promise<number | null> {
  const asked = { ...repository, head: `${repository.owner}:${branch}`, state: 'open' as const }
  const { data } = await github.request(ROUTE, asked)
  return data.find(({ head }) => head.ref === branch)?.number ?? null
}
