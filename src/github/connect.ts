/** Creates a client of GitHub's REST API for a token. */
import { retry } from '@octokit/plugin-retry'
import { Octokit } from '@octokit/rest'
import { createClient, type Request } from './client.ts'
import { type Connection, toOctokitOptions } from './octokit-options.ts'
import type { Audience } from './refusal.ts'
import type { GitHub } from './routes.ts'

/**
 * Creates a client that repeats failed reads and never repeats writes. @param connection with `asker`, a job by default
 * @throws from `request`: GateError `github-refused` or `github-unavailable`, with route, permission and next step
 */
export function connect({ token, asker = 'job', ...connection }: Connection & { readonly asker?: Audience }): GitHub {
  const octokit = new (Octokit.plugin(retry))({ ...toOctokitOptions(connection), auth: token })
  // For a generic R the compiler cannot infer that a Route is a key of Octokit's table. The signature checks it.
  return createClient(octokit.request as Request, asker)
}
