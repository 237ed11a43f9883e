/** How long a run may take on a tree whose code was changed by us: it may wait for ever. */

/** Of what all runs with the code took, within bounds. */
const TIME_LIMIT = 2
const MIN_TIME_LIMIT_MS = 20_000
const MAX_TIME_LIMIT_MS = 120_000

export function getTimeLimit(tookMs: number): number {
  return Math.min(Math.max(MIN_TIME_LIMIT_MS, TIME_LIMIT * tookMs), MAX_TIME_LIMIT_MS)
}
