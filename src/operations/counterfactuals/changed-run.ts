/** Runs tests on a commit whose code the gate changed. Such code may never end, so the time is limited. */
import type { TreeEdit } from '../../core/evaluate/measurement-plan.ts'
import type { Commit } from '../../core/model/commit.ts'
import type { TestRun } from '../../core/model/test-run.ts'
import type { Execution } from '../../test-runner/measurer.ts'
import type { Session } from '../verify/session.ts'

/** Factor on the time of all runs with the unchanged code, within bounds. */
const TIME_LIMIT = 2
const MIN_TIME_LIMIT_MS = 20_000
const MAX_TIME_LIMIT_MS = 120_000

interface ChangedRun {
  readonly session: Pick<Session, 'scratch' | 'measurer'>
  readonly commit: Pick<Commit, 'tree'>
  /** The time of all runs with the unchanged code. */
  readonly tookMs: number
  /** Gets the execution. */
  readonly executions: Execution[]
  /** Null: the whole suite. */
  readonly files: readonly string[] | null
}

/** Runs the files once with these changes of the commit's tree. */
export async function runChanged(
  { session, commit, tookMs, executions, files }: ChangedRun,
  edits: readonly TreeEdit[],
): Promise<TestRun> {
  const tree = await session.scratch.composeTree(commit.tree, edits)
  const timeoutMs = Math.min(Math.max(MIN_TIME_LIMIT_MS, TIME_LIMIT * tookMs), MAX_TIME_LIMIT_MS)
  const request = { files, coverage: false, repeat: 1, withCanary: false, timeoutMs }
  const execution = await session.measurer.execute(tree, request)
  executions.push(execution)
  return execution.run
}
