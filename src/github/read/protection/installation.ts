/** What an installation of the App grants. */
import type { Installation } from '../../../core/status/installation.ts'
import type { Answer, GitHub, RepositoryName } from '../../routes.ts'

const INSTALLATION = 'GET /repos/{owner}/{repo}/installation'

/** @param app asks with the App's own key: a token of the installation is refused @throws GateError as GitHub's refusal */
export async function readInstallation(app: GitHub, { owner, repo }: RepositoryName): Promise<Installation> {
  return toInstallation((await app.request(INSTALLATION, { owner, repo })).data)
}

/** As GitHub describes it, alone or in the App's list of them. */
export function toInstallation(
  result: Pick<Answer<typeof INSTALLATION>['data'], 'permissions' | 'events' | 'suspended_at' | 'html_url'>,
): Installation {
  const { permissions, events, suspended_at, html_url } = result
  return { permissions, events, suspendedAt: suspended_at, page: html_url }
}
