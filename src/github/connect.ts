/** A client for GitHub's REST interface, for whoever holds a token. */
import { retry } from '@octokit/plugin-retry'
import { Octokit } from '@octokit/rest'
import { type Ask, getClient } from './client.ts'
import { type Connection, toOctokitOptions } from './octokit-options.ts'
import type { Asker } from './refusal.ts'
import type { GitHub } from './routes.ts'

/**
 * @param connection with `asker`, a job where it is not said
 * @returns a client that asks again for what only reads, never for what writes
 * @throws from `request`: GateError `github-refused` or `github-unavailable`, with route, permission and next step
 */
export function connect({ token, asker = 'job', ...connection }: Connection & { readonly asker?: Asker }): GitHub {
  const octokit = new (Octokit.plugin(retry))({ ...toOctokitOptions(connection), auth: token })
  // With an open R the compiler cannot see that a Route is a key of Octokit's own table; the signature is the check.
  return getClient(octokit.request as Ask, asker)
}
