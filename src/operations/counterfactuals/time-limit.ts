/** Limits a run on a tree whose code we changed: it may wait for ever. */

/** Factor on the time of all runs with the code, within bounds. */
const TIME_LIMIT = 2
const MIN_TIME_LIMIT_MS = 20_000
const MAX_TIME_LIMIT_MS = 120_000

export function getTimeLimit(tookMs: number): number {
  return Math.min(Math.max(MIN_TIME_LIMIT_MS, TIME_LIMIT * tookMs), MAX_TIME_LIMIT_MS)
}
