/**
 * Wraps an Octokit instance: sets the API version, never repeats a write, and converts refusals into errors with a next
 * step.
 */

import { noEnterpriseServer } from '../core/errors/github.ts'
import { type Audience, toRefusal } from './refusal.ts'
import type { Answer, GitHub, Route } from './routes.ts'
import { getRefusalCause } from './status.ts'
import { readSurroundings } from './surroundings.ts'
import type { RefusalCause } from './texts.ts'

/** `request` of any Octokit. For a generic route the compiler cannot infer more. */
export type Request = (route: Route, parameters: object) => Promise<Answer<never>>

const API_VERSION = '2022-11-28'
/** Causes of a refused write that the state of its repository and conversation may correct. */
const DOUBTFUL: readonly RefusalCause[] = ['permission-missing', 'not-found', 'conversation-locked']

/**
 * Returns the client. @throws from `request`: GateError `github-refused` or `github-unavailable`, with route,
 * permission and next step
 */
export function createClient(request: Request, asker: Audience): GitHub {
  return {
    request: async (route, parameters) => {
      const once = isRead(route) ? {} : { retries: 0 }
      const headers = { 'x-github-api-version': API_VERSION }
      const pending = request(route, { ...parameters, headers, request: { ...parameters.request, ...once } })
      const answer = await pending.catch(async (error: unknown) => {
        const refusal = toRefusal(route, error, asker)
        const cause = isRead(route) ? null : getRefusalCause(refusal)
        if (cause === null || !DOUBTFUL.includes(cause)) throw refusal
        throw toRefusal(route, error, asker, await readSurroundings(request, cause, parameters))
      })
      refuseEnterpriseServer(answer.headers)
      return answer
    },
  }
}

/**
 * The name of GitHub Enterprise Server in its responses; github.com and GHE.com send none.
 * https://docs.github.com/en/enterprise-server@latest/rest/meta/meta
 */
const ENTERPRISE_VERSION = 'x-github-enterprise-version'
const MAX_VERSION = 60

/** Evidence lies in artifacts, and the artifact actions from version 4 on refuse to run on that server. */
function refuseEnterpriseServer(headers: Answer<never>['headers']): void {
  const version = headers[ENTERPRISE_VERSION]
  if (version !== undefined) throw noEnterpriseServer(String(version).slice(0, MAX_VERSION))
}

/** Other routes change something and cost more of GitHub's limits. */
export function isRead(route: Route): boolean {
  return route.startsWith('GET ')
}
