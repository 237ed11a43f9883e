/**
 * Creates a GitHub client for each installation. Probot requests and caches tokens; the rate limits are the App's own.
 */
import { Probot, ProbotOctokit } from 'probot'
import { remember } from '../core/util/remember.ts'
import { createClient, type Request } from '../github/client.ts'
import { conditional } from '../github/conditional-fetch.ts'
import { FINAL, RETRIES, TIMEOUT_MS, withTimeout } from '../github/octokit-options.ts'
import { toRefusal } from '../github/refusal.ts'
import type { GitHub } from '../github/routes.ts'
import { getRefusalCause } from '../github/status.ts'
import type { Metrics } from './metrics.ts'
import { CLOCK, type Clock } from './queue/clock.ts'
import { createRateLimiter, type OnLimit, type RateLimiter, shareLimits, type Urgency } from './rate-limiter.ts'
import type { Store } from './store.ts'
import type { Log } from './telemetry/log.ts'
import { traceRequest } from './telemetry/tracing.ts'

interface AppCredentials {
  readonly appId: number
  /** PEM */
  readonly privateKey: string
  /** `https://api.github.com`, or `/api/v3` of an enterprise server. */
  readonly baseUrl: string
}

export interface RequestClients {
  /** The client of the App itself, with its key. */
  readonly app: GitHub
  /** Returns a client with a token of this installation. */
  readonly of: (installationId: number, urgency: Urgency) => Promise<GitHub>
}

export interface Clients extends RequestClients {
  /**
   * The time of the first request without an answer, in milliseconds since 1970; null: the last request was answered.
   */
  readonly failingSince: () => number | null
}

interface Client {
  request: Request
  /** The renewal in progress. */
  renewal: Promise<Request> | null
  readonly budget: RateLimiter
}

/** Bound on clients. The least recently used is dropped, and its token requested again when needed. */
const MAX_CLIENTS = 1000

/**
 * @param shared what processes share; null: it is not open yet @throws from `of`: GateError as of any refusal of GitHub
 */
export async function openClients(
  identity: AppCredentials,
  clock: Clock = CLOCK,
  log: Log = () => undefined,
  metrics?: Pick<Metrics, 'requestEnded' | 'budgetLearned'>,
  shared: () => Pick<Store, 'limits' | 'answers'> | null = () => null,
): Promise<Clients> {
  const fetch = conditional(withTimeout(globalThis.fetch, TIMEOUT_MS), () => shared()?.answers ?? null)
  const probot = await openProbot(identity, fetch)
  const watch = openTracking(clock, log, metrics)
  const app = await probot.auth()
  const known = remember<Client>(MAX_CLIENTS)
  const open = async (id: number): Promise<Client> => ({
    request: await getRequest(probot, id),
    renewal: null,
    budget: createRateLimiter(
      clock,
      reportLimit(log, { installation: id }),
      (share) => metrics?.budgetLearned(id, share),
      shareLimits(() => shared()?.limits ?? null, id, clock),
    ),
  })
  return {
    app: createClient(
      createRateLimiter(clock, reportLimit(log, {})).spend(watch.request(app.request as unknown as Request), 'hints'),
      'app',
    ),
    failingSince: watch.since,
    of: async (id, urgency) => {
      const client = await known.get(String(id), () => open(id))
      return createClient(
        client.budget.spend(watch.request(renewing(client, { identity, fetch, id, urgency })), urgency),
        'app',
      )
    },
  }
}

interface Renewal {
  readonly identity: AppCredentials
  readonly fetch: typeof globalThis.fetch
  /** Of the installation. */
  readonly id: number
  readonly urgency: Urgency
}

/**
 * Replaces a revoked token at once instead of after an hour. A token has the permissions of its creation, so refused
 * requests of people are repeated with a new one.
 */
function renewing(client: Client, renewal: Renewal): Request {
  return async (route, parameters) => {
    const { request } = client
    try {
      return await request(route, parameters)
    } catch (error) {
      const cause = getRefusalCause(toRefusal(route, error, 'app'))
      const isWorthIt = cause === 'token-invalid' || (cause === 'permission-missing' && renewal.urgency === 'people')
      if (!isWorthIt) throw error
      return await (await renew(client, request, renewal))(route, parameters)
    }
  }
}

/**
 * Probot caches tokens for an hour in one instance. A new instance requests a new token, shared by all requests that
 * were refused at the same time.
 */
async function renew(client: Client, refused: Request, { identity, fetch, id }: Renewal): Promise<Request> {
  if (client.request !== refused) return client.request
  client.renewal ??= openProbot(identity, fetch)
    .then((fresh) => getRequest(fresh, id))
    .finally(() => {
      client.renewal = null
    })
  client.request = await client.renewal
  return client.request
}

async function getRequest(by: Probot, id: number): Promise<Request> {
  return (await by.auth(id)).request as unknown as Request
}

/** A refusal is an answer too, and so is a rate limit. */
function openTracking(clock: Clock, log: Log, metrics?: Pick<Metrics, 'requestEnded'>) {
  let since: number | null = null
  let failures = 0
  const note = (isAnswered: boolean) => {
    if (isAnswered && since !== null) log('info', 'GitHub answers again', { afterMs: clock.now() - since, failures })
    since = isAnswered ? null : (since ?? clock.now())
    failures = isAnswered ? 0 : failures + 1
  }
  const request =
    (asking: Request): Request =>
    async (route, parameters) => {
      try {
        const answer = await traceRequest(route, () => asking(route, parameters))
        note(true)
        metrics?.requestEnded(route, 'answered')
        return answer
      } catch (error) {
        const { code, retryAfterMs } = toRefusal(route, error, 'app')
        const isUnavailable = code === 'github-unavailable' && retryAfterMs === undefined
        note(!isUnavailable)
        const refusal = retryAfterMs === undefined ? 'answered' : 'limited'
        metrics?.requestEnded(route, isUnavailable ? 'unavailable' : refusal)
        throw error
      }
    }
  return { request, since: () => since }
}

function reportLimit(log: Log, of: object): OnLimit {
  return (route, limit) => log('warn', 'GitHub limits requests', { ...of, route, ...limit })
}

async function openProbot(
  { appId, privateKey, baseUrl }: AppCredentials,
  fetch: typeof globalThis.fetch,
): Promise<Probot> {
  const probot = new Probot({
    appId,
    privateKey,
    baseUrl,
    // Not used: the server verifies webhooks before.
    secret: crypto.randomUUID(),
    logFormat: 'json',
    logLevel: 'error',
    request: { fetch },
    // A function, because an object is merged: Probot would then throttle to one write per second and one comment in
    // three.
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
