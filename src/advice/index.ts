/** Lists the repairs that the gate tries on a copy, in this order. */
import { correctRedAtItsPlace, moveIntoGreen, squashEarlier, squashNext, testsFirst } from './candidates/move.ts'
import { quarantine } from './candidates/quarantine.ts'
import { splits } from './candidates/split.ts'
import { stateCharacterize, stateGreen, stateNeutral, stateRed, stateRefactor } from './candidates/state-phase.ts'
import { stateTask } from './candidates/state-task.ts'
import type { Candidate } from './situation.ts'

export const candidates: readonly Candidate[] = [
  stateTask,
  stateRefactor,
  ...splits,
  testsFirst,
  stateCharacterize,
  quarantine,
  stateNeutral,
  stateRed,
  stateGreen,
  correctRedAtItsPlace,
  squashNext,
  squashEarlier,
  moveIntoGreen,
]
