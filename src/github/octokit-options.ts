/** The options of every Octokit of this product: timeouts, retries and logging. */

export interface Connection {
  readonly token: string
  /** `https://api.github.com`, or the value of GITHUB_API_URL. */
  readonly baseUrl: string
  readonly fetch?: typeof globalThis.fetch
  /** The first pause between two attempts in milliseconds. The second is four times as long. */
  readonly retryBaseMs?: number
  /** The time limit of one attempt in milliseconds. */
  readonly timeoutMs?: number
}

export const RETRIES = 2
const RETRY_BASE_MS = 1000
export const TIMEOUT_MS = 30_000
/** Repeating these requests is useless. Rate limits are reported, because a waiting job costs money. */
export const FINAL = [400, 401, 403, 404, 409, 410, 422, 429, 451]
const SILENT = { debug: ignore, info: ignore, warn: ignore, error: ignore }

/** Returns the options for an Octokit with the plugin `retry`, without the token. */
export function toOctokitOptions({ baseUrl, fetch, retryBaseMs, timeoutMs }: Omit<Connection, 'token'>) {
  return {
    baseUrl,
    userAgent: 'tdd-gate',
    log: SILENT,
    request: { fetch: withTimeout(fetch ?? globalThis.fetch, timeoutMs ?? TIMEOUT_MS), log: SILENT },
    retry: { retries: RETRIES, retryAfterBaseValue: retryBaseMs ?? RETRY_BASE_MS, doNotRetry: FINAL },
  }
}

/** Wraps fetch with a timeout for each attempt. A common signal would abort later attempts before they start. */
export function withTimeout(fetch: typeof globalThis.fetch, timeoutMs: number): typeof globalThis.fetch {
  return (input, init) => fetch(input, { ...init, signal: AbortSignal.timeout(timeoutMs) })
}

function ignore(): void {
  // Octokit's own messages do not belong into a job log.
}
