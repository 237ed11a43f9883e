/** Plugs the Actions runner into a GitHub server: its routes, its issuer, its webhooks. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { World } from '../world.ts'
import { type OnCheckRun, track } from './hub.ts'
import { type Actions, type ActionsOptions, ISSUER_PATH, startActions } from './index.ts'
import type { Routes } from './routes.ts'

/** Answers a request that is neither git nor API, and gives whether it did. */
export type Page = (request: IncomingMessage, response: ServerResponse, url: URL) => boolean

/** What a server offers to the runner of its workflows. */
export interface Host {
  readonly world: World
  readonly serve: (routes: Routes) => void
  readonly tellRuns: (ofRun: Actions['webhookOf']) => void
  readonly tellCheckRun: OnCheckRun
  readonly show: (page: Page) => void
}

/** End it before the server: runs still ask it for commits. */
export async function attachActions(host: Host, options: Omit<ActionsOptions, 'onCheckRun'> = {}): Promise<Actions> {
  const actions = await startActions(host.world, { ...options, onCheckRun: host.tellCheckRun })
  host.serve(actions.routes)
  host.tellRuns(actions.webhookOf)
  host.show((request, response, url) => {
    if (!url.pathname.startsWith(`${ISSUER_PATH}/`)) return false
    track(host.world, actions.answerIssuer(request, response))
    return true
  })
  return actions
}
