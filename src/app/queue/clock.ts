/** The time as the inbox sees it: what pauses are measured with. */

export interface Clock {
  /** Milliseconds since 1970: several processes compare them. */
  readonly now: () => number
  /** Resolves after `ms`, or at once when the signal is aborted. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>
}

export const CLOCK: Clock = {
  now: () => Date.now(),
  // Not `node:timers/promises`: it makes an error, stack and all, whenever a sleeper is woken.
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', wake)
        resolve()
      }
      const timer = setTimeout(wake, ms)
      signal.addEventListener('abort', wake)
      if (signal.aborted) wake()
    }),
}
