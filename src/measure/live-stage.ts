/** The stage of an execution that really takes place: in the checkout, with the canary as a file. */
import type { Prover, ProverContext } from './canary.ts'
import { canaryBeside, plant } from './canary-place.ts'
import { launchSuite } from './launch.ts'
import { placesOf } from './place.ts'
import type { Suite } from './run-plan.ts'
import type { Stage } from './stage.ts'

interface LiveContext extends Omit<ProverContext, 'onStep'> {
  readonly prover: Prover
  readonly onStep: (step: 'run' | 'canary', suite: Suite) => void
}

/** The checkout holds the tree already and is ready to run. */
export function liveStage(context: LiveContext): Stage {
  return {
    places: placesOf(context.tree),
    launch: (part) => {
      context.onStep('run', part.suite)
      return launchSuite(part, context)
    },
    plant: (suite, files) => {
      const canary = canaryBeside(suite, files[0] ?? '', context.tree)
      return canary.isTaken ? { ...canary, remove: () => undefined } : { ...plant(canary), isTaken: false }
    },
    prove: (suite, paths) => context.prover(suite, paths, context),
  }
}
