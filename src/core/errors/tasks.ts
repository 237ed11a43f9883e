/** Errors of task documents, issues and the branches of tasks. */
import { GateError } from '../model/errors.ts'
import { advise } from '../model/suggestion.ts'

/** @param mistakes one line each: place and mistake */
export function badTaskDocument(file: string, mistakes: readonly string[]): GateError {
  const next = `Correct ${file}; a task has id, title and subtasks with id and title.`
  return new GateError('bad-plan', mistakes.join('\n'), next)
}

/** @param mistakes one line each @param quoted one of the tasks that fit, quoted for a shell */
export function severalTasks(mistakes: readonly string[], quoted: string): GateError {
  return new GateError('bad-plan', mistakes.join('\n'), (command) =>
    advise('For example', `${command} ${TAKES_TASK.test(command) ? '' : '--task '}${quoted}`),
  )
}

/** Commands whose operand is the task. */
const TAKES_TASK = / (?:start|plan)$/

export function taskFileNotReadable(file: string, cause: Error): GateError {
  return new GateError(
    'bad-plan',
    `${file} cannot be read: ${cause.message}`,
    (command) => advise('Name an existing task document', `${command} --task <file>`),
    cause,
  )
}

/** @param hint the nearest or the known ids: `; there are 41, 42` */
export function unknownTask(task: string, hint: string): GateError {
  return new GateError(
    'bad-plan',
    `${JSON.stringify(task)} names no task document of the base branch${hint}.`,
    'Name one by its path there, or by its id; tasks.path in .github/tdd-gate.yml sets where documents are.',
  )
}

export function noTaskDocument(task: string): GateError {
  const message = `No document describes task ${JSON.stringify(task.slice(0, 80))}.`
  return new GateError('bad-plan', message, advise('Name its document', 'tdd-gate start <file>'))
}

/** @param path of task documents; null when the configuration names none */
export function noTaskOnBase(path: string | null, config: string, branch: string): GateError {
  return new GateError(
    'bad-plan',
    path === null
      ? `${config} on ${branch} does not name the path of task documents.`
      : `There is no task document ${path} on ${branch}.`,
    'Set tasks.path there, or start the issue itself: `/tdd start`',
  )
}

export function unfitIssue(number: number, why: string): GateError {
  const message = `Issue #${number} cannot be started as a task: ${why}.`
  return new GateError('bad-plan', message, 'Correct the issue and comment `/tdd start` again.')
}

export function tooManySubIssues(number: number, max: number): GateError {
  const message = `Issue #${number} has more than ${max} sub-issues.`
  return new GateError('bad-plan', message, 'Split the task and comment `/tdd start` again.')
}

export function branchOfOtherStart(branch: string): GateError {
  return new GateError(
    'branch-taken',
    `The branch \`${branch}\` already exists and belongs to another start.`,
    'Delete it or give the issue another title, then comment `/tdd start` again.',
  )
}

/** @param goThere the command with which the user continues on the branch */
export function branchExists(branch: string, goThere: string): GateError {
  const next = advise('Continue on it', goThere)
  return new GateError('branch-taken', `The branch ${branch} exists already.`, next)
}

export function tooManyToSearch(what: string, how: string): GateError {
  return new GateError(
    'limit-exceeded',
    `There are more than ${what}: the App cannot determine whether the task was started before.`,
    `${how}, then comment \`/tdd start\` again.`,
  )
}
