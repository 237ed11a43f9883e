/** Converts a task document into a Plan, or reports all mistakes in it. */
import { type Complaint, pathText } from '../config/mistakes.ts'
import type { Path } from '../config/yaml.ts'
import { badTaskDocument, severalTasks } from '../core/errors/tasks.ts'
import type { GateError } from '../core/model/errors.ts'
import type { Plan, Subtask } from '../core/model/plan.ts'
import type { Level } from '../core/model/policy.ts'
import { getTaskRuleLevel, type TaskRuleLevels } from '../core/model/task-rule.ts'
import { shellWords } from '../core/rules/text.ts'
import { taskSources } from './index.ts'
import { findMarkdown, readMarkdownTask } from './markdown.ts'
import { orderSubtasks } from './order.ts'
import {
  isRecord,
  type RawSubtask,
  type RawTask,
  type SourceAnswer,
  type TaskFinding,
  type TaskSource,
  type WantedTask,
} from './source.ts'
import { getSession, readTaskFiles, type TaskFile, type TaskFiles } from './task-files.ts'

/** Plans with more subtasks get a warning. */
const MANY_SUBTASKS = 18

const MAX_MISTAKES = 10
const ALL_DONE = 'every subtask of this task is done'

export interface PlanOptions {
  /** The id of the task to read, or `tag:id`; null for the only one. */
  readonly id: string | null
  /** Name of the file, for messages. */
  readonly file: string
  /** The tag that decides when several have a task with this id. */
  readonly currentTag?: string | null
  /** Levels of the rules for plans, where they differ from the defaults. */
  readonly rules?: TaskRuleLevels
}

export interface ParsedTask {
  readonly plan: Plan
  /** Ids of other tasks that must be done first, without duplicates. */
  readonly waitsFor: readonly string[]
  /** Subtasks that the document marks as done: `42.1: Adds`. They need no proof. */
  readonly leftOut: readonly string[]
  /** Broken rules for plans that only warn: `file:line:column code: message`. */
  readonly warnings: readonly string[]
}

/**
 * Parses every task of this id: none where the documents lack it, several where it stands in several tags.
 * @throws GateError `bad-plan` for other mistakes
 */
export function findTasksInFiles(files: readonly TaskFile[], options: PlanOptions): readonly ParsedTask[] {
  const markdown = findMarkdown(files)
  if (markdown !== null) {
    const task = readMarkdownTask(markdown, splitTaskName(options.id).id)
    return task === null ? [] : [task]
  }
  const found = readAnswer(files, options)
  const { answer } = found
  if ('task' in answer) return [toParsed(found, options)]
  if (answer.isUnknown === true) return []
  if (options.id === null || answer.names === undefined) return [toParsed(found, options)]
  return answer.names.map((id) => toParsed(readAnswer(files, { ...options, id }), options))
}

interface TaskList {
  /** The open tasks; empty for documents with a mistake. */
  readonly ids: readonly string[]
  /** The documents can have no other task. */
  readonly isAlone: boolean
}

/** Lists the tasks that can be started; null where the documents are of no known format, or everything is done. */
export function listTasks(texts: readonly TaskFile[]): TaskList | null {
  const { content, mistakes } = readTaskFiles(texts)
  if (mistakes.length > 0) return { ids: [], isAlone: true }
  if (findSource(content) === undefined) return null
  const answer = readTask(content, { id: null, tag: null, currentTag: null, session: null })
  if (!('task' in answer)) return { ids: answer.names ?? [], isAlone: answer.names === undefined }
  const { id, subtasks } = answer.task
  const isOpen = subtasks.length === 0 || subtasks.some(({ isDone }) => isDone !== true)
  return isOpen ? { ids: [id], isAlone: true } : null
}

/** Parses a task document and returns the information besides the plan too. */
export function parseTask(text: string, options: PlanOptions): ParsedTask {
  return parseTaskFiles([{ path: options.file, text }], options)
}

