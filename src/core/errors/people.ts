/** Errors of decisions about a task on this machine: pause, resume, skip, abort, revert. */
import { GateError } from '../model/errors.ts'
import { advise } from '../model/suggestion.ts'
import { shellWords } from '../rules/text.ts'

/** @param title says who stopped it, and why */
export function taskStopped(title: string): GateError {
  return new GateError('task-stopped', title, 'Change nothing. A person continues the task: tdd-gate resume')
}

/** @param command confirms everything */
export function noPersonToAsk(command: string): GateError {
  const message = 'The command asks before it acts, and no terminal is here to ask.'
  return new GateError('not-confirmed', message, advise('Confirm everything', command))
}

/** @param question that was declined */
export function notConfirmed(question: string): GateError {
  return new GateError('not-confirmed', `Declined: ${question}`, advise('Look at it first', 'tdd-gate plan'))
}

export function commandRefused(reason: string): GateError {
  return new GateError('command-refused', reason, advise('Show the subtasks', 'tdd-gate status'))
}

/** The first argument names what the decision is about; the others are its reason. */
const HAVE_OBJECT: readonly string[] = ['skip', 'override']

/** @param args of the decision, as a slash command has them */
export function notByProgram(kind: string, args: readonly string[]): GateError {
  const count = HAVE_OBJECT.includes(kind) || args[0]?.startsWith('--') ? 1 : 0
  const reason = args.slice(count).join(' ')
  const cliArgs = [...args.slice(0, count), ...(reason === '' ? [] : ['--reason', reason])]
  const command = ['tdd-gate', kind, ...(cliArgs.length === 0 ? [] : [shellWords(cliArgs, '<what and why>')])].join(' ')
  return new GateError(
    'command-refused',
    `A program cannot ${kind}: only a person may.`,
    `Ask a person to run: ${command}`,
  )
}

/** @param command commits without a measurement */
export function stepUnknown(command: string): GateError {
  const next = advise('Name both', `${command} --phase <phase> --subtask <id>`)
  return new GateError('command-refused', 'Without a measurement, phase and subtask of this commit are unknown.', next)
}

/** @param takeOut takes the paths of the other commit away @param command commits the rest */
export function mixedChange(reason: string, takeOut: string, command: string): GateError {
  const commands = [takeOut, command, 'git stash pop']
  const isPlain = !takeOut.includes('<')
  return new GateError('command-refused', reason, { text: commands.join(' && '), commands: isPlain ? commands : [] })
}

export function noBranch(): GateError {
  return new GateError('command-refused', 'No branch is checked out.', 'git switch <branch>')
}
