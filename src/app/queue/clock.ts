/** The clock of the queue, which measures pauses. */

export interface Clock {
  /** Milliseconds since 1970, comparable between processes. */
  readonly now: () => number
  /** Resolves after `ms`, or at once when the signal is aborted. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>
}

export const CLOCK: Clock = {
  now: () => Date.now(),
  // `node:timers/promises` is not used, because it creates an error with a stack for each aborted wait.
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
