/** Finds drivers that do not need the code of their GREEN, from runs with its functions emptied. */

import type { EmptiedProduction } from '../model/counterfactuals.ts'
import type { Cycle } from '../model/state.ts'
import type { TestId } from '../model/test-run.ts'
import type { DriverReport } from './drivers.ts'

export interface HollowReport {
  /** They pass whatever the code does. */
  readonly hollow: readonly TestId[]
  /** They demand only that the code exists and does not throw. */
  readonly weak: readonly TestId[]
  /** They accept any value of the type that the code returns. */
  readonly unpinned: readonly TestId[]
  readonly anyError: readonly TestId[]
  readonly readsCode: readonly TestId[]
  /** Places of their assertions that no failure reaches. */
  readonly idle: readonly string[]
  readonly untried: readonly TestId[]
  /** They passed, and none of their own assertions failed at RED: only the runs can show what they demand. */
  readonly unasserted: readonly TestId[]
  /**
   * Failed at RED by an assertion of their own, and pass whatever the code does now: they asked for files, names or a
   * place.
   */
  readonly indifferent: readonly TestId[]
  /** Failed at RED by an assertion of their own, which asked only for a name or a place. */
  readonly namesOnly: { readonly [L in 'weak' | 'untried']: readonly TestId[] }
  /** Whether the runs prove that: everything that changed was emptied. */
  readonly isCertain: boolean
  /** Whether no driver demands anything. */
  readonly isNothingAsserted: boolean
}

/**
 * Reports hollow drivers. A driver demanded something if its own assertion failed at RED, or if production failed it.
 * An empty body may well satisfy such a driver ("no longer throws", "is not called").
 */
export function reportHollow(
  { asserting = [] }: Pick<Cycle, 'asserting'>,
  { passing }: DriverReport,
  { functions, noticed, notEmptied, ...seen }: EmptiedProduction,
): HollowReport {
  const own = new Set(passing)
  const assertingTests = new Set(asserting)
  const unstable = (ids: readonly TestId[]) => ids.filter((id) => own.has(id) && !assertingTests.has(id))
  const hollow = unstable(seen.hollow)
  const weak = unstable(seen.weak)
  const ofCycle = (ids: readonly TestId[] = []) => ids.filter((id) => own.has(id))
  const untried = unstable(seen.untried)
  const namesOnly = ofCycle(seen.namesOnly).filter((id) => assertingTests.has(id))
  return {
    hollow,
    weak,
    unpinned: ofCycle(seen.unpinned),
    anyError: ofCycle(seen.anyError),
    readsCode: ofCycle(seen.readsCode),
    idle: seen.idle ?? [],
    untried,
    unasserted: unstable(passing),
    indifferent: seen.hollow.filter((id) => own.has(id) && assertingTests.has(id)),
    namesOnly: {
      weak: namesOnly.filter((id) => seen.weak.includes(id)),
      untried: namesOnly.filter((id) => seen.untried.includes(id)),
    },
    isCertain: functions > 0 && notEmptied.length === 0,
    isNothingAsserted: noticed === 0 && untried.length === 0 && !passing.some((id) => assertingTests.has(id)),
  }
}

/**
 * Returns the drivers that a finding rejects: all that pass whatever the code does, or every driver when none demands
 * anything.
 */
export function refusedDrivers({ hollow, weak, isCertain, isNothingAsserted }: HollowReport): readonly TestId[] {
  if (!isCertain) return []
  return isNothingAsserted ? [...hollow, ...weak].toSorted() : hollow
}
