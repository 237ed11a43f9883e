/** What every Octokit of this product is made with, whoever brings it: how long it waits, what it asks again, and what it says. */

export interface Connection {
  readonly token: string
  /** `https://api.github.com`, or what GITHUB_API_URL says. */
  readonly baseUrl: string
  readonly fetch?: typeof globalThis.fetch
  /** The first pause between two tries in milliseconds; the second is four times as long. */
  readonly retryBaseMs?: number
  /** How long one try may take. */
  readonly timeoutMs?: number
}

export const RETRIES = 2
const RETRY_BASE_MS = 1000
export const TIMEOUT_MS = 30_000
/** Asking again changes nothing about these; limits are told instead of waited for, because the job costs while it waits. */
export const FINAL = [400, 401, 403, 404, 409, 410, 422, 429, 451]
const SILENT = { debug: ignore, info: ignore, warn: ignore, error: ignore }

/** For the constructor of an Octokit with the plugin `retry`; the token is not among them. */
export function toOctokitOptions({ baseUrl, fetch, retryBaseMs, timeoutMs }: Omit<Connection, 'token'>) {
  return {
    baseUrl,
    userAgent: 'tdd-gate',
    log: SILENT,
    request: { fetch: withTimeout(fetch ?? globalThis.fetch, timeoutMs ?? TIMEOUT_MS), log: SILENT },
    retry: { retries: RETRIES, retryAfterBaseValue: retryBaseMs ?? RETRY_BASE_MS, doNotRetry: FINAL },
  }
}

/** Every try has its own time: one signal for all would end the later ones before they start. */
export function withTimeout(fetch: typeof globalThis.fetch, timeoutMs: number): typeof globalThis.fetch {
  return (input, init) => fetch(input, { ...init, signal: AbortSignal.timeout(timeoutMs) })
}

function ignore(): void {
  // Octokit's own remarks are not for the readers of a job log.
}
