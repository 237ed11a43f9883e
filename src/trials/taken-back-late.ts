/** Runs RED's tree once more after GREEN: a driver that passes there now depended on something outside of the tree. */

import type { Measured } from '../core/compare/compare.ts'
import { productionSince } from '../core/compare/counterfactual.ts'
import type { TrackedTest } from '../core/model/evidence.ts'
import { trackedFiles } from '../core/model/state.ts'
import type { Execution } from '../test-runner/execution.ts'
import type { EmptiedResult } from './emptied.ts'
import type { Candidates, HollowRequest } from './hollow.ts'
import { runOldForm } from './old-form.ts'

/** Emptied production, and other data where every driver fails, is nearly RED's tree, and ran after GREEN. */
function isNearlyRed({ emptied, executions }: EmptiedResult): boolean {
  const isNoticed = emptied.unpinned.length + emptied.untried.length === 0
  return executions.length > 0 && (emptied.functions > 0 || isNoticed)
}

/**
 * Runs the drivers once more, only where nothing that is nearly RED's tree ran after GREEN.
 * @returns the executions, and the completed measurement; null when no rule needs it
 */
export async function takeBackLate(
  { session, state, commit }: HollowRequest,
  measured: Measured,
  { cycles, drivers, tried }: Pick<Candidates, 'cycles' | 'drivers'> & { readonly tried: EmptiedResult | null },
): Promise<{ readonly executions: readonly Execution[]; readonly measured: Measured } | null> {
  const changes = [...productionSince(state, commit).values()]
  const isSettled = measured.counterfactual !== null || tried === null || isNearlyRed(tried)
  if (isSettled || changes.length === 0) return null
  // The runs of RED have the numbers before; a cached one of them would repeat the old result.
  const repeat = session.config.test.reruns + 1
  const execution = await runOldForm(session, { tree: commit.tree, changes, files: trackedFiles(cycles), repeat })
  const isDriver = ({ id }: TrackedTest) => drivers.has(id)
  return {
    executions: [execution],
    measured: { ...measured, counterfactual: { run: execution.run, drivers: isDriver } },
  }
}
