/** Connects a step to GitHub with the toolkit's client, loaded at the first request. */
import { createClient, type Request } from '../github/client.ts'
import { toOctokitOptions } from '../github/octokit-options.ts'
import type { GitHub } from '../github/routes.ts'
import type { Access } from './ports.ts'

/** @throws from `request`: GateError `github-refused` or `github-unavailable`, with route, permission and next step */
export async function connectJob({ token, apiUrl }: Access): Promise<GitHub> {
  const [{ getOctokit }, { retry }] = await Promise.all([import('@actions/github'), import('@octokit/plugin-retry')])
  const octokit = getOctokit(token, toOctokitOptions({ baseUrl: apiUrl }), retry)
  return createClient(octokit.request as Request, 'job')
}
