/** Repeats the files of a commit. */
import type { Measured } from '../../core/compare/measured.ts'
import type { MeasurementPlan } from '../../core/evaluate/measurement-plan.ts'
import type { Commit } from '../../core/model/commit.ts'
import { EMPTY_RUN, type TestId } from '../../core/model/test-run.ts'
import type { Execution, ExecutionRequest } from '../../test-runner/execution.ts'
import type { Measurer } from '../../test-runner/measurer.ts'
import type { Session } from './session.ts'

/** Returns whether no file loads because the project lacks code that they import: each run must end in the same way. */
export function lacksCode({ runs: [first = EMPTY_RUN], isOurs }: Pick<Measured, 'runs' | 'isOurs'>): boolean {
  const { cases, loadErrors, hookFailures, runErrors } = first
  const isLacking = loadErrors.every(({ missing, file }) => missing !== null && isOurs(missing, file))
  return loadErrors.length > 0 && isLacking && cases.length + hookFailures.length + runErrors.length === 0
}

interface Again {
  readonly session: Pick<Session, 'measurer'>
  readonly commit: Commit
  readonly plan: MeasurementPlan
  /** Called where something runs: a cached run starts nothing. */
  readonly onStart: () => void
}

export interface Repeated extends Execution {
  /** False where the canary kept drivers from running, too. */
  readonly withCanary: boolean
}

/**
 * Repeats them; at GREEN with a canary in each file. In a suite that stops at its first failure the canary keeps
 * drivers from running. Then the files run once more without it, and the canary's result stands.
 */
export async function runAgain(
  { session, commit, plan, onStart }: Again,
  done: { readonly drivers: ReadonlySet<TestId> } | null,
  time: number,
): Promise<Repeated> {
  const request = { files: plan.files, coverage: false, repeat: time, withCanary: done !== null, onStart }
  const joined = await session.measurer.execute(commit.tree, request)
  const ran = new Set(joined.run.cases.flatMap(({ id, outcome }) => (outcome === 'skipped' ? [] : [id])))
  if (done === null || [...done.drivers].every((id) => ran.has(id))) return { ...joined, withCanary: done !== null }
  const alone = await session.measurer.execute(commit.tree, { ...request, withCanary: false })
  const problems = [...alone.problems, ...joined.problems.filter(({ code }) => code === 'canary')]
  return { ...alone, problems, durationMs: joined.durationMs + alone.durationMs, withCanary: false }
}

/** Runs single files as they were repeated: a test that sees its canary, or misses it, could tell the runs apart. */
export function asRepeated(measurer: Measurer, { withCanary }: Pick<Repeated, 'withCanary'>): Measurer {
  const asIn = (request: ExecutionRequest) => ({ ...request, withCanary: withCanary && request.files !== null })
  return { ...measurer, execute: (tree, request) => measurer.execute(tree, asIn(request)) }
}
