/** What makes any Octokit the client of this product: the version it speaks, no write sent twice, refusals with a next step. */

import { type Asker, refusal } from './refusal.ts'
import type { Answer, GitHub, Route } from './routes.ts'

/** `request` of any Octokit; with an open route the compiler cannot see more. */
export type Ask = (route: Route, parameters: object) => Promise<Answer<never>>

const API_VERSION = '2022-11-28'

/** @throws from `request`: GateError `github-refused` or `github-unavailable`, with route, permission and next step */
export function getClient(ask: Ask, asker: Asker): GitHub {
  return {
    request: async (route, parameters) => {
      const once = isRead(route) ? {} : { retries: 0 }
      const headers = { 'x-github-api-version': API_VERSION }
      try {
        return await ask(route, { ...parameters, headers, request: { ...parameters.request, ...once } })
      } catch (error) {
        throw refusal(route, error, asker)
      }
    },
  }
}

/** Everything else changes something, and counts more. */
export function isRead(route: Route): boolean {
  return route.startsWith('GET ')
}
