/** Converts a refusal of GitHub into an error with its next step. */
import { gitHubRefused, gitHubUnavailable } from '../core/errors/github.ts'
import { GateError } from '../core/model/errors.ts'
import { type FailedConnection, toFailedConnection } from './failed-connection.ts'
import { findRefusalCause, type RefusedRequest, type Surroundings } from './refusal-cause.ts'
import { PERMISSIONS, type Route } from './routes.ts'
import { UNAUTHORIZED } from './status.ts'
import { adviseAfterRefusal, refusalTexts } from './texts.ts'

/** The parts of a failed response that are read. Octokit's `RequestError` has this shape. */
interface Failure {
  readonly status: number
  readonly message: string
  readonly request?: { readonly url?: string }
  readonly response?: {
    readonly headers?: Readonly<Record<string, string | number | undefined>>
    readonly data?: unknown
  }
}

const MAX_QUOTE = 300
const WAIT_STATUSES = [403, 429]
/** https://docs.github.com/en/rest/authentication/authenticating-to-the-rest-api */
const SIGN_ON = 'x-github-sso'
/**
 * GitHub's advice for a secondary limit without a time:
 * https://docs.github.com/en/rest/using-the-rest-api/best-practices-for-using-the-rest-api
 */
const DEFAULT_WAIT: Wait = { ms: 60_000, message: 'in a minute' }

/**
 * The reader of the suggestion: a person who can repeat a job, the operator of the App, or a user of the command line.
 */
export type Audience = 'job' | 'app' | 'person'

/** A rate limit of GitHub: the time to wait, in milliseconds. */
interface Limited {
  readonly retryAfterMs: number
  /** The time that GitHub named. */
  readonly namedMs: number
}

/** The maximal wait. GitHub's limits end within an hour, so a longer time in a header is not trusted. */
export const MAX_WAIT_MS = 3_600_000

/**
 * Creates the error.
 * @param route the refused route
 * @param error the error that the client threw
 * @param surroundings what a second reading showed; null: there was none
 * @returns `github-refused` where repeating the request is useless, otherwise `github-unavailable`, as for an App whose
 * key GitHub refuses. Neither contains request headers, so no token is exposed. `retryAfterMs` is set for rate limits.
 */
export function toRefusal(
  route: Route,
  error: unknown,
  asker: Audience = 'job',
  surroundings: Surroundings | null = null,
): GateError & Partial<Limited> {
  if (error instanceof GateError) return error
  const failure = toFailure(error)
  if (failure === null) return notAnswered(route, toFailedConnection(error), asker)
  const wait = getWait(failure)
  if (wait !== null) return createLimited(route, `it limits requests: ${quote(failure)}`, wait, asker)
  const { status } = failure
  if (status >= 500) return gitHubUnavailable(route, `it failed (${status})`, AGAIN[asker])
  const message = `GitHub refused ${route} (${status}): ${quote(failure)}`
  const reason = findRefusalCause(toRefusedRequest(route, failure, surroundings))
  const next = adviseAfterRefusal(reason, asker, getPermission(route))
  // The operator replaces the key. Until then queued work is kept.
  const isOutage = asker === 'app' && status === UNAUTHORIZED
  return gitHubRefused(isOutage ? 'github-unavailable' : 'github-refused', message, next, { status, reason })
}

/** Reads an answer that may have any form. */
function toRefusedRequest(
  route: Route,
  { status, message, request, response }: Failure,
  surroundings: Surroundings | null,
): RefusedRequest {
  const data: Readonly<Record<string, unknown>> = { ...(response?.data as object | undefined) }
  const { documentation_url: page, errors, block } = data
  const fields = (Array.isArray(errors) ? errors : []).map((one: { readonly field?: unknown } | null) => one?.field)
  return {
    route,
    status,
    message,
    page: typeof page === 'string' ? page : '',
    address: URL.parse(request?.url ?? '')?.pathname ?? '',
    fields: fields.filter((field) => typeof field === 'string'),
    isBlocked: typeof block === 'object' && block !== null,
    demandsSignOn: response?.headers?.[SIGN_ON] !== undefined,
    surroundings,
  }
}

function notAnswered(route: Route, failed: FailedConnection | null, asker: Audience): GateError {
  if (failed === null) return gitHubUnavailable(route, 'it did not answer', AGAIN[asker])
  const { host, cause, isUntrusted } = failed
  const what = refusalTexts.notConnected(host, quote({ message: cause }))
  const remedy = isUntrusted ? refusalTexts.trust(host) : refusalTexts.reach(host)
  return gitHubUnavailable(route, what, refusalTexts.connect[asker](remedy))
}

/** A time to wait in milliseconds and as text: `in 90 seconds`. */
export interface Wait {
  readonly ms: number
  readonly message: string
}

/** Creates `github-unavailable` with the time of the next attempt. */
export function createLimited(route: Route, what: string, { ms, message }: Wait, asker: Audience): GateError & Limited {
  const next = LATER[asker](ms > MAX_WAIT_MS && asker === 'app' ? 'in an hour' : message)
  return Object.assign(gitHubUnavailable(route, what, next), { retryAfterMs: Math.min(ms, MAX_WAIT_MS), namedMs: ms })
}

const LATER = {
  job: (message) => `Run the job again ${message}.`,
  app: (message) => refusalTexts.appAsksAgainAt(message),
  person: (message) => `Run this ${message}: tdd-gate doctor`,
} as const satisfies Record<Audience, (message: string) => string>

const AGAIN = {
  job: 'Run the job again: gh run rerun <run id>',
  app: refusalTexts.appAsksAgain,
  person: refusalTexts.connect.person('Connect this machine to GitHub'),
} as const satisfies Record<Audience, string>

/** Formats the permission as a workflow states it: `checks: write`. */
function getPermission(route: Route): string {
  const needed = Object.entries(PERMISSIONS[route])
  return needed.map(([name, access]) => `${name.replaceAll('_', '-')}: ${access}`).join(', ')
}

function toFailure(error: unknown): Failure | null {
  const isFailure = error instanceof Error && 'status' in error && typeof error.status === 'number'
  // For a failed connection Octokit's error has a status too, and the key `response` without a value.
  const isAnswered = isFailure && 'response' in error && error.response !== undefined
  return isAnswered ? (error as unknown as Failure) : null
}

function getWait({ status, message, response }: Failure): Wait | null {
  if (!WAIT_STATUSES.includes(status)) return null
  const headers = response?.headers ?? {}
  const reset = Number(headers['x-ratelimit-reset']) * 1000
  if (String(headers['x-ratelimit-remaining']) === '0' && reset > 0) return waitUntil(reset)
  const seconds = Number.parseInt(String(headers['retry-after'] ?? ''), 10)
  if (seconds >= 0) return { ms: seconds * 1000, message: `in ${seconds} seconds` }
  const isLimit = status === 429 || /rate limit|abuse detection/i.test(message)
  return isLimit ? DEFAULT_WAIT : null
}

/** @param time milliseconds since 1970, as `now` */
export function waitUntil(time: number, now = Date.now()): Wait {
  return { ms: Math.max(0, time - now), message: `after ${new Date(time).toISOString()}` }
}

/** Returns a message of GitHub or the system: one short line, without control characters. */
function quote({ message }: Pick<Failure, 'message'>): string {
  const line = message.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim()
  return line.length > MAX_QUOTE ? `${line.slice(0, MAX_QUOTE)}...` : line
}
