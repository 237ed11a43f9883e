/** Every rule, in the order in which a reader should mend what they find. */
import { attemptsAreLimited } from './attempts-are-limited.ts'
import { characterizationIsApproved } from './characterization-is-approved.ts'
import { claimsAreTrue } from './claims-are-true.ts'
import { counterfactualFails } from './counterfactual-fails.ts'
import { coverageHolds } from './coverage-holds.ts'
import { evidenceIsBound } from './evidence-is-bound.ts'
import { greenChangesProduction } from './green-changes-production.ts'
import { greenKeepsHarness } from './green-keeps-harness.ts'
import { greenKeepsTests } from './green-keeps-tests.ts'
import { greenPassesDrivers } from './green-passes-drivers.ts'
import { groundIsAccepted } from './ground-is-accepted.ts'
import { harnessChangeIsShown } from './harness-change-is-shown.ts'
import { measurementAgrees } from './measurement-agrees.ts'
import { mergeIsClean } from './merge-is-clean.ts'
import { neutralChangesNothing } from './neutral-changes-nothing.ts'
import { noTestSilenced } from './no-test-silenced.ts'
import { noTestVanished } from './no-test-vanished.ts'
import { onlyGreenTurnsDrivers } from './only-green-turns-drivers.ts'
import { pathsArePlain } from './paths-are-plain.ts'
import { redBeforeGreen } from './red-before-green.ts'
import { redChangesTestsOnly } from './red-changes-tests-only.ts'
import { redFailsForTheRightReason } from './red-fails-for-the-right-reason.ts'
import { redFailsInChangedFiles } from './red-fails-in-changed-files.ts'
import { redHasDriver } from './red-has-driver.ts'
import { redIdsAreStable } from './red-ids-are-stable.ts'
import { redIsRepeatable } from './red-is-repeatable.ts'
import { redListsPassingTests } from './red-lists-passing-tests.ts'
import { redMatchesPlan } from './red-matches-plan.ts'
import { refactorKeepsApart } from './refactor-keeps-apart.ts'
import type { Rule } from './rule.ts'
import { suiteIsGreen } from './suite-is-green.ts'
import { taskIsPlanned } from './task-is-planned.ts'
import { trailerIsKnown } from './trailer-is-known.ts'

export const rules: readonly Rule[] = [
  evidenceIsBound,
  measurementAgrees,
  trailerIsKnown,
  taskIsPlanned,
  groundIsAccepted,
  mergeIsClean,
  pathsArePlain,
  redChangesTestsOnly,
  redBeforeGreen,
  greenKeepsTests,
  greenKeepsHarness,
  greenChangesProduction,
  refactorKeepsApart,
  neutralChangesNothing,
  characterizationIsApproved,
  redHasDriver,
  redFailsForTheRightReason,
  redFailsInChangedFiles,
  redIsRepeatable,
  redIdsAreStable,
  redMatchesPlan,
  greenPassesDrivers,
  suiteIsGreen,
  noTestVanished,
  noTestSilenced,
  counterfactualFails,
  onlyGreenTurnsDrivers,
  coverageHolds,
  claimsAreTrue,
  attemptsAreLimited,
  redListsPassingTests,
  harnessChangeIsShown,
]
