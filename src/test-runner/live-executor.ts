/** Executes tests live: in the checkout, with the canary as a file. */
import type { Prover, ProverContext } from './canary/canary.ts'
import { joinCanary } from './canary/join.ts'
import { canTarget } from './command.ts'
import type { TestExecutor } from './executor.ts'
import { getReportFolder, launchSuite } from './launch.ts'
import { launchMeasuring } from './own-coverage.ts'
import { getMachinePlaces } from './process/redact-paths.ts'
import type { RunPart, Suite } from './run-plan.ts'

interface LiveContext extends Omit<ProverContext, 'onStep' | 'freshen'> {
  readonly prover: Prover
  /** Whether whole suites measure coverage, although the configuration names no file. */
  readonly measuresCoverage: boolean
  readonly onStep: (step: 'run' | 'canary', suite: Suite) => void
}

/**
 * Creates the executor. It restores the committed checkout before each launch, which removes the changes of earlier
 * ones.
 */
export function liveExecutor(context: LiveContext): TestExecutor {
  const { sandbox, prepared } = context
  let isFresh = true
  const freshen = async () => {
    if (!isFresh) await prepared.freshen()
    isFresh = true
  }
  let isJoined = false
  const dirty = async () => {
    if (!isJoined) await freshen()
    isJoined = false
    isFresh = false
  }
  return {
    places: sandbox.isolation === 'namespaces' ? [sandbox.places.checkout] : getMachinePlaces(context.tree),
    launch: async (part) => {
      context.onStep('run', part.suite)
      const joined = isJoined
      await dirty()
      const launch = (one: RunPart) => launchSuite(joined ? built(one) : one, context)
      if (!context.measuresCoverage || part.files !== null) return launch(part)
      return launchMeasuring(part, { reports: getReportFolder(context), launch, freshen: dirty })
    },
    join: async (suite, canaries) => {
      await freshen()
      for (const canary of canaries) joinCanary(suite, canary, context.tree)
      isJoined = true
    },
    prove: (suite, paths) => context.prover(suite, paths, { ...context, freshen: dirty }),
  }
}

/** Builds again before tests that run as built: the earlier build knows no canary. */
function built(part: RunPart): RunPart {
  const { config } = part.suite
  if (config.build === null || canTarget(config.command, [])) return part
  return { ...part, suite: { ...part.suite, config: { ...config, command: `${config.build} && ${config.command}` } } }
}
