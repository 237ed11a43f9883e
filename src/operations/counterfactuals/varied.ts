/** Runs the files of the drivers once more in another order, time zone and locale. It is advice: no result refuses. */
import type { Measured } from '../../core/compare/measured.ts'
import { CONDITIONS, type Condition } from '../../core/model/config.ts'
import type { VariedTest } from '../../core/model/evidence.ts'
import { trackedFiles } from '../../core/model/state.ts'
import { isFailing } from '../../core/model/test-run.ts'
import { flakyTestIsShown } from '../../core/rules/flaky-test-is-shown.ts'
import { nearby } from '../../core/text/nearby.ts'
import { byId } from '../../core/util/order.ts'
import type { Execution } from '../../test-runner/execution.ts'
import { toSuite } from '../../test-runner/run-plan.ts'
import { runners } from '../../test-runner/runners/index.ts'
import { toHandCommand } from '../../test-runner/vary.ts'
import type { Candidates, HollowRequest } from './hollow.ts'

/** More failures have one cause. */
const MAX_VARIED = 10

interface Varied {
  readonly varied: readonly VariedTest[]
  readonly durationMs: number
}

/**
 * Runs with all conditions at once, and with each alone only when a test fails there.
 * @returns null where the project does not want it, and where the command takes no files
 */
export async function tryVaried(
  { session, commit, takesFiles }: HollowRequest,
  { runs, problems }: Measured,
  { cycles }: Pick<Candidates, 'cycles'>,
): Promise<Varied | null> {
  const suites = session.suites.map((suite) => toSuite(suite, runners))
  const canShuffle = suites.some(({ runner }) => runner?.shuffle)
  const wanted = session.config.test.vary ?? CONDITIONS
  const vary = CONDITIONS.filter((one) => wanted.includes(one) && (one !== 'order' || canShuffle))
  const isWanted = takesFiles && session.criteria.policy.rules[flakyTestIsShown.code] !== 'off'
  if (!isWanted || vary.length === 0 || problems.length > 0) return null
  const files = trackedFiles(cycles)
  const near = nearby(files)
  const passing = runs.map(({ cases }) => new Set(cases.flatMap(({ id, outcome }) => (outcome === 'passed' ? id : []))))
  const executions: Execution[] = []
  const findFailing = async (some: readonly Condition[]) => {
    const request = { files, coverage: false, repeat: 1, withCanary: false, vary: some }
    const execution = await session.measurer.execute(commit.tree, request)
    executions.push(execution)
    if (execution.problems.length > 0) return []
    return execution.run.cases.filter(
      ({ id, file, outcome }) =>
        isFailing(outcome) && near.has(file ?? '') && passing.every((passed) => passed.has(id)),
    )
  }
  const failing = (await findFailing(vary)).toSorted(byId).slice(0, MAX_VARIED)
  const alone = new Map<Condition, ReadonlySet<string>>()
  for (const one of failing.length > 0 && vary.length > 1 ? vary : [])
    alone.set(one, new Set((await findFailing([one])).map(({ id }) => id)))
  const varied = failing.map(({ id, file }): VariedTest => {
    const single = vary.filter((one) => alone.get(one)?.has(id))
    const by = single.length > 0 ? single : vary
    return { id, by, command: toHandCommand(suites, file ?? '', by) }
  })
  return { varied, durationMs: executions.reduce((sum, { durationMs }) => sum + durationMs, 0) }
}
