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

/**
 * @throws from `of`: GateError as GitHub's refusal
 */
export async function openClients({ appId, privateKey, baseUrl }: Identity, clock: Clock = CLOCK): Promise<Clients> {
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
  const app = await probot.auth()
  const known = remember<{ readonly ask: Ask; readonly budget: Budget }>(MAX_CLIENTS)
  const open = async (id: number) => ({
    ask: (await probot.auth(id)).request as unknown as Ask,
    budget: openBudget(clock),
  })
  return {
    app: clientOf(openBudget(clock).spend(app.request as unknown as Ask, 'hints'), 'app'),
    of: async (id, urgency) => {
      const { ask, budget } = await known.get(String(id), () => open(id))
      return clientOf(budget.spend(ask, urgency), 'app')
    },
  }
}
