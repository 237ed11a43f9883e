/**
 * Plans the counterfactual: the drivers without this cycle's production change. It costs nothing when that tree was
 * already seen failing.
 */

import type { Commit, FileChange } from '../model/commit.ts'
import type { Cycle, GateState } from '../model/state.ts'
import { type ChangeSet, compose, isSameSet } from './change-set.ts'

type BaseState = Pick<GateState, 'production' | 'otherChanges'>

/** Returns true when reverting production gives the very tree on which the cycle's drivers failed. */
export function isCounterfactualFree(baseState: BaseState, commit: Commit, cycle: Cycle): boolean {
  const others = commit.changes.filter((change) => !isProduction(change))
  return cycle.isPristine && isSameSet(compose(baseState.otherChanges, others), cycle.otherChanges)
}

/** Returns the production changes since the baseline: the part to revert. */
export function productionSince(baseState: BaseState, commit: Commit): ChangeSet {
  return compose(baseState.production, commit.changes.filter(isProduction))
}

function isProduction(change: FileChange): boolean {
  return change.class === 'production'
}