/** Parses the documents of a folder as one. @throws GateError `bad-plan` */
export function parseTaskFiles(files: readonly TaskFile[], options: PlanOptions): ParsedTask {
  const markdown = findMarkdown(files)
  if (markdown === null) return toParsed(readAnswer(files, options), options)
  const found = readMarkdownTask(markdown, splitTaskName(options.id).id)
  if (found === null) throw refusal(options.file, [`there is no task \`${options.id}\``])
  return found
}

interface Answered {
  readonly files: TaskFiles
  readonly answer: SourceAnswer
}

function readAnswer(texts: readonly TaskFile[], { id, file, currentTag = null }: PlanOptions): Answered {
  const files = readTaskFiles(texts)
  if (files.mistakes.length > 0) throw refusal(file, files.mistakes)
  const session = getSession(file)
  return { files, answer: readTask(files.content, { ...splitTaskName(id), currentTag, session }) }
}

/** Splits `tag:id`. Neither ids nor branches can have a colon. */
function splitTaskName(name: string | null): Pick<WantedTask, 'id' | 'tag'> {
  const colon = name?.lastIndexOf(':') ?? -1
  return name === null || colon === -1
    ? { id: name, tag: null }
    : { id: name.slice(colon + 1), tag: name.slice(0, colon) }
}

function toParsed({ files: { toLine }, answer }: Answered, { file, rules = {} }: PlanOptions): ParsedTask {
  if (!('task' in answer)) {
    const lines = answer.complaints.map(toLine)
    if (answer.names === undefined) throw refusal(file, lines)
    throw severalTasks(lines, shellWords([`${file}#${answer.names[0]}`], '<document>#<id>'))
  }
  const { task, findings = [] } = answer
  const broken = (level: Level) =>
    findings
      .filter(
        ({ code, isAdvice }) =>
          (isAdvice && rules[code] === undefined ? 'warn' : getTaskRuleLevel(code, rules)) === level,
      )
      .map((finding) => toLine(toComplaint(finding)))
  const subtasks = toSubtasks(task)
  const complaints = [...contradictions(task, subtasks).map(toLine), ...broken('error')]
  if (complaints.length > 0) throw refusal(file, complaints)
  const done = new Set(subtasks.filter((_, index) => task.subtasks[index]?.isDone).map(({ id }) => id))
  const open = subtasks.filter(({ id }) => !done.has(id))
  if (open.length === 0) throw refusal(file, [toLine({ path: task.path, part: 'value', message: ALL_DONE })])
  const order = orderSubtasks(
    open.map((subtask) => ({ ...subtask, dependencies: subtask.dependencies.filter((other) => !done.has(other)) })),
  )
  if ('circle' in order) throw refusal(file, [toLine(circleAt(order.circle, task, subtasks))])
  const { id: own, title, tag, description } = task
  return {
    plan: { id: own, title, tag, description, subtasks: order.subtasks },
    waitsFor: [...new Set(task.waitsFor)],
    leftOut: subtasks.filter(({ id }) => done.has(id)).map((subtask) => `${subtask.id}: ${subtask.title}`),
    warnings: broken('warn'),
  }
}

interface LocatedTask {
  readonly content: unknown
  /** With the ids of the plan; those that the document marks as done too. */
  readonly subtasks: readonly { readonly id: string; readonly path: Path; readonly isDone: boolean }[]
  /** The names of the format for the status of work; null without any. */
  readonly statusNames: NonNullable<TaskSource['statuses']> | null
}

/** Finds the subtasks of a task in its documents. @throws GateError `bad-plan` */
export function locateTask(texts: readonly TaskFile[], options: PlanOptions): LocatedTask {
  const { files, answer } = readAnswer(texts, options)
  if (!('task' in answer)) throw refusal(options.file, answer.complaints.map(files.toLine))
  const { task } = answer
  const subtasks = toSubtasks(task).map(({ id }, index) => {
    const { path = task.path, isDone = false } = task.subtasks[index] ?? {}
    return { id, path, isDone }
  })
  return { content: files.content, subtasks, statusNames: findSource(files.content)?.statuses ?? null }
}

