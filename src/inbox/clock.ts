/** The time as the inbox sees it: what pauses are measured with. */
import { setTimeout as wait } from 'node:timers/promises'

export interface Clock {
  /** Milliseconds since 1970: several processes compare them. */
  readonly now: () => number
  /** Resolves after `ms`, or at once when the signal is aborted. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>
}

export const CLOCK: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) => wait(ms, undefined, { signal }).catch(forgiveAbort),
}

function forgiveAbort(error: unknown): void {
  if (!(error instanceof Error) || error.name !== 'AbortError') throw error
}
