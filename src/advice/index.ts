/** Lists the repairs that the gate tries on a copy, in this order. */
import { splitAddedFiles } from './candidates/added-files.ts'
import { dropClaims } from './candidates/drop-claims.ts'
import {
  correctRedAtItsPlace,
  moveIntoGreen,
  rebaseMerge,
  squashEarlier,
  squashNext,
  testsFirst,
} from './candidates/move.ts'
import { quarantine } from './candidates/quarantine.ts'
import { restoreTests } from './candidates/restore.ts'
import { splits } from './candidates/split.ts'
import {
  stateCharacterize,
  stateGreen,
  stateNeutral,
  stateRed,
  stateRefactor,
  stateTestRefactor,
} from './candidates/state-phase.ts'
import { statePlannedTask, stateTask } from './candidates/state-task.ts'
import type { Candidate } from './situation.ts'

export const candidates: readonly Candidate[] = [
  stateTask,
  statePlannedTask,
  dropClaims,
  stateRefactor,
  ...splits,
  testsFirst,
  stateCharacterize,
  stateTestRefactor,
  quarantine,
  stateNeutral,
  stateRed,
  stateGreen,
  correctRedAtItsPlace,
  squashNext,
  squashEarlier,
  moveIntoGreen,
  rebaseMerge,
  splitAddedFiles,
  restoreTests,
]