function toComplaint({ path, code, message, suggestion }: TaskFinding): Complaint {
  return { path, part: 'value', message: `${code}: ${message}. ${suggestion}` }
}

/** Returns whether the task has no subtasks of its own: the whole of it is one. */
export function isWholeTask({ title, description, subtasks }: Plan): boolean {
  const [only] = subtasks
  return subtasks.length === 1 && only?.title === title && only.description === description
}

/** Returns warnings for plans that are allowed but unwise. */
export function lintPlan(plan: Plan): readonly string[] {
  const { subtasks } = plan
  if (isWholeTask(plan)) return [`The plan has no subtasks: the whole task is subtask ${subtasks[0]?.id}.`]
  if (subtasks.length <= MANY_SUBTASKS) return []
  return [`${subtasks.length} subtasks: plans of more than ${MANY_SUBTASKS} are rarely finished; split the task`]
}

function findSource(content: unknown): TaskSource | undefined {
  return isRecord(content) ? Object.values(taskSources).find(({ looksLike }) => looksLike(content)) : undefined
}

function readTask(content: unknown, wanted: WantedTask): SourceAnswer {
  const source = findSource(content)
  if (source && isRecord(content)) return source.read(content, wanted)
  const forms = Object.keys(taskSources).toSorted().join(', ')
  return { complaints: [{ path: [], part: 'value', message: `is not a task document of a known format: ${forms}` }] }
}

/** Returns the subtasks. A task without subtasks is a single one. */
function toSubtasks(task: RawTask): readonly Subtask[] {
  const whole = { path: task.path, id: '1', title: task.title, description: task.description }
  const empty = { acceptance: [], dependencies: [], testStrategy: '', cycle: null }
  return (task.subtasks.length === 0 ? [{ ...whole, ...empty }] : task.subtasks).map(
    ({ path, isDone, ...subtask }: RawSubtask) => ({
      ...subtask,
      id: withPrefix(subtask.id, task.id),
      dependencies: [...new Set(subtask.dependencies.map((other) => withPrefix(other, task.id)))],
    }),
  )
}

function withPrefix(id: string, task: string): string {
  return id.startsWith(`${task}.`) ? id : `${task}.${id}`
}

function contradictions(task: RawTask, subtasks: readonly Subtask[]): readonly Complaint[] {
  const ids = subtasks.map(({ id }) => id)
  const complaints: Complaint[] = []
  const complain = (path: Path, message: string) =>
    complaints.push({ path, part: 'value', message: `${pathText(path)}: ${message}` })
  const self = task.waitsFor.indexOf(task.id)
  if (self >= 0) complain([...task.path, 'dependencies', self], 'the task waits for itself')
  for (const [index, { path, dependencies }] of task.subtasks.entries()) {
    const id = ids[index] ?? ''
    if (ids.indexOf(id) < index) complain([...path, 'id'], `\`${id}\` is the id of two subtasks`)
    for (const [position, other] of dependencies.map((one) => withPrefix(one, task.id)).entries()) {
      if (!ids.includes(other)) complain([...path, 'dependencies', position], `there is no subtask \`${other}\``)
    }
  }
  return complaints
}

function circleAt(circle: readonly string[], task: RawTask, subtasks: readonly Subtask[]): Complaint {
  const first = task.subtasks[subtasks.findIndex(({ id }) => id === circle[0])]
  const path = first ? [...first.path, 'dependencies', 0] : []
  return { path, part: 'value', message: `the dependencies form a cycle: ${circle.join(' waits for ')}` }
}

function refusal(file: string, lines: readonly string[]): GateError {
  const shown = lines.slice(0, MAX_MISTAKES)
  if (lines.length > MAX_MISTAKES) shown.push(`... and ${lines.length - MAX_MISTAKES} more`)
  return badTaskDocument(file, shown)
}
