/** Commits that the App made: with its token and no author of their own, they are signed by GitHub. */
import type { Sha } from '../core/model/commit.ts'
import { type AppIdentity, type GitHub, getLogin, type RepositoryName } from './routes.ts'

const ROUTE = 'GET /repos/{owner}/{repo}/commits/{ref}'

/** @returns the message without space at its end; null where somebody else made it @throws GateError as GitHub's refusal */
export async function ownCommitMessage(
  github: GitHub,
  repository: RepositoryName,
  app: AppIdentity,
  sha: Sha,
): Promise<string | null> {
  const { data } = await github.request(ROUTE, { ...repository, ref: sha })
  const isOwn = data.author?.login === getLogin(app) && data.commit.verification?.verified === true
  return isOwn ? data.commit.message.trimEnd() : null
}
