/** Detects failures by chance, in test files that the change does not touch: they pass when repeated, or fail without it. */

import type { RunIndex } from '../../core/compare/tracked-tests.ts'
import type { MeasurementPlan } from '../../core/evaluate/measurement-plan.ts'
import type { Phase } from '../../core/evaluate/phase.ts'
import type { Commit, Sha } from '../../core/model/commit.ts'
import { type GateState, openDrivers } from '../../core/model/state.ts'
import { isFailing, type Outcome, type TestCase, type TestId } from '../../core/model/test-run.ts'
import { nearby } from '../../core/text/nearby.ts'
import { type Execution, WHOLE } from '../../test-runner/execution.ts'
import type { Measurer } from '../../test-runner/measurer.ts'
import { isShard } from './visible-results.ts'

/** More failures than this are not chance. */
const MAX_SUSPECTS = 10

interface Suspicion {
  readonly measurer: Measurer
  readonly state: GateState
  readonly commit: Commit
  readonly plan: MeasurementPlan
  readonly baseline: RunIndex
  /** The baseline tree, without the change. */
  readonly before: Sha
  readonly phase: Phase
}

/**
 * Finds flaky tests. Runs single files first, because they cost little. What fails again there runs once more without
 * the change, in a whole run: a failure there is not its effect. Only when the change broke nothing, it repeats the whole run, since
 * tests may need the others to fail.
 */
export async function findFlaky(suspicion: Suspicion, first: Execution): Promise<readonly TestId[]> {
  const { measurer, commit, before } = suspicion
  const suspects = suspectsIn(suspicion, first)
  if (suspects.length === 0 || suspects.length > MAX_SUSPECTS) return []
  const run = (tree: Sha, files: readonly string[] | null) =>
    measurer.execute(tree, { ...WHOLE, files, coverage: false, repeat: 2 })
  const old: TestCase[] = []
  const lucky: TestCase[] = []
  for (const [file, tests] of Map.groupBy(suspects, (test) => test.file!)) {
    const own = await run(commit.tree, [file])
    const failing = tests.filter((test) => !hasEnded(own, test, isPassed))
    // In its company as at first: alone, a test may fail for want of the others.
    const without = failing.length === 0 ? own : await run(before, null)
    old.push(...failing.filter((test) => hasEnded(without, test, isFailing)))
    lucky.push(...tests.filter((test) => !failing.includes(test)))
    // A shard may not know that a failure is old: then the judge needs the other shards.
    const isBroken = failing.some((test) => !old.includes(test))
    if (isBroken && !isShard(measurer)) return old.map(({ id }) => id)
  }
  const whole = lucky.length === 0 && !isShard(measurer) ? null : await run(commit.tree, null)
  const passing = whole === null ? [] : lucky.filter((test) => hasEnded(whole, test, isPassed))
  return [...old, ...passing].map(({ id }) => id)
}

const isPassed = (outcome: Outcome) => outcome === 'passed'

function hasEnded({ run, problems }: Execution, { id }: TestCase, as: (outcome: Outcome) => boolean): boolean {
  const isKnown = problems.every(({ code }) => code !== 'not-recorded')
  return isKnown && run.cases.some((test) => test.id === id && as(test.outcome))
}

/** Returns failing tests that ran before, in files that the commit does not change, and that are neither known failures nor drivers. */
function suspectsIn(
  { measurer, state, commit, plan, baseline, phase }: Suspicion,
  { run, problems, scope }: Execution,
): TestCase[] {
  if (scope !== 'suite' || problems.length > 0 || run.loadErrors.length > 0) return []
  const open = openDrivers(state)
  // GREEN changes no test: its own files are those that its cycle froze.
  const own = phase === 'green' ? new Set<string>() : nearby([...commit.changes.map(({ path }) => path), ...plan.files])
  const isOwn = (file: string) => own.has(file) || open.files.has(file)
  return run.cases.filter(
    ({ id, file, outcome }) =>
      isFailing(outcome) &&
      file !== null &&
      !isOwn(file) &&
      // A shard does not know what ran before in another shard.
      (isShard(measurer) || baseline.has(id)) &&
      !state.knownFailing.has(id) &&
      !open.tests.has(id),
  )
}
