/** Recognises commits of the App: GitHub signs those that are made with its token and without an author. */
import type { Sha } from '../core/model/commit.ts'
import { type AppIdentity, type GitHub, getLogin, type RepositoryName } from './routes.ts'

const ROUTE = 'GET /repos/{owner}/{repo}/commits/{ref}'

/**
 * Returns the commit message without trailing whitespace; null where the App did not make the commit. @throws GateError
 * for a refusal of GitHub
 */
export async function readOwnCommitMessage(
  github: GitHub,
  repository: RepositoryName,
  app: AppIdentity,
  sha: Sha,
): Promise<string | null> {
  const { data } = await github.request(ROUTE, { ...repository, ref: sha })
  const isOwn = data.author?.login === getLogin(app) && data.commit.verification?.verified === true
  return isOwn ? data.commit.message.trimEnd() : null
}
