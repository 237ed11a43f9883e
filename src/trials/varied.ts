/** Runs files of drivers and changed tests once more in another order, time zone and locale. It is advice: no result rejects a commit. */
import type { Measured } from '../core/compare/measured.ts'
import { CONDITIONS, type Condition } from '../core/model/config.ts'
import type { Evidence, VariedTest } from '../core/model/evidence.ts'
import { trackedFiles } from '../core/model/state.ts'
import { isFailing } from '../core/model/test-run.ts'
import { flakyTestIsShown } from '../core/rules/flaky-test-is-shown.ts'
import { nearby } from '../core/text/nearby.ts'
import { byId } from '../core/util/order.ts'
import { planRun } from '../test-runner/run-plan.ts'
import { toHandCommand } from '../test-runner/vary.ts'
import type { GreenTrial, TrialContext, UpkeepTrial } from './trial.ts'
import type { TrialRuns } from './trial-runs.ts'

/** More failures have one cause. */
const MAX_VARIED = 10

/** The files of the drivers of a GREEN. */
export const variedDrivers: GreenTrial = {
  code: 'varied-conditions',
  about: 'runs the drivers once more in another order, time zone and locale: they must pass',
  rules: [flakyTestIsShown.code],
  run: (context, runs) => tryVaried(context, runs, trackedFiles(context.green.cycles)),
}

/**
 * Runs with all conditions at once, and with each alone only when a test fails there.
 * @returns null where the project does not want it, and where the command takes no files
 */
export async function tryVaried(
  { session, commit, takesFiles, measured }: TrialContext,
  trialRuns: Pick<TrialRuns, 'aside'>,
  files: readonly string[],
): Promise<Pick<Measured, 'varied'> | null> {
  const { suitesToRun: suites } = session
  const canShuffle = suites.some(({ runner }) => runner?.shuffle)
  const wanted = session.config.test.vary ?? CONDITIONS
  const vary = CONDITIONS.filter((one) => wanted.includes(one) && (one !== 'order' || canShuffle))
  if (!takesFiles || vary.length === 0 || files.length === 0) return null
  const { runs } = measured
  const near = nearby(files)
  const passing = runs.map(({ cases }) => new Set(cases.flatMap(({ id, outcome }) => (outcome === 'passed' ? id : []))))
  const findFailing = async (some: readonly Condition[]) => {
    const request = { files, coverage: false, repeat: 1, withCanary: false, ...(some.length > 0 && { vary: some }) }
    const { run, problems } = await trialRuns.aside(commit.tree, request)
    if (problems.length > 0) return []
    return run.cases.filter(
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
  return { varied }
}

/** Recognises a RED that describes existing behaviour. */
export const passesAtOnce = ({ comparison, loadFailures }: Evidence): boolean =>
  comparison.newlyFailing.length + loadFailures.length === 0

/** What tests show that drive nothing: no GREEN runs them in this way. */
export const variedTests = (files: readonly string[]): UpkeepTrial => ({
  code: 'varied-tests',
  about: 'runs changed tests that passed at once in another order, time zone and locale: they must pass',
  rules: [flakyTestIsShown.code],
  run: (context, runs) => {
    const isAimed = (file: string) => {
      const { parts } = planRun(context.session.suitesToRun, [file], new Set([file]))
      return parts.length > 0 && parts.every((part) => part.files !== null)
    }
    return tryVaried({ ...context, takesFiles: true }, runs, files.filter(isAimed))
  },
})
