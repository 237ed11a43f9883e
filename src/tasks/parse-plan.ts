/** Converts a task document into a Plan, or reports all mistakes in it. */
import { type Complaint, pathText } from '../config/mistakes.ts'
import { type Path, readYaml, type YamlFile } from '../config/yaml.ts'
import { badTaskDocument } from '../core/errors/tasks.ts'
import type { GateError } from '../core/model/errors.ts'
import type { Plan, Subtask } from '../core/model/plan.ts'
import { taskSources } from './index.ts'
import { orderSubtasks } from './order.ts'
import { isRecord, type RawTask, type SourceAnswer } from './source.ts'

export const MAX_DOCUMENT = 1_048_576
/** Plans with more subtasks get a warning. */
export const MANY_SUBTASKS = 18

const MAX_MISTAKES = 10

export interface PlanOptions {
  /** The id of the task to read; null for the only one. */
  readonly id: string | null
  /** Name of the file, for messages. */
  readonly file: string
}

export interface ParsedTask {
  readonly plan: Plan
  /** Ids of other tasks that must be done first, without duplicates. */
  readonly waitsFor: readonly string[]
}

/** Parses a task document. @throws GateError `bad-plan`: one line for each mistake, `file:line:column message` */
export function parsePlan(text: string, options: PlanOptions): Plan {
  return parseTask(text, options).plan
}

/** Parses a task document that may lack the task: then returns null. @throws GateError `bad-plan` for other mistakes */
export function findPlan(text: string, options: PlanOptions): Plan | null {
  const found = readAnswer(text, options)
  const isUnknown = 'complaints' in found.answer && found.answer.isUnknown === true
  return isUnknown ? null : toParsed(found, options).plan
}

/** Parses a task document and returns the information besides the plan too. */
export function parseTask(text: string, options: PlanOptions): ParsedTask {
  return toParsed(readAnswer(text, options), options)
}

interface Answered {
  readonly yaml: YamlFile
  readonly answer: SourceAnswer
}

function readAnswer(text: string, { id, file }: PlanOptions): Answered {
  const yaml = readYaml(text, MAX_DOCUMENT, ['id', 'dependencies'])
  if (yaml.mistakes.length > 0)
    throw refusal(
      file,
      yaml.mistakes.map(({ line, column, message }) => `${line}:${column} ${message}`),
    )
  return { yaml, answer: readTask(yaml, id) }
}

function toParsed({ yaml, answer }: Answered, { file }: PlanOptions): ParsedTask {
  if (!('task' in answer))
    throw refusal(
      file,
      answer.complaints.map((complaint) => toLine(complaint, yaml)),
    )
  const { task } = answer
  const subtasks = toSubtasks(task)
  const complaints = contradictions(task, subtasks)
  if (complaints.length > 0)
    throw refusal(
      file,
      complaints.map((complaint) => toLine(complaint, yaml)),
    )
  const order = orderSubtasks(subtasks)
  if ('circle' in order) throw refusal(file, [toLine(circleAt(order.circle, task, subtasks), yaml)])
  const { id: own, title, tag, description } = task
  const plan = { id: own, title, tag, description, subtasks: order.subtasks }
  return { plan, waitsFor: [...new Set(task.waitsFor)] }
}

/** Returns warnings for plans that are allowed but unwise. */
export function lintPlan({ title, description, subtasks }: Plan): readonly string[] {
  const [only] = subtasks
  if (subtasks.length === 1 && only?.title === title && only.description === description)
    return [`The plan has no subtasks: the whole task is subtask ${only.id}.`]
  if (subtasks.length <= MANY_SUBTASKS) return []
  return [`${subtasks.length} subtasks: plans of more than ${MANY_SUBTASKS} are rarely finished; split the task`]
}

function readTask({ content }: YamlFile, id: string | null): SourceAnswer {
  const source = isRecord(content) ? Object.values(taskSources).find(({ looksLike }) => looksLike(content)) : undefined
  if (source && isRecord(content)) return source.read(content, id)
  const forms = Object.keys(taskSources).toSorted().join(', ')
  return { complaints: [{ path: [], part: 'value', message: `is not a task document of a known format: ${forms}` }] }
}

/** Returns the subtasks. A task without subtasks is a single one. */
function toSubtasks(task: RawTask): readonly Subtask[] {
  const whole = { path: task.path, id: '1', title: task.title, description: task.description }
  const empty = { acceptance: [], dependencies: [], testStrategy: '', cycle: null }
  return (task.subtasks.length === 0 ? [{ ...whole, ...empty }] : task.subtasks).map(({ path, ...subtask }) => ({
    ...subtask,
    id: withPrefix(subtask.id, task.id),
    dependencies: [...new Set(subtask.dependencies.map((other) => withPrefix(other, task.id)))],
  }))
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

function toLine({ path, part, message }: Complaint, yaml: YamlFile): string {
  const { line, column } = yaml.place(path, part)
  return `${line}:${column} ${message}`
}

function refusal(file: string, lines: readonly string[]): GateError {
  const shown = lines.slice(0, MAX_MISTAKES).map((line) => `${file}:${line}`)
  if (lines.length > MAX_MISTAKES) shown.push(`... and ${lines.length - MAX_MISTAKES} more`)
  return badTaskDocument(file, shown)
}
