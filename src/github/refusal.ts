/** What GitHub refuses, told as an error with its next step. */
import { GateError } from '../core/errors.ts'
import { PERMISSIONS, type Route } from '../github.ts'

/** What is told of an answer that is no success; Octokit's `RequestError` fits. */
interface Failure {
  readonly status: number
  readonly message: string
  readonly response?: { readonly headers?: Readonly<Record<string, string | number | undefined>> }
}

const MAX_QUOTE = 300
const WAIT_STATUSES = [403, 429]
const FORBIDDEN = [403, 404]
/** GitHub's advice for a secondary limit that names no time. */
const DEFAULT_WAIT = 'a minute'

/**
 * @param route the one that was asked
 * @param error what the client threw
 * @returns `github-refused` where asking again is of no use, else `github-unavailable`; neither holds a header of the
 *   request, so no token shows
 */
export function refusal(route: Route, error: unknown): GateError {
  const failure = toFailure(error)
  if (failure === null) return unavailable(route, 'it did not answer', 'Run the job again.')
  const wait = waitOf(failure)
  if (wait !== null) return unavailable(route, `it limits requests: ${quote(failure)}`, wait)
  const { status } = failure
  if (status >= 500) return unavailable(route, `it failed (${status})`, 'Run the job again: gh run rerun <run id>')
  const message = `GitHub refused ${route} (${status}): ${quote(failure)}`
  return new GateError('github-refused', message, advice(route, status), { status } satisfies Cause)
}

/** All that is kept of an answer: its headers may hold what nobody should see. */
interface Cause {
  readonly status: number
}

/** `checks: write`, as a workflow states it. */
export function permissionOf(route: Route): string {
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

function waitOf({ status, message, response }: Failure): string | null {
  if (!WAIT_STATUSES.includes(status)) return null
  const headers = response?.headers ?? {}
  const reset = Number(headers['x-ratelimit-reset'])
  if (String(headers['x-ratelimit-remaining']) === '0' && reset > 0) {
    return `Run the job again after ${new Date(reset * 1000).toISOString()}.`
  }
  const seconds = Number.parseInt(String(headers['retry-after'] ?? ''), 10)
  if (seconds >= 0) return `Run the job again in ${seconds} seconds.`
  const isLimit = status === 429 || /rate limit|abuse detection/i.test(message)
  return isLimit ? `Run the job again in ${DEFAULT_WAIT}.` : null
}

function advice(route: Route, status: number): string {
  const permission = permissionOf(route)
  if (status === 401) return 'Give the step a valid token: with: { token: $' + '{{ github.token }} }'
  if (!FORBIDDEN.includes(status)) return 'Please report this answer: it should not be possible.'
  return `Give the job this permission in the workflow: permissions: { ${permission} }. GitHub never grants it to pull requests from forks.`
}

/** GitHub's own words: one short line, without control characters. */
function quote({ message }: Failure): string {
  const line = message.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim()
  return line.length > MAX_QUOTE ? `${line.slice(0, MAX_QUOTE)}...` : line
}
