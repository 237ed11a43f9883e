/** Detects failures by chance: tests that the change does not touch, and that pass when the same run is repeated. */

import type { RunIndex } from '../../core/compare/tracked-tests.ts'
import type { MeasurementPlan } from '../../core/evaluate/measurement-plan.ts'
import type { Commit } from '../../core/model/commit.ts'
import { type GateState, openDrivers } from '../../core/model/state.ts'
import { isFailing, type TestCase, type TestId } from '../../core/model/test-run.ts'
import { nearby } from '../../core/text/nearby.ts'
import type { Execution, Measurer } from '../../test-runner/measurer.ts'
import { WHOLE } from './settled-run.ts'
import { isShard } from './shard.ts'

/** More failures than this are not chance. */
const MAX_SUSPECTS = 10

export interface Suspicion {
  readonly measurer: Measurer
  readonly state: GateState
  readonly commit: Commit
  readonly plan: MeasurementPlan
  readonly settled: RunIndex
}

export interface Flaky {
  readonly flaky: readonly TestId[]
  /** The executions that the detection ran. */
  readonly executions: readonly Execution[]
}

const NONE: Flaky = { flaky: [], executions: [] }

/**
 * Finds flaky tests. Runs single files first, because they cost little. Only when their tests pass, it repeats the
 * whole run, since they may need the others to fail.
 */
export async function findFlaky(suspicion: Suspicion, first: Execution): Promise<Flaky> {
  const { measurer, commit } = suspicion
  const suspects = suspectsIn(suspicion, first)
  if (suspects.length === 0 || suspects.length > MAX_SUSPECTS) return NONE
  const alone = new Map<string, Execution>()
  const isPassing = ({ run, problems }: Execution, { id }: TestCase) =>
    problems.every(({ code }) => code !== 'not-recorded') &&
    run.cases.some((test) => test.id === id && test.outcome === 'passed')
  for (const file of new Set(suspects.flatMap((test) => test.file ?? []))) {
    const request = { files: [file], coverage: false, repeat: 2, withCanary: false }
    const own = await measurer.execute(commit.tree, request)
    alone.set(file, own)
    const isSettled = suspects.some((test) => test.file === file && !isPassing(own, test))
    // A shard may not know that a failure is old: then the judge needs the other shards.
    if (isSettled && !isShard(measurer)) return { flaky: [], executions: [...alone.values()] }
  }
  const again = await measurer.execute(commit.tree, { ...WHOLE, coverage: false, repeat: 2 })
  const isFlaky = (test: TestCase) =>
    [alone.get(test.file ?? ''), again].every((one) => one !== undefined && isPassing(one, test))
  return { flaky: suspects.filter(isFlaky).map(({ id }) => id), executions: [...alone.values(), again] }
}

/** Returns failing tests that ran before, in unchanged files, and that are neither known failures nor drivers. */
function suspectsIn(
  { measurer, state, commit, plan, settled }: Suspicion,
  { run, problems, scope }: Execution,
): TestCase[] {
  if (scope !== 'suite' || problems.length > 0 || run.loadErrors.length > 0) return []
  const open = openDrivers(state)
  const own = nearby([...commit.changes.map(({ path }) => path), ...plan.files])
  const isOwn = (file: string) => own.has(file) || open.files.has(file)
  return run.cases.filter(
    ({ id, file, outcome }) =>
      isFailing(outcome) &&
      file !== null &&
      !isOwn(file) &&
      // A shard does not know what ran before in another shard.
      (isShard(measurer) || settled.has(id)) &&
      !state.knownFailing.has(id) &&
      !open.tests.has(id),
  )
}
