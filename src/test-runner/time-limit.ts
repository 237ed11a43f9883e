/** Bounds the time of one judgement, as `policy.maxMinutes` says. */
import { outOfTime } from '../core/errors/measuring.ts'

export interface TimeLimit {
  /** Aborts what is measured when the time is over, or when the caller aborts. */
  readonly signal: AbortSignal
  /**
   * Does the work within the time.
   * @param progress how many commits of how many are done
   * @throws GateError when the time ends first
   */
  readonly within: <T>(work: () => Promise<T>, progress: () => readonly [done: number, all: number]) => Promise<T>
}

/** @param minutes null: without a limit */
export function openTimeLimit(signal: AbortSignal, minutes: number | null): TimeLimit {
  if (minutes === null) return { signal, within: (work) => work() }
  const over = new AbortController()
  return {
    signal: AbortSignal.any([signal, over.signal]),
    within: async (work, progress) => {
      const timer = setTimeout(() => over.abort(outOfTime(minutes, ...progress())), minutes * 60_000)
      try {
        return await work()
      } finally {
        clearTimeout(timer)
      }
    },
  }
}
