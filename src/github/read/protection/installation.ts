/** Reads the permissions of an App's installation. */
import type { Installation } from '../../../core/status/installation.ts'
import type { Answer, GitHub, RepositoryName } from '../../routes.ts'

const INSTALLATION = 'GET /repos/{owner}/{repo}/installation'

/**
 * Reads the installation. @param app a client with the App's own key; GitHub refuses tokens of the installation here
 * @throws GateError for a refusal of GitHub
 */
export async function readInstallation(app: GitHub, { owner, repo }: RepositoryName): Promise<Installation> {
  return toInstallation((await app.request(INSTALLATION, { owner, repo })).data)
}

/** Converts an installation as GitHub describes it, alone or in the App's list. */
export function toInstallation(
  result: Pick<Answer<typeof INSTALLATION>['data'], 'permissions' | 'events' | 'suspended_at' | 'html_url'>,
): Installation {
  const { permissions, events, suspended_at, html_url } = result
  return { permissions, events, suspendedAt: suspended_at, page: html_url }
}
