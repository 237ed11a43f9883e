/** Runs tests for trials: bounds the time of changed code, runs what is equal once, and counts what was spent. */
import { indexRun, type RunIndex } from '../core/compare/compare.ts'
import type { TreeEdit } from '../core/evaluate/measurement-plan.ts'
import type { Commit, Sha } from '../core/model/commit.ts'
import type { Execution, ExecutionRequest } from '../test-runner/execution.ts'
import type { TrialSession } from './trial-session.ts'

/** Factor on the time of all runs with the unchanged code, within bounds. */
const TIME_LIMIT = 2
const MIN_TIME_LIMIT_MS = 20_000
const MAX_TIME_LIMIT_MS = 120_000

/** Returns whether a whole suite can end within the limit, though changed code runs. */
export const mayEndInTime = (suiteMs: number): boolean => suiteMs <= MAX_TIME_LIMIT_MS

/** Null: the whole suite. */
type TestFiles = readonly string[] | null

export interface TrialRuns {
  /** All executions, in order. */
  readonly executions: readonly Execution[]
  /** Runs the files with these changes of the commit's tree. */
  readonly change: (edits: readonly TreeEdit[], files: TestFiles) => Promise<Execution>
  /** The same, as the results of its tests. */
  readonly index: (edits: readonly TreeEdit[], files: TestFiles) => Promise<RunIndex>
  /** Runs a request as it is. */
  readonly execute: (tree: Sha, request: ExecutionRequest) => Promise<Execution>
  /** Runs a request for advice: no result of it stops a judgement. */
  readonly aside: TrialRuns['execute']
  /** The time of all of them. */
  readonly durationMs: () => number
  /** Announces changes that will probably run, so that helpers begin them. */
  readonly announce: (all: readonly (() => Promise<readonly TreeEdit[]>)[], files: TestFiles) => Promise<void>
}

/** @param tookMs the time of all runs with the unchanged code */
export function openTrialRuns(
  { session, commit }: { readonly session: TrialSession; readonly commit: Pick<Commit, 'tree'> },
  tookMs: number,
): TrialRuns {
  const { scratch, measurer } = session
  const executions: Execution[] = []
  const asides: Execution[] = []
  const known = new Map<string, Execution>()
  const timeoutMs = Math.min(Math.max(MIN_TIME_LIMIT_MS, TIME_LIMIT * tookMs), MAX_TIME_LIMIT_MS)
  const toRequest = (files: TestFiles) => ({
    files,
    coverage: false,
    repeat: 1,
    withCanary: false,
    timeoutMs,
    original: commit.tree,
  })
  const execute = async (tree: Sha, request: ExecutionRequest) => {
    const execution = await measurer.execute(tree, request)
    executions.push(execution)
    return execution
  }
  const change = async (edits: readonly TreeEdit[], files: TestFiles) => {
    const tree = await scratch.composeTree(commit.tree, edits)
    const key = JSON.stringify([tree, files])
    const execution = known.get(key) ?? (await execute(tree, toRequest(files)))
    known.set(key, execution)
    return execution
  }
  return {
    executions,
    execute,
    change,
    aside: async (tree, request) => {
      const execution = await measurer.execute(tree, request)
      asides.push(execution)
      return execution
    },
    durationMs: () => [...executions, ...asides].reduce((sum, { durationMs }) => sum + durationMs, 0),
    index: async (edits, files) => indexRun((await change(edits, files)).run),
    announce: async (all, files) => {
      if (!measurer.hasHelpers) return
      for (const getEdits of all) {
        const edits = await getEdits()
        if (edits.length === 0) continue
        await measurer.execute(await scratch.composeTree(commit.tree, edits), { ...toRequest(files), isEarly: true })
      }
    },
  }
}
