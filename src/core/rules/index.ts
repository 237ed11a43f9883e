/** Lists every rule, in the order in which a reader should fix the findings. */
import { addedExportIsShown } from './added-export-is-shown.ts'
import { answersAreGeneral } from './answers-are-general.ts'
import { attemptsAreLimited } from './attempts-are-limited.ts'
import { changedTestIsShown } from './changed-test-is-shown.ts'
import { changesArePinned } from './changes-are-pinned.ts'
import { characterizationIsApproved } from './characterization-is-approved.ts'
import { claimsAreTrue } from './claims-are-true.ts'
import { conflictIsShown } from './conflict-is-shown.ts'
import { counterfactualFails } from './counterfactual-fails.ts'
import { coverageHolds } from './coverage-holds.ts'
import { coverageIsShown } from './coverage-is-shown.ts'
import { doublesAreReal } from './doubles-are-real.ts'
import { driversNeedProduction } from './drivers-need-production.ts'
import { droppedDriverIsShown } from './dropped-driver-is-shown.ts'
import { equalityIsShown } from './equality-is-shown.ts'
import { evidenceIsBound } from './evidence-is-bound.ts'
import { flakyTestIsShown } from './flaky-test-is-shown.ts'
import { greenChangesProduction } from './green-changes-production.ts'
import { greenKeepsHarness } from './green-keeps-harness.ts'
import { greenKeepsTests } from './green-keeps-tests.ts'
import { greenPassesDrivers } from './green-passes-drivers.ts'
import { groundIsAccepted } from './ground-is-accepted.ts'
import { harnessChangeIsShown } from './harness-change-is-shown.ts'
import { helperChangeIsShown } from './helper-change-is-shown.ts'
import { measurementAgrees } from './measurement-agrees.ts'
import { mergeIsClean } from './merge-is-clean.ts'
import { neutralChangesNothing } from './neutral-changes-nothing.ts'
import { noTestSilenced } from './no-test-silenced.ts'
import { noTestVanished } from './no-test-vanished.ts'
import { onlyGreenTurnsDrivers } from './only-green-turns-drivers.ts'
import { pathsArePlain } from './paths-are-plain.ts'
import { plannedTestsAreExact } from './planned-tests-are-exact.ts'
import { productionIsAskedFor } from './production-is-asked-for.ts'
import { productionKnowsNoTest } from './production-knows-no-test.ts'
import { provedTestsHold } from './proved-tests-hold.ts'
import { quarantineIsShown } from './quarantine-is-shown.ts'
import { readDataIsShown } from './read-data-is-shown.ts'
import { redBeforeGreen } from './red-before-green.ts'
import { redChangesTestsOnly } from './red-changes-tests-only.ts'
import { redFailsForTheRightReason } from './red-fails-for-the-right-reason.ts'
import { redFailsInChangedFiles } from './red-fails-in-changed-files.ts'
import { redHasDriver } from './red-has-driver.ts'
import { redIdsAreStable } from './red-ids-are-stable.ts'
import { redIsProvedAtGreen } from './red-is-proved-at-green.ts'
import { redIsRepeatable } from './red-is-repeatable.ts'
import { redListsPassingTests } from './red-lists-passing-tests.ts'
import { redMatchesPlan } from './red-matches-plan.ts'
import { refactorKeepsApart } from './refactor-keeps-apart.ts'
import { replacementIsShown } from './replacement-is-shown.ts'
import { revertIsShown } from './revert-is-shown.ts'
import type { Rule } from './rule.ts'
import { skippedTestIsShown } from './skipped-test-is-shown.ts'
import { subjectIsTrue } from './subject-is-true.ts'
import { suiteIsGreen } from './suite-is-green.ts'
import { supportChangeIsShown } from './support-change-is-shown.ts'
import { taskIsPlanned } from './task-is-planned.ts'
import { testIsReplaced } from './test-is-replaced.ts'
import { testsKeepNoticing } from './tests-keep-noticing.ts'
import { trailerIsKnown } from './trailer-is-known.ts'
import { uncheckedClaimIsShown } from './unchecked-claim-is-shown.ts'
import { unrunLinesAreShown } from './unrun-lines-are-shown.ts'
import { untriedProductionIsShown } from './untried-production-is-shown.ts'
import { weakDriverIsShown } from './weak-driver-is-shown.ts'
import { workNamesItsSubtask } from './work-names-its-subtask.ts'

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
  driversNeedProduction,
  onlyGreenTurnsDrivers,
  provedTestsHold,
  testsKeepNoticing,
  coverageHolds,
  claimsAreTrue,
  attemptsAreLimited,
  redIsProvedAtGreen,
  redListsPassingTests,
  plannedTestsAreExact,
  testIsReplaced,
  changedTestIsShown,
  flakyTestIsShown,
  quarantineIsShown,
  harnessChangeIsShown,
  helperChangeIsShown,
  supportChangeIsShown,
  readDataIsShown,
  skippedTestIsShown,
  revertIsShown,
  conflictIsShown,
  subjectIsTrue,
  replacementIsShown,
  weakDriverIsShown,
  doublesAreReal,
  uncheckedClaimIsShown,
  equalityIsShown,
  workNamesItsSubtask,
  droppedDriverIsShown,
  productionIsAskedFor,
  untriedProductionIsShown,
  unrunLinesAreShown,
  coverageIsShown,
  changesArePinned,
  answersAreGeneral,
  addedExportIsShown,
  productionKnowsNoTest,
]

/** The level of each rule by itself. */
export const RULE_LEVELS = Object.fromEntries(rules.map(({ code, level }) => [code, level]))
