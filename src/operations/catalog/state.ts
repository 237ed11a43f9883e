/** Keeps of a judged branch what `watch` shows, and the files of its run. */
import type { Decision, SubtaskState } from '../../core/model/finding.ts'
import type { RunFilesInput } from '../../render/run-files.ts'
import type { NextStep } from '../next.ts'
import type { OperationAnswer } from '../operation.ts'
import type { RunFile } from '../runs/run-folder.ts'

const MAX_DRIVERS = 5

function toWatched({ id, title, status, attempts, drivers }: SubtaskState) {
  return { id, title, status, attempts, drivers: drivers.slice(0, MAX_DRIVERS) }
}

export function toState({ head, decision, plan }: NextStep): NonNullable<OperationAnswer['state']> {
  const { conclusion, subtasks, next: unit } = decision
  return {
    schemaVersion: 1,
    head,
    conclusion,
    task: plan && { id: plan.id, title: plan.title },
    subtasks: subtasks.map(toWatched),
    isPaused: decision.stopped !== undefined,
    next: unit && { title: unit.title, subtask: unit.subtask, phase: unit.phase },
  }
}

/** Renders the files of a run, loaded only when a run is recorded. */
export function runFilesOf(judged: RunFilesInput & { readonly decision: Decision }): () => Promise<readonly RunFile[]> {
  return async () => (await import('../../render/run-files.ts')).toRunFiles(judged.decision, judged)
}
