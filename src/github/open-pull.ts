/** Finds the open pull request that the App made for a branch of the repository. */
import { type AppIdentity, type GitHub, getLogin, type RepositoryName } from './routes.ts'

const ROUTE = 'GET /repos/{owner}/{repo}/pulls'

/**
 * Returns the number of the newest one; null where none is open. Closed pull requests do not count, nor do those that
 * others opened. @throws GateError for a refusal of GitHub
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
