/** How long a run may take on a tree whose code was changed by us: it may wait for ever. */

/** Of what all runs with the code took, within bounds. */
const PATIENCE = 2
const MIN_PATIENCE_MS = 20_000
const MAX_PATIENCE_MS = 120_000

export function patience(tookMs: number): number {
  return Math.min(Math.max(MIN_PATIENCE_MS, PATIENCE * tookMs), MAX_PATIENCE_MS)
}
