/** Runs files of drivers and changed tests once more in another order, time zone and locale. It is advice: no result rejects a commit. */
import type { Measured } from '../core/compare/measured.ts'
import type { Phase } from '../core/evaluate/phase.ts'
import type { FileChange } from '../core/model/commit.ts'
import { CONDITIONS, type Condition } from '../core/model/config.ts'
import type { Evidence, VariedTest } from '../core/model/evidence.ts'
import { isFailing, type TestRun } from '../core/model/test-run.ts'
import { flakyTestIsShown } from '../core/rules/flaky-test-is-shown.ts'
import { nearby } from '../core/text/nearby.ts'
import { byId } from '../core/util/order.ts'
import type { Execution } from '../test-runner/execution.ts'
import { planRun } from '../test-runner/run-plan.ts'
import { toHandCommand } from '../test-runner/vary.ts'
import type { HollowRequest } from './hollow.ts'

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
  files: readonly string[],
): Promise<Varied | null> {
  const { suitesToRun: suites } = session
  const canShuffle = suites.some(({ runner }) => runner?.shuffle)
  const wanted = session.config.test.vary ?? CONDITIONS
  const vary = CONDITIONS.filter((one) => wanted.includes(one) && (one !== 'order' || canShuffle))
  const isWanted = takesFiles && session.criteria.policy.rules[flakyTestIsShown.code] !== 'off'
  if (!isWanted || vary.length === 0 || files.length === 0 || problems.length > 0) return null
  const near = nearby(files)
  const passing = runs.map(({ cases }) => new Set(cases.flatMap(({ id, outcome }) => (outcome === 'passed' ? id : []))))
  const executions: Execution[] = []
  const findFailing = async (some: readonly Condition[]) => {
    const request = { files, coverage: false, repeat: 1, withCanary: false, ...(some.length > 0 && { vary: some }) }
    const execution = await session.measurer.execute(commit.tree, request)
    executions.push(execution)
    if (execution.problems.length > 0) return []
    return execution.run.cases.filter(
      ({ id, file, outcome }) =>
        isFailing(outcome) && near.has(file ?? '') && passing.every((passed) => passed.has(id)),
    )
  }
  const found = await findFailing(vary)
  // Without a repeated run, the files did not run alone before: there a test may fail for want of the others.
  const usual = new Set(found.length > 0 && runs.length === 1 ? (await findFailing([])).map(({ id }) => id) : [])
  const failing = found
    .filter(({ id }) => !usual.has(id))
    .toSorted(byId)
    .slice(0, MAX_VARIED)
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

/** Returns the test files of a change that drives nothing. */
export function getUpkeep(phase: Phase, changes: readonly FileChange[]): readonly string[] {
  if (phase !== 'neutral' && phase !== 'refactor') return []
  return changes.filter((change) => change.class === 'test' && change.after !== null).map(({ path }) => path)
}

/** Recognises a RED that describes existing behaviour. */
export const passesAtOnce = ({ comparison, loadFailures }: Evidence): boolean =>
  comparison.newlyFailing.length + loadFailures.length === 0

/** Adds what tests show that drive nothing: no GREEN runs them in this way. */
export async function withVaried(
  request: HollowRequest,
  { measured, runs }: { readonly measured: Measured; readonly runs: readonly TestRun[] },
  files: readonly string[],
) {
  const isAimed = (file: string) => {
    const { parts } = planRun(request.session.suitesToRun, [file], new Set([file]))
    return parts.length > 0 && parts.every((part) => part.files !== null)
  }
  const found = await tryVaried({ ...request, takesFiles: true }, measured, files.filter(isAimed))
  if (found === null) return { measured, runs }
  const durationMs = measured.durationMs + found.durationMs
  return { measured: { ...measured, varied: found.varied, durationMs }, runs }
}
