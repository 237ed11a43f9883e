/** Runs tests on a commit whose code the gate changed. Such code may never end, so the time is limited. */

import type { TreeEdit } from '../core/evaluate/measurement-plan.ts'
import type { Commit } from '../core/model/commit.ts'
import type { TestRun } from '../core/model/test-run.ts'
import type { Execution } from '../test-runner/execution.ts'
import type { TrialSession } from './trial-session.ts'

/** Factor on the time of all runs with the unchanged code, within bounds. */
const TIME_LIMIT = 2
const MIN_TIME_LIMIT_MS = 20_000
const MAX_TIME_LIMIT_MS = 120_000

/** Returns whether a whole suite can end within the limit, though changed code runs. */
export const mayEndInTime = (suiteMs: number): boolean => suiteMs <= MAX_TIME_LIMIT_MS

interface ChangedRun {
  readonly session: Pick<TrialSession, 'scratch' | 'measurer'>
  readonly commit: Pick<Commit, 'tree'>
  /** The time of all runs with the unchanged code. */
  readonly tookMs: number
  /** Gets the execution. */
  readonly executions: Execution[]
  /** Null: the whole suite. */
  readonly files: readonly string[] | null
}

/** Runs the files once with these changes of the commit's tree. */
export async function executeChanged(changed: ChangedRun, edits: readonly TreeEdit[]): Promise<Execution> {
  const { tree, request } = await toRequest(changed, edits)
  const execution = await changed.session.measurer.execute(tree, request)
  changed.executions.push(execution)
  return execution
}

export async function runChanged(changed: ChangedRun, edits: readonly TreeEdit[]): Promise<TestRun> {
  return (await executeChanged(changed, edits)).run
}

/** Announces runs that will probably follow, so that helpers begin them. */
export async function announceChanged(
  changed: ChangedRun,
  all: readonly (() => Promise<readonly TreeEdit[]>)[],
): Promise<void> {
  const { measurer } = changed.session
  if (!measurer.hasHelpers) return
  for (const getEdits of all) {
    const edits = await getEdits()
    if (edits.length === 0) continue
    const { tree, request } = await toRequest(changed, edits)
    await measurer.execute(tree, { ...request, isEarly: true })
  }
}

async function toRequest(
  { session, commit, tookMs, files }: Omit<ChangedRun, 'executions'>,
  edits: readonly TreeEdit[],
) {
  const tree = await session.scratch.composeTree(commit.tree, edits)
  const timeoutMs = Math.min(Math.max(MIN_TIME_LIMIT_MS, TIME_LIMIT * tookMs), MAX_TIME_LIMIT_MS)
  const request = { files, coverage: false, repeat: 1, withCanary: false, timeoutMs, original: commit.tree }
  return { tree, request }
}
