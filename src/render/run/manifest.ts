/** Renders the run of a task for people and programs: its manifest, its checkpoint, and the pointer to it. */

import type { Sha } from '../../core/model/commit.ts'
import { type CoverageMetric, toPercentages } from '../../core/model/coverage.ts'
import type { Decision, SubtaskState } from '../../core/model/finding.ts'

export type RunStatus = 'running' | 'paused' | 'completed' | 'failed'

export interface RunIdentity {
  /** `tag__task-id__time`. */
  readonly runId: string
  /** Null where no plan names the task. */
  readonly taskId: string | null
  readonly tag: string
  /** Null for a detached HEAD. */
  readonly branch: string | null
  /** ISO 8601: when the first commit of the branch was written. */
  readonly startTime: string
}

/** What a call knows of the branch. */
export interface JudgedRun {
  readonly decision: Pick<Decision, 'conclusion' | 'commits' | 'subtasks' | 'next' | 'stopped'>
  readonly maxAttempts: number
}

type RunPhase = 'subtask-loop' | 'finalize' | 'complete'

/** `manifest.json` of a run, with schema version 1. */
export interface RunManifest extends RunIdentity {
  readonly schemaVersion: 1
  /** The folder of the worktree. */
  readonly projectRoot: string
  /** Null while the run goes on. */
  readonly endTime: string | null
  readonly status: RunStatus
  readonly currentPhase: RunPhase
  readonly currentSubtask: string | null
  readonly subtasksCompleted: readonly string[]
  /** Those whose attempts are used up, and the open one of an ended run. */
  readonly subtasksFailed: readonly string[]
  /** Failed attempts by subtask. */
  readonly attempts: Readonly<Record<string, number>>
  /** Percent by metric, of the last commit that measured it; null: not measured. */
  readonly coverage: { readonly [M in CoverageMetric | 'patch']?: number } | null
  readonly totalCommits: number
  readonly prUrl: string | null
  /** When this machine opened the pull request. */
  readonly prTime: string | null
  /** How many decisions to pause, resume, skip, excuse, revert or end there were. */
  readonly interventions: number
}

/** Returns the list with the names of a commit in place of those of the working tree that was judged for it. */
export function withName<T extends { readonly sha: Sha }>(
  list: readonly T[],
  tree: Sha,
  commit: Partial<T>,
): readonly T[] {
  return list.map((one) => (one.sha === tree ? { ...one, ...commit } : one))
}

const isDone = ({ status, skipped }: SubtaskState) => status === 'done' || skipped !== undefined

/**
 * Returns the manifest after a call.
 * @param old the one before; null for a new run
 * @param at ISO 8601, the end of a run that ends here
 */
export function toRunManifest(
  about: RunIdentity & Pick<RunManifest, 'projectRoot'>,
  facts: JudgedRun,
  old: RunManifest | null,
  at: string,
): RunManifest {
  const { decision, maxAttempts } = facts
  const { subtasks, commits } = decision
  const status = toStatus(decision)
  const measured = commits.findLast(({ verdict, coverage }) => verdict === 'accepted' && coverage !== null)?.coverage
  const currentSubtask = findCurrentSubtask(decision)
  const hasFailed = ({ id, status: now, attempts }: SubtaskState) =>
    now === 'red' && ((maxAttempts > 0 && attempts >= maxAttempts) || (status === 'failed' && id === currentSubtask))
  return {
    schemaVersion: 1,
    ...about,
    endTime: toEndTime(status, old, at),
    status,
    currentPhase: toPhase(decision),
    currentSubtask,
    subtasksCompleted: subtasks.filter(isDone).map(({ id }) => id),
    subtasksFailed: subtasks.filter(hasFailed).map(({ id }) => id),
    attempts: Object.fromEntries(subtasks.flatMap(({ id, attempts }) => (attempts > 0 ? [[id, attempts]] : []))),
    coverage: measured ? toPercentages(measured) : (old?.coverage ?? null),
    totalCommits: commits.length,
    prUrl: old?.prUrl ?? null,
    prTime: old?.prTime ?? null,
    interventions: old?.interventions ?? 0,
  }
}

/** What happened to a run beside its commits. */
export interface RunHappenings {
  /** Decisions about the task: they are no work of the loop. */
  readonly interventions: number
  /** The last status that such a decision set; absent without one. */
  readonly status?: RunStatus
  /** The address of the opened pull request; absent without one. */
  readonly prUrl?: string
}

/** Returns the manifest after decisions about the task, and after its pull request was opened. */
export function withHappenings(old: RunManifest, happened: RunHappenings, at: string): RunManifest {
  const { status = old.status, prUrl = old.prUrl, interventions } = happened
  return {
    ...old,
    status,
    endTime: toEndTime(status, old, at),
    prUrl,
    prTime: prUrl === old.prUrl ? old.prTime : at,
    interventions: old.interventions + interventions,
  }
}

const ENDS: readonly RunStatus[] = ['completed', 'failed']

function toEndTime(status: RunStatus, old: RunManifest | null, at: string): string | null {
  if (!ENDS.includes(status)) return null
  return old?.status === status && old.endTime !== null ? old.endTime : at
}

function toStatus({ conclusion, next, stopped }: JudgedRun['decision']): RunStatus {
  if (stopped !== undefined) return stopped.kind === 'abort' ? 'failed' : 'paused'
  if (conclusion === 'success') return 'completed'
  return next?.action === 'wait' ? 'paused' : 'running'
}

function toPhase({ conclusion, subtasks }: JudgedRun['decision']): RunPhase {
  if (conclusion === 'success') return 'complete'
  return subtasks.length > 0 && subtasks.every(isDone) ? 'finalize' : 'subtask-loop'
}

function findCurrentSubtask({ next, subtasks }: JudgedRun['decision']): string | null {
  return next?.subtask ?? subtasks.find((subtask) => !isDone(subtask))?.id ?? null
}

/** `current-run.json` of a tag. */
export function toPointer({ runId, taskId, tag, branch, startTime, status }: RunManifest) {
  return { schemaVersion: 1, runId, taskId, tag, branch, startTime, status }
}
