/** What GitHub refuses, told as an error with its next step. */
import { GateError } from '../core/model/errors.ts'
import { PERMISSIONS, type Route } from './routes.ts'
import { NOT_SHOWN, UNAUTHORIZED } from './status.ts'

/** What is told of an answer that is no success; Octokit's `RequestError` fits. */
interface Failure {
  readonly status: number
  readonly message: string
  readonly response?: { readonly headers?: Readonly<Record<string, string | number | undefined>> }
}

const MAX_QUOTE = 300
const WAIT_STATUSES = [403, 429]
const UNEXPECTED = 'Please report this answer: it should not be possible.'
/** GitHub's advice for a secondary limit that names no time. */
const DEFAULT_WAIT: Wait = { ms: 60_000, words: 'in a minute' }

/** Whose next step it is: of somebody who can run a job again, of whoever operates the App, or of who sits at this machine. */
export type Asker = 'job' | 'app' | 'person'

/** A limit of GitHub: when to come back, in milliseconds. */
export interface Limited {
  readonly retryAfterMs: number
  /** As GitHub said it. */
  readonly namedMs: number
}

/** What GitHub names beyond it is asked for sooner: its limits end within an hour, and a header may be anything. */
export const MAX_WAIT_MS = 3_600_000

/**
 * @param route the one that was asked
 * @param error what the client threw
 * @returns `github-refused` where asking again is of no use, else `github-unavailable`, as for an App whose key is not taken; neither holds a header of the
 *   request, so no token shows. With `retryAfterMs` where GitHub limits requests.
 */
export function refusal(route: Route, error: unknown, asker: Asker = 'job'): GateError & Partial<Limited> {
  if (error instanceof GateError) return error
  const failure = toFailure(error)
  if (failure === null) return unavailable(route, 'it did not answer', AGAIN[asker])
  const wait = getWait(failure)
  if (wait !== null) return limited(route, `it limits requests: ${quote(failure)}`, wait, asker)
  const { status } = failure
  if (status >= 500) return unavailable(route, `it failed (${status})`, AGAIN[asker])
  const message = `GitHub refused ${route} (${status}): ${quote(failure)}`
  const next = ADVICE[asker](route, status)
  // Its operator gives it another key: until then nothing that people asked for may be lost.
  const isOutage = asker === 'app' && status === UNAUTHORIZED
  return new GateError(isOutage ? 'github-unavailable' : 'github-refused', message, next, { status } satisfies Cause)
}

/** All that is kept of an answer: its headers may hold what nobody should see. */
interface Cause {
  readonly status: number
}

/** How long to wait, in milliseconds, and in words: `in 90 seconds`. */
export interface Wait {
  readonly ms: number
  readonly words: string
}

/** @returns `github-unavailable` that says when to come back */
export function limited(route: Route, what: string, { ms, words }: Wait, asker: Asker): GateError & Limited {
  const next = LATER[asker](ms > MAX_WAIT_MS && asker === 'app' ? 'in an hour' : words)
  return Object.assign(unavailable(route, what, next), { retryAfterMs: Math.min(ms, MAX_WAIT_MS), namedMs: ms })
}

const LATER = {
  job: (words) => `Run the job again ${words}.`,
  app: (words) => `Nothing: it is asked again ${words}.`,
  person: (words) => `Ask again ${words}: tdd-gate doctor`,
} as const satisfies Record<Asker, (words: string) => string>

const AGAIN = {
  job: 'Run the job again: gh run rerun <run id>',
  app: 'Nothing: it is asked again. Where this goes on, see https://www.githubstatus.com',
  person: 'Let this machine reach GitHub, then: tdd-gate doctor',
} as const satisfies Record<Asker, string>

/** `checks: write`, as a workflow states it. */
export function getPermission(route: Route): string {
  const needed = Object.entries(PERMISSIONS[route])
  return needed.map(([name, access]) => `${name.replaceAll('_', '-')}: ${access}`).join(', ')
}

function unavailable(route: Route, what: string, next: string): GateError {
  return new GateError('github-unavailable', `GitHub gave no answer to ${route}: ${what}.`, next)
}

function toFailure(error: unknown): Failure | null {
  const isFailure = error instanceof Error && 'status' in error && typeof error.status === 'number'
  // Octokit gives what never reached GitHub a status too, but no response.
  return isFailure && 'response' in error ? (error as unknown as Failure) : null
}

function getWait({ status, message, response }: Failure): Wait | null {
  if (!WAIT_STATUSES.includes(status)) return null
  const headers = response?.headers ?? {}
  const reset = Number(headers['x-ratelimit-reset']) * 1000
  if (String(headers['x-ratelimit-remaining']) === '0' && reset > 0) return waitUntil(reset)
  const seconds = Number.parseInt(String(headers['retry-after'] ?? ''), 10)
  if (seconds >= 0) return { ms: seconds * 1000, words: `in ${seconds} seconds` }
  const isLimit = status === 429 || /rate limit|abuse detection/i.test(message)
  return isLimit ? DEFAULT_WAIT : null
}

/** @param time milliseconds since 1970, as `now` is */
export function waitUntil(time: number, now = Date.now()): Wait {
  return { ms: Math.max(0, time - now), words: `after ${new Date(time).toISOString()}` }
}

function adviceForJob(route: Route, status: number): string {
  const permission = getPermission(route)
  if (status === UNAUTHORIZED) return 'Give the step a valid token: with: { token: $' + '{{ github.token }} }'
  if (!NOT_SHOWN.includes(status)) return UNEXPECTED
  return `Give the job this permission in the workflow: permissions: { ${permission} }. GitHub never grants it to pull requests from forks.`
}

function adviceForApp(route: Route, status: number): string {
  if (status === UNAUTHORIZED)
    return 'Set APP_ID and PRIVATE_KEY to those of the same App, and let the clock of this machine be right.'
  if (!NOT_SHOWN.includes(status)) return UNEXPECTED
  const needed = getPermission(route)
  return needed === ''
    ? 'Look whether the App is still installed there: Settings, GitHub Apps, Configure.'
    : `Let the owner accept this permission of the App: ${needed} (Settings, GitHub Apps, Configure).`
}

function adviceForPerson(route: Route, status: number): string {
  if (status === UNAUTHORIZED) return 'Give a valid token: export GH_TOKEN=$(gh auth token)'
  if (!NOT_SHOWN.includes(status)) return UNEXPECTED
  return `Let GH_TOKEN be a token that may see this repository (${getPermission(route)}): export GH_TOKEN=$(gh auth token)`
}

const ADVICE = { job: adviceForJob, app: adviceForApp, person: adviceForPerson } as const

/** GitHub's own words: one short line, without control characters. */
function quote({ message }: Failure): string {
  const line = message.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim()
  return line.length > MAX_QUOTE ? `${line.slice(0, MAX_QUOTE)}...` : line
}
