/** Runs the trials of a commit, in the order of the registry. */
import type { Measured } from '../core/compare/measured.ts'
import type { Phase } from '../core/evaluate/phase.ts'
import type { FileChange } from '../core/model/commit.ts'
import { weakestIsolation } from '../core/model/isolation.ts'
import type { TestId, TestRun } from '../core/model/test-run.ts'
import type { Execution } from '../test-runner/execution.ts'
import { acceptedNotes } from './accepted-notes.ts'
import { nearAnswers } from './answers/near-answers.ts'
import { sameAnswers } from './answers/same-answers.ts'
import { provedTests } from './at-head.ts'
import { droppedGuards } from './dropped-guards.ts'
import { editedTests } from './edited-tests.ts'
import { emptiedProduction } from './emptied/emptied.ts'
import { lateTests } from './late-tests.ts'
import { mutatedProduction, mutatedRewrites } from './mutated.ts'
import { oldHelpers } from './old-helpers.ts'
import { changedData, dataOfDrivers } from './read-data.ts'
import { takenBack } from './taken-back.ts'
import type { GreenContext, GreenTrial, TrialContext, TrialOf, UpkeepTrial } from './trial.ts'
import { isRuleOn, openTrialRuns, type TrialRuns } from './trial-runs.ts'
import { droppedBranches, unrunBranches, unrunRewrites } from './unrun-branches.ts'
import { variedDrivers, variedTests } from './varied.ts'
import { weakerTests } from './weaker-tests.ts'
import { takenBackLate, withoutProduction } from './without-production.ts'

/** What verdicts rest on comes first. */
export const GREEN_TRIALS: readonly GreenTrial[] = [
  withoutProduction,
  emptiedProduction,
  editedTests,
  takenBackLate,
  takenBack,
  droppedGuards,
  oldHelpers,
  dataOfDrivers,
  unrunBranches,
  weakerTests,
  mutatedProduction,
  variedDrivers,
  nearAnswers,
  acceptedNotes,
]
export const REFACTOR_TRIALS: readonly UpkeepTrial[] = [
  sameAnswers,
  unrunRewrites,
  droppedBranches,
  mutatedRewrites,
  changedData,
  acceptedNotes,
]

interface Tried {
  readonly measured: Measured
  /** The runs that it needed. */
  readonly runs: readonly TestRun[]
}

/** Without trials only the drivers run on the code before, as they must fail there. */
export const tryGreen = (context: GreenContext): Promise<Tried> =>
  tryAll(context.session.withoutTrials ? [withoutProduction] : GREEN_TRIALS, context)

/** Tries tests that describe what the code does already. @param files of these tests; none at a RED that drives */
export const tryTests = (context: TrialContext, files: readonly string[]): Promise<Tried> =>
  tryAll(
    files.length === 0 || context.session.withoutTrials
      ? []
      : [editedTests, weakerTests, lateTests(files), variedTests(files)],
    context,
  )

/** @param answered tests that other tests replace at the head */
export const tryHead = (context: TrialContext, answered: ReadonlySet<TestId>): Promise<Tried> =>
  tryAll([provedTests(answered)], context)

interface Upkeep {
  readonly phase: Phase
  readonly changes: readonly FileChange[]
  /** Whether the whole suite ran. */
  readonly isWhole: boolean
}

/** Tries a commit that drives nothing. */
export async function tryUpkeep(context: TrialContext, { phase, changes, isWhole }: Upkeep): Promise<Tried> {
  const isUpkeep = phase === 'refactor' || phase === 'neutral'
  if (!isUpkeep || context.session.withoutTrials) return { measured: context.measured, runs: [] }
  const files = changes.filter((change) => change.class === 'test' && change.after !== null).map(({ path }) => path)
  return tryAll([editedTests, ...(isWhole ? REFACTOR_TRIALS : []), weakerTests, variedTests(files)], context)
}

/** Each trial gets what the trials before found. A commit that could not be measured is not tried. */
async function tryAll<C extends TrialContext>(trials: readonly TrialOf<C>[], context: C): Promise<Tried> {
  if (context.measured.problems.length > 0) return { measured: context.measured, runs: [] }
  const runs = openTrialRuns(context)
  let { measured } = context
  for (const trial of trials.filter((one) => isWanted(one, context))) {
    runs.begin(trial)
    measured = { ...measured, ...(await trial.run({ ...context, measured }, runs)) }
  }
  return { measured: withRuns(measured, runs), runs: runs.executions.map(({ run }) => run) }
}

function isWanted(
  { rules, needsWhole }: Pick<UpkeepTrial, 'rules' | 'needsWhole'>,
  { session }: TrialContext,
): boolean {
  const { config, criteria } = session
  return rules.some((code) => isRuleOn(criteria, code)) && !(needsWhole && config.test.shards > 1)
}

/** Adds the runs. A test that stops there for any reason does not pass, but a missing recording did not stop it. */
function withRuns(measured: Measured, runs: TrialRuns): Measured {
  return {
    ...measured,
    tried: [...(measured.tried ?? []), ...runs.tried()],
    problems: [...measured.problems, ...getUnrecorded(runs.executions)],
    isolation: weakestIsolation([measured, ...runs.executions].flatMap(({ isolation }) => isolation ?? [])),
    durationMs: measured.durationMs + runs.durationMs(),
  }
}

/** Returns the problems of executions that a recording lacks. */
const getUnrecorded = (executions: readonly Execution[]) =>
  executions.flatMap(({ problems }) => problems.filter(({ code }) => code === 'not-recorded'))
