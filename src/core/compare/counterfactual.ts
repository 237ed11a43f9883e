/** The counterfactual: the drivers without this cycle's production change. Free when that tree was seen failing already. */

import type { Commit, FileChange } from '../model/commit.ts'
import type { Cycle, GateState } from '../model/state.ts'
import { type ChangeSet, compose, isSameSet } from './change-set.ts'

type BaseState = Pick<GateState, 'production' | 'surroundings'>

/** True when taking production back gives the very tree on which the cycle's drivers were seen failing. */
export function isCounterfactualFree(baseState: BaseState, commit: Commit, cycle: Cycle): boolean {
  const others = commit.changes.filter((change) => !isProduction(change))
  return cycle.isPristine && isSameSet(compose(baseState.surroundings, others), cycle.surroundings)
}

/** Production as it differs from the last settled commit: what is taken back. */
export function productionSince(baseState: BaseState, commit: Commit): ChangeSet {
  return compose(baseState.production, commit.changes.filter(isProduction))
}

function isProduction(change: FileChange): boolean {
  return change.class === 'production'
}
