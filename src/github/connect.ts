/** A client for GitHub's REST interface, for whoever holds a token. */
import { Octokit } from '@octokit/core'
import { retry } from '@octokit/plugin-retry'
import { type Ask, getClient } from './client.ts'
import type { Asker } from './refusal.ts'
import type { GitHub } from './routes.ts'

export interface Connection {
  readonly token: string
  /** `https://api.github.com`, or what GITHUB_API_URL says. */
  readonly baseUrl: string
  readonly fetch?: typeof globalThis.fetch
  /** The first pause between two tries in milliseconds; the second is four times as long. */
  readonly retryBaseMs?: number
  /** How long one try may take. */
  readonly timeoutMs?: number
  /** A job where it is not said. */
  readonly asker?: Asker
}

export const RETRIES = 2
const RETRY_BASE_MS = 1000
export const TIMEOUT_MS = 30_000
/** Asking again changes nothing about these; limits are told instead of waited for, because the job costs while it waits. */
export const FINAL = [400, 401, 403, 404, 409, 410, 422, 429, 451]
const SILENT = { debug: ignore, info: ignore, warn: ignore, error: ignore }

/**
 * @returns a client that asks again for what only reads, never for what writes
 * @throws from `request`: GateError `github-refused` or `github-unavailable`, with route, permission and next step
 */
export function connect({ token, baseUrl, fetch, retryBaseMs, timeoutMs, asker = 'job' }: Connection): GitHub {
  const octokit = new (Octokit.plugin(retry))({
    auth: token,
    baseUrl,
    userAgent: 'tdd-gate',
    log: SILENT,
    request: { fetch: withTimeout(fetch ?? globalThis.fetch, timeoutMs ?? TIMEOUT_MS), log: SILENT },
    retry: { retries: RETRIES, retryAfterBaseValue: retryBaseMs ?? RETRY_BASE_MS, doNotRetry: FINAL },
  })
  // With an open R the compiler cannot see that a Route is a key of Octokit's own table; the signature is the check.
  return getClient(octokit.request as Ask, asker)
}

/** Every try has its own time: one signal for all would end the later ones before they start. */
export function withTimeout(fetch: typeof globalThis.fetch, timeoutMs: number): typeof globalThis.fetch {
  return (input, init) => fetch(input, { ...init, signal: AbortSignal.timeout(timeoutMs) })
}

function ignore(): void {
  // Octokit's own remarks are not for the readers of a job log.
}
