/** GitHub for each installation: tokens are asked for and kept by Probot, limits are ours. */
import { Probot, ProbotOctokit } from 'probot'
import { remember } from '../core/remember.ts'
import { type Ask, clientOf } from '../github/client.ts'
import { FINAL, impatient, RETRIES, TIMEOUT_MS } from '../github/connect.ts'
import type { GitHub } from '../github.ts'
import { CLOCK, type Clock } from '../inbox/clock.ts'
import { type Budget, openBudget, type Urgency } from './budget.ts'

export interface Identity {
  readonly appId: number
  /** PEM */
  readonly privateKey: string
  /** `https://api.github.com`, or `/api/v3` of an enterprise server. */
  readonly baseUrl: string
}

export interface Clients {
  /** As the App itself, with its key. */
  readonly app: GitHub
  /** With a token of this installation. */
  readonly of: (installationId: number, urgency: Urgency) => Promise<GitHub>
}

/** The least used is forgotten; its token is asked for again. */
const MAX_CLIENTS = 1000
/** GitHub's words for a permission that a token has not. */
const NOT_GRANTED = 'Resource not accessible by integration'

/**
 * @throws from `of`: GateError as GitHub's refusal
 */
export async function openClients(identity: Identity, clock: Clock = CLOCK): Promise<Clients> {
  const probot = await openProbot(identity)
  const app = await probot.auth()
  const known = remember<{ ask: Ask; readonly budget: Budget }>(MAX_CLIENTS)
  const askOf = async (by: Probot, id: number) => (await by.auth(id)).request as unknown as Ask
  const open = async (id: number) => ({ ask: await askOf(probot, id), budget: openBudget(clock) })
  /** A token may what was granted when it was made: whoever waits for an answer has it tried with a new one. */
  const insist =
    (client: { ask: Ask }, id: number): Ask =>
    async (route, parameters) => {
      try {
        return await client.ask(route, parameters)
      } catch (error) {
        if (!lacksPermission(error)) throw error
        // Probot keeps its tokens for an hour, and another one has its own.
        client.ask = await askOf(await openProbot(identity), id)
        return await client.ask(route, parameters)
      }
    }
  return {
    app: clientOf(openBudget(clock).spend(app.request as unknown as Ask, 'hints'), 'app'),
    of: async (id, urgency) => {
      const client = await known.get(String(id), () => open(id))
      const ask: Ask = urgency === 'people' ? insist(client, id) : (...asked) => client.ask(...asked)
      return clientOf(client.budget.spend(ask, urgency), 'app')
    },
  }
}

function lacksPermission(error: unknown): boolean {
  return error instanceof Error && 'status' in error && error.status === 403 && error.message.includes(NOT_GRANTED)
}

async function openProbot({ appId, privateKey, baseUrl }: Identity): Promise<Probot> {
  const probot = new Probot({
    appId,
    privateKey,
    baseUrl,
    // The door verifies what comes in; here nothing does.
    secret: crypto.randomUUID(),
    logFormat: 'json',
    logLevel: 'error',
    request: { fetch: impatient(globalThis.fetch, TIMEOUT_MS) },
    // A function: the other form is overridden, and Probot then writes once in a second and comments once in three.
    Octokit: ProbotOctokit.defaults((options: object) => ({
      ...options,
      userAgent: 'tdd-gate',
      throttle: { enabled: false },
      retry: { retries: RETRIES, doNotRetry: FINAL },
    })),
  })
  await probot.ready()
  return probot
}
