/** Errors of what people say about a task on this machine. */
import { advise, GateError } from '../model/errors.ts'

/** @param title says who stopped it, and why */
export function taskStopped(title: string): GateError {
  return new GateError('task-stopped', title, advise('Resume it', 'tdd-gate resume'))
}

export function wordRefused(reason: string): GateError {
  return new GateError('word-refused', reason, advise('Show the subtasks', 'tdd-gate status'))
}

export function noBranch(): GateError {
  return new GateError('word-refused', 'No branch is checked out.', 'git switch <branch>')
}
