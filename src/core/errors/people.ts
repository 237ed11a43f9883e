/** Errors of what people say about a task on this machine. */
import { advise, GateError } from '../model/errors.ts'

/** @param title says who stopped it, and why */
export function taskStopped(title: string): GateError {
  return new GateError('task-stopped', title, 'Change nothing. A person continues the task: tdd-gate resume')
}

export function wordRefused(reason: string): GateError {
  return new GateError('word-refused', reason, advise('Show the subtasks', 'tdd-gate status'))
}

/** @param words what follows the name of the command */
export function notByProgram(kind: string, words: readonly string[]): GateError {
  const command = ['tdd-gate', kind, ...words].join(' ')
  return new GateError(
    'word-refused',
    `A program cannot ${kind}: only a person may.`,
    `Ask a person to run: ${command}`,
  )
}

export function noBranch(): GateError {
  return new GateError('word-refused', 'No branch is checked out.', 'git switch <branch>')
}
