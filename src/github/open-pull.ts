/** The pull request that the App has open for a branch of the repository itself. */
import { type AppIdentity, type GitHub, getLogin, type RepositoryName } from './routes.ts'

const ROUTE = 'GET /repos/{owner}/{repo}/pulls'

/**
 * @returns the number of the newest; null where none is open: a closed one was given up, or is done, and one that somebody
 *   else opened, or a fork of the same owner, is none of the App's tasks
 * @throws GateError as GitHub's refusal
 */
export async function findOpenPull(
  github: GitHub,
  repository: RepositoryName,
  branch: string,
  app: AppIdentity,
): Promise<number | null> {
  const asked = { ...repository, head: `${repository.owner}:${branch}`, state: 'open' as const }
  const { data } = await github.request(ROUTE, asked)
  const own = data.find(
    ({ head, base, user }) => head.ref === branch && head.repo?.id === base.repo.id && user?.login === getLogin(app),
  )
  return own?.number ?? null
}
