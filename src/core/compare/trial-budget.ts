/** The budget of a commit's trials, counted in tests that run again: no clock decides what is tried. */

/** Each run starts processes, which counts as much as so many tests. */
export const START = 200
/** By default the start of so many runs is there beside one run of the suite. */
export const DEFAULT_STARTS = 16

/** @param tests the number that one run holds */
export const getRunCost = (tests: number): number => START + tests

/**
 * @param tests of the whole suite at that commit
 * @param suites as configured, in runs of this suite
 */
export function getTrialBudget(tests: number, suites?: number): number {
  const suite = getRunCost(tests)
  return suites === undefined ? suite + DEFAULT_STARTS * START : Math.round(suites * suite)
}

/** What one trial may spend: so none leaves nothing for the trials after it. */
export const getShare = (left: number): number => Math.floor(left / 2)
