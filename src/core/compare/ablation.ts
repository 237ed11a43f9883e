/** How much of a GREEN's production change is reverted piece by piece: each piece costs a run of the drivers. */

import type { AblationBudget } from '../model/config.ts'

export const DEFAULT_HUNKS = 6
/** Small suites get this time in any case. */
const MIN_MS = 30_000
/** With one whole run for everything that the drivers miss, a GREEN then costs at most about one and a half suites. */
const SHARE_OF_SUITE = 0.5
const MINUTE_MS = 60_000

export interface RunCost {
  readonly runs: number
  /** The time of these runs as measured, so that a replay stops where the measurement stopped. */
  readonly ms: number
}

/** @param suiteMs the time of all runs with the unchanged code */
export function isUsedUp({ hunks, minutes }: AblationBudget = {}, { runs, ms }: RunCost, suiteMs: number): boolean {
  const most = minutes === undefined ? Math.max(MIN_MS, SHARE_OF_SUITE * suiteMs) : minutes * MINUTE_MS
  return runs >= (hunks ?? DEFAULT_HUNKS) || ms >= most
}
