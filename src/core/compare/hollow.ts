/** Drivers that do not need what their GREEN wrote: judged by runs with its functions emptied. */

import type { EmptiedProduction } from '../model/evidence.ts'
import type { Cycle } from '../model/state.ts'
import type { TestId } from '../model/test-run.ts'
import type { DriverReport } from './drivers.ts'

export interface HollowReport {
  /** Pass whatever the code does. */
  readonly hollow: readonly TestId[]
  /** Ask for no more than that the code is there and does not throw. */
  readonly weak: readonly TestId[]
  /** Accept any value of the type that the code returns. */
  readonly unpinned: readonly TestId[]
  readonly untried: readonly TestId[]
  /** Passed, and no assertion of their own failed at RED: only the runs could say what they ask for. */
  readonly unasserted: readonly TestId[]
  /** Whether the runs prove that: everything that changed was emptied. */
  readonly isCertain: boolean
  /** Whether no driver asks for anything. */
  readonly isNothingAsked: boolean
}

/**
 * A driver whose own assertion failed at RED, or that production failed, asked for something: an empty body may well be the
 * answer ("no longer throws", "is not called").
 */
export function reportHollow(
  { asserting = [] }: Pick<Cycle, 'asserting'>,
  { passing }: DriverReport,
  { functions, noticed, notEmptied, ...seen }: EmptiedProduction,
): HollowReport {
  const own = new Set(passing)
  const asked = new Set(asserting)
  const unstable = (ids: readonly TestId[]) => ids.filter((id) => own.has(id) && !asked.has(id))
  const hollow = unstable(seen.hollow)
  const weak = unstable(seen.weak)
  const unpinned = seen.unpinned.filter((id) => own.has(id))
  const untried = unstable(seen.untried)
  return {
    ...{ hollow, weak, unpinned, untried, unasserted: unstable(passing) },
    isCertain: functions > 0 && notEmptied.length === 0,
    isNothingAsked: noticed === 0 && untried.length === 0 && !passing.some((id) => asked.has(id)),
  }
}

/** Whether a finding refuses the drivers: all that pass whatever the code does, or each where none asks for anything. */
export function refusedDrivers({ hollow, weak, isCertain, isNothingAsked }: HollowReport): readonly TestId[] {
  if (!isCertain) return []
  return isNothingAsked ? [...hollow, ...weak].toSorted() : hollow
}
