/** RED's tree once more after GREEN: a driver that passes there now waited for something outside of the tree. */
import type { Measured } from '../../core/compare/compare.ts'
import { productionSince } from '../../core/compare/counterfactual.ts'
import type { TrackedTest } from '../../core/model/evidence.ts'
import type { Execution } from '../../test-runner/measurer.ts'
import type { Session } from '../verify/session.ts'
import type { Tried } from './emptied.ts'
import type { Asked, Candidates } from './hollow.ts'

interface Late extends Asked {
  readonly session: Asked['session'] & Pick<Session, 'config'>
}

/**
 * Emptied production is nearly RED's tree, and was run after GREEN: only where no function could be emptied, the drivers
 * run once more. @returns what ran, and the measurement that it completes; null where nothing is to be asked
 */
export async function takeBackLate(
  { session, state, commit }: Late,
  measured: Measured,
  { cycles, drivers, tried }: Pick<Candidates, 'cycles' | 'drivers'> & { readonly tried: Tried | null },
): Promise<{ readonly executions: readonly Execution[]; readonly measured: Measured } | null> {
  const changes = [...productionSince(state, commit).values()]
  const isSettled = measured.counterfactual !== null || tried === null || tried.executions.length > 0
  if (isSettled || changes.length === 0) return null
  const edits = changes.map(({ path, before }) => ({ path, blob: before }))
  const tree = await session.scratch.composeTree(commit.tree, edits)
  const files = [...new Set(cycles.flatMap(({ watch }) => watch))].toSorted()
  // The runs of RED have the numbers before: a cached one of them would say what was.
  const repeat = session.config.test.reruns + 1
  const execution = await session.measurer.execute(tree, { files, coverage: false, repeat, withCanary: false })
  const isDriver = ({ id }: TrackedTest) => drivers.has(id)
  return {
    executions: [execution],
    measured: { ...measured, counterfactual: { run: execution.run, drivers: isDriver } },
  }
}
