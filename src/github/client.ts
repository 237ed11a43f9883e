/**
 * Wraps an Octokit instance: sets the API version, never repeats a write, and converts refusals into errors with a next
 * step.
 */

import { type Audience, toRefusal } from './refusal.ts'
import type { Answer, GitHub, Route } from './routes.ts'

/** `request` of any Octokit. For a generic route the compiler cannot infer more. */
export type Request = (route: Route, parameters: object) => Promise<Answer<never>>

const API_VERSION = '2022-11-28'

/**
 * Returns the client. @throws from `request`: GateError `github-refused` or `github-unavailable`, with route,
 * permission and next step
 */
export function createClient(ask: Request, asker: Audience): GitHub {
  return {
    request: async (route, parameters) => {
      const once = isRead(route) ? {} : { retries: 0 }
      const headers = { 'x-github-api-version': API_VERSION }
      try {
        return await ask(route, { ...parameters, headers, request: { ...parameters.request, ...once } })
      } catch (error) {
        throw toRefusal(route, error, asker)
      }
    },
  }
}

/** Other routes change something and cost more of GitHub's limits. */
export function isRead(route: Route): boolean {
  return route.startsWith('GET ')
}
