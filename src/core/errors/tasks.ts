/** Errors of task documents, issues and the branches of tasks. */
import { GateError } from '../model/errors.ts'
import { advise, type Suggestion, suggest } from '../model/suggestion.ts'
import { list } from '../rules/text.ts'

/** @param mistakes one line each: place and mistake */
export function badTaskDocument(file: string, mistakes: readonly string[]): GateError {
  const next = `Correct ${file}; a task has id, title and subtasks with id and title.`
  return new GateError('bad-plan', mistakes.join('\n'), next)
}

/** @param mistakes one line each @param quoted one of the tasks that fit, quoted for a shell */
export function severalTasks(mistakes: readonly string[], quoted: string): GateError {
  return new GateError('bad-plan', mistakes.join('\n'), (command) => advise('For example', withTask(command, quoted)))
}

/** Commands whose operand is the task. */
const TAKES_TASK = / (?:start|plan)$/

function withTask(command: string, quoted: string): string {
  return `${command} ${TAKES_TASK.test(command) ? '' : '--task '}${quoted}`
}

/** A path of a session of Claude-Code-Workflow. */
const SESSION = /(?:^|\/)(WFS-[^/]+)\/?$/

export function taskFileNotReadable(file: string, cause: Error): GateError {
  const [, session] = SESSION.exec(file) ?? []
  const isAbsent = 'code' in cause && cause.code === 'ENOENT'
  const absent = session === undefined ? `There is no ${file}` : `Session not found: ${session}`
  return new GateError(
    'bad-plan',
    isAbsent ? absent : `${file} cannot be read: ${cause.message}`,
    (command) => advise('Name an existing task document', withTask(command, '<file>')),
    cause,
  )
}

const LOOKED_UP =
  'Name a document by its path. An id is looked up on the base branch: in tasks/tasks.json, or where tasks.path in .github/tdd-gate.yml says.'

/**
 * @param hint the nearest or the known ids: `; there are 41, 42`
 * @param quoted the document of the working tree that has the task; null for none
 */
export function unknownTask(task: string, hint: string, quoted: string | null): GateError {
  return new GateError(
    'bad-plan',
    `${JSON.stringify(task)} names no task document of the base branch${hint}.`,
    quoted === null ? LOOKED_UP : (command) => advise('Name its document', withTask(command, quoted)),
  )
}

/** Begins a branch without a plan. */
export const OWN_BRANCH = 'git switch -c tdd/work'

/** @param quoted task or document, quoted for a shell */
export function suggestStart(quoted: string): Suggestion {
  const command = `tdd-gate start ${quoted}`
  return suggest(`Start the task: \`${command}\`. Or work without a plan: \`${OWN_BRANCH}\`.`, command)
}

/** @param file the name of the new document */
export function suggestWriting(file: string): Suggestion {
  const sample = '{ id: 1, title: The task, subtasks: [{ id: 1.1, title: The first behaviour }] }'
  const command = `echo '${sample}' > ${file} && tdd-gate start ${file}`
  return suggest(`Write a task and start it: \`${command}\`. Or work without a plan: \`${OWN_BRANCH}\`.`, command)
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
      ? `${config} on ${branch} does not name a path of task documents.`
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

/** A second start of a task. Both ways keep every commit. */
interface SecondStart {
  readonly branch: string
  /** Whose plan the branch does not carry; null where it does. */
  readonly otherPlanOf: string | null
  /** The command with which the user continues on the branch. */
  readonly goThere: string
  /** The command that begins on a branch beside it. */
  readonly anew: string
}

export function branchExists({ branch, otherPlanOf, goThere, anew }: SecondStart): GateError {
  const message =
    otherPlanOf === null
      ? `Workflow already in progress: the branch ${branch} exists.`
      : `The branch ${branch} carries another plan of task ${otherPlanOf}.`
  const text = `Continue on it: \`${goThere}\`. Or begin anew beside it: \`${anew}\`.`
  return new GateError('branch-taken', message, suggest(text, goThere, anew))
}

/** @param command starts the task on a branch of another name */
export function branchOfOthers(branch: string, id: string, command: string): GateError {
  const message = `The branch ${branch} exists, and no start of task ${id} made it.`
  return new GateError('branch-taken', message, suggest(`Start on a branch beside it: \`${command}\`.`, command))
}

/** Of an agent that divided a task wrongly. @param why a clause */
export function notExpanded(id: string, document: string, why: string): GateError {
  const next = `Look at it: git diff -- ${document}. Correct it, or take it back, and run it again.`
  return new GateError('bad-plan', `The subtasks of task ${id} in ${document} are refused: ${why}.`, next)
}

export interface WorkInProgress {
  readonly id: string
  readonly branch: string
}

const MAX_WAITING = 10

/** Of a list whose open tasks all wait. @param quoted the branch of the first task in work, for a shell; null for none */
export function nothingCanStart(
  waiting: readonly { readonly id: string; readonly waitsFor: readonly string[] }[],
  inWork: readonly WorkInProgress[],
  quoted: string | null,
): GateError {
  const waits = waiting.slice(0, MAX_WAITING).map(({ id, waitsFor }) => `${id} waits for ${list(waitsFor)}`)
  const more = waiting.length > MAX_WAITING ? `; and ${waiting.length - MAX_WAITING} more wait` : ''
  const message = `No task can start: ${waits.join('; ')}${more}.${inWork.length === 0 ? '' : ` ${namesWork(inWork)}.`}`
  const way =
    quoted === null
      ? advise('Mark what is done in the list on the base branch, which this shows', 'tdd-gate plan --list')
      : advise('Finish the branch in work, and merge it', `git switch ${quoted}`)
  return new GateError('task-waits', message, way)
}

const namesWork = (inWork: readonly WorkInProgress[]) =>
  `In work: ${inWork.map(({ id, branch }) => `${id} on ${branch}`).join(', ')}`

/** @param places where lists are looked for */
export function noTaskList(base: string, places: readonly string[]): GateError {
  const message = `The branch ${base} has no list of tasks at ${list(places)}.`
  return new GateError('bad-plan', message, 'Commit a list there, or set tasks.path in .github/tdd-gate.yml.')
}

/**
 * Of a task that is named on the branch of another one.
 * @param command checks out the branch of the named task, or else the default branch
 */
export function branchOfOtherTask(branch: string, own: string, named: string, command: string): GateError {
  const message = `The branch ${branch} is that of task ${own}, not of task ${named}.`
  return new GateError('bad-usage', message, advise('Switch, and run it again', command))
}

/**
 * @param waiting ids of the tasks that come first @param quoted the first of them, and the task itself, for a shell
 */
export function taskWaits(id: string, waiting: readonly string[], quoted: { first: string; task: string }): GateError {
  return new GateError(
    'task-waits',
    `Task ${id} waits for tasks that are not done: ${list(waiting)}.`,
    suggestFirst(quoted),
  )
}

export function suggestFirst({ first, task }: { readonly first: string; readonly task: string }): Suggestion {
  const command = `tdd-gate start ${first}`
  const upon = `tdd-gate start ${task} --base <branch>`
  return suggest(
    `Start the task that comes first: \`${command}\`. Or start upon its branch: \`${upon}\`. Or mark it as done in its document.`,
    command,
  )
}

export function tooManyToSearch(what: string, how: string): GateError {
  return new GateError(
    'limit-exceeded',
    `There are more than ${what}: the App cannot determine whether the task was started before.`,
    `${how}, then comment \`/tdd start\` again.`,
  )
}
