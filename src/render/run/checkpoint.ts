/** Renders `state.json` of a run: where the work stands, and what comes next. */
import type { JudgedRun, RunManifest } from './manifest.ts'

const MAX_TESTS = 20

/** The keys follow the documents from which agents know such files: schema version 1. */
export function toCheckpoint(manifest: RunManifest, { decision, maxAttempts }: JudgedRun, at: string) {
  const { runId, taskId, tag, branch, currentSubtask, subtasksCompleted, subtasksFailed, startTime } = manifest
  const { next, subtasks } = decision
  const phase = next?.phase ?? (currentSubtask === null ? null : 'red')
  const attemptNumber = (next?.limits.attempts ?? 0) + 1
  return {
    schemaVersion: 1,
    ...withStatus(manifest, at),
    runId,
    taskId,
    tag,
    branch,
    startTime,
    currentSubtask,
    currentPhase: phase,
    attemptNumber,
    maxAttempts,
    completedSubtasks: subtasksCompleted,
    failedSubtasks: subtasksFailed,
    pendingSubtasks: subtasks.map(({ id }) => id).filter((id) => !subtasksCompleted.includes(id)),
    nextAction:
      currentSubtask === null && next === null
        ? null
        : {
            type: next?.action ?? 'write-failing-test',
            subtask: currentSubtask,
            phase,
            context: { testFiles: next?.files ?? [], failingTests: (next?.drivers ?? []).slice(0, MAX_TESTS) },
          },
    checkpoint: { subtaskId: currentSubtask, phase, attemptNumber },
  }
}

/** Returns the keys that follow from decisions about the task alone. */
export function withStatus({ status }: Pick<RunManifest, 'status'>, at: string) {
  return { status, canResume: status !== 'completed', lastUpdated: at }
}
