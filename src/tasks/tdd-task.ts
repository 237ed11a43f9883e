/**
 * Reads TDD tasks of Claude-Code-Workflow: one `.task/IMPL-1.json`, or all of a session `WFS-*`. Each cycle of a task is
 * a subtask, because each cycle has its own RED and GREEN.
 */
import { DEFAULT_TAG } from '../core/model/plan.ts'
import { id, MAX_ID, MAX_PROSE, MAX_SUBTASKS, MAX_TASK_TITLE, title } from './fields.ts'
import { orderByDependencies } from './order.ts'
import { checkTasks } from './rules/index.ts'
import {
  complain,
  findNested,
  isRecord,
  type RawSubtask,
  type SourceAnswer,
  type TaskSource,
  unknown,
  unknownId,
  type WantedTask,
} from './source.ts'
import { getTexts, isTddTask, type Placed, type TddTask, textOf, toTddTask } from './tdd-task-shape.ts'

const MAX_NAMES = 500

export const tddTask: TaskSource = {
  about: "Claude-Code-Workflow's TDD tasks: `.task/IMPL-1.json`, or the folder of a session `WFS-*`.",
  statuses: { started: 'in_progress', done: 'completed' },
  looksLike: (content) => toTasks(content).length > 0,
  read: (content, wanted) => {
    const tasks = toTasks(content)
    const tag = wanted.session ?? DEFAULT_TAG
    if (wanted.tag !== null && wanted.tag !== tag)
      return unknown([], `these are the tasks of ${tag}, not of ${wanted.tag}`)
    const own = findTasks(tasks, wanted)
    const [first] = own
    if (first === undefined) {
      return unknownId(
        wanted.id ?? '',
        tasks.map((task) => task.id),
      )
    }
    const nameless = own.find((task) => !id.safeParse(task.id).success || !title.safeParse(task.title).success)
    if (nameless)
      return complain(
        nameless.path,
        `a task needs an \`id\` and a \`title\`: ${MAX_ID} and ${MAX_TASK_TITLE} characters at most`,
      )
    if (own.reduce((count, { cycles }) => count + cycles.length, 0) > MAX_SUBTASKS)
      return complain(first.path, `expected at most ${MAX_SUBTASKS} cycles`)
    const nested = own.flatMap((task) => [
      ...task.nested,
      ...task.cycles.flatMap(({ path, value }) => findNested(value, path)),
    ])
    if (nested.length > 0) return { complaints: nested }
    return toAnswer(own, tasks, { ...wanted, tag })
  },
}

function toTasks(content: Readonly<Record<string, unknown>>): readonly TddTask[] {
  const { documents } = content
  if (!Array.isArray(documents)) return isTddTask(content) ? [toTddTask(content, [])] : []
  return documents.flatMap((one: unknown, index) => (isTddTask(one) ? [toTddTask(one, ['documents', index])] : []))
}

/** Returns the task with its subtasks; all tasks for a session. */
function findTasks(tasks: readonly TddTask[], { id, session }: WantedTask): readonly TddTask[] {
  if (id === null || id === session) return tasks
  return tasks.filter((task) => task.id === id || task.id.startsWith(`${id}.`))
}

function toAnswer(
  own: readonly TddTask[],
  all: readonly TddTask[],
  wanted: WantedTask & { tag: string },
): SourceAnswer {
  const { tag } = wanted
  const main = own.length === 1 ? own[0] : own.find(({ id }) => id === wanted.id)
  const order = orderByDependencies(own.map((task) => ({ ...task, dependencies: knownOf(task, own) })))
  if ('circle' in order)
    return complain(own[0]?.path ?? [], `the tasks form a cycle: ${order.circle.join(' waits for ')}`)
  const known = new Set(all.map(({ id }) => id))
  const done = new Set(all.filter(({ isDone }) => isDone).map(({ id }) => id))
  const missing = all.length > 1 ? own.find(({ dependsOn }) => dependsOn.some((id) => !known.has(id))) : undefined
  if (missing)
    return complain(
      missing.path,
      `${missing.id} waits for a task that is not there: ${missing.dependsOn.filter((id) => !known.has(id)).join(', ')}`,
    )
  const mine = new Set(own.map(({ id }) => id))
  const units = toUnits(order.ordered, main?.id ?? null)
  const head = main ?? {
    id: wanted.session ?? tag,
    title: `Session ${wanted.session ?? tag}`,
    description: '',
    path: [],
  }
  return {
    task: {
      path: head.path,
      id: head.id,
      title: head.title,
      tag,
      description: head.description,
      waitsFor: own.flatMap(({ dependsOn }) => dependsOn).filter((id) => !mine.has(id) && !done.has(id)),
      subtasks: units,
    },
    findings: checkTasks(own, all),
  }
}

function knownOf({ dependsOn }: TddTask, own: readonly TddTask[]): readonly string[] {
  return dependsOn.filter((id) => own.some((task) => task.id === id))
}

/** Returns the cycles of the tasks in order. Each waits for the one before it, and the first for the tasks before its own. */
function toUnits(
  tasks: readonly (TddTask & { readonly dependencies: readonly string[] })[],
  main: string | null,
): readonly RawSubtask[] {
  const last = new Map<string, string>()
  return tasks.flatMap((task) => {
    const cycles: readonly (Placed | null)[] = task.cycles.length > 0 ? task.cycles : task.isContainer ? [] : [null]
    const prefix = task.id === main ? '' : cycles.length > 1 ? `${task.id}.` : task.id
    const waits = task.dependencies.flatMap((id) => last.get(id) ?? [])
    return cycles.map((cycle, index) => {
      const id = prefix === task.id ? prefix : `${prefix}${index + 1}`
      const before = index === 0 ? waits : [last.get(task.id) ?? '']
      last.set(task.id, id)
      return toSubtask(task, cycle, { id, dependencies: before })
    })
  })
}

function toSubtask(task: TddTask, placed: Placed | null, place: Pick<RawSubtask, 'id' | 'dependencies'>): RawSubtask {
  const cycle = isRecord(placed?.value) ? placed.value : null
  const name = textOf(cycle?.['feature'] ?? cycle?.['title'] ?? cycle?.['name'])
  const scope = getTexts(cycle?.['implementation_scope'])
  const shown = name || (task.cycles.length > 1 && scope ? scope : task.title)
  return {
    ...place,
    path: placed?.path ?? task.path,
    title: shown.replace(/\s+/g, ' ').trim().slice(0, MAX_TASK_TITLE),
    description: [task.description, ...task.requirements.map(({ value }) => getTexts(value)), scope]
      .filter((part) => part)
      .join('\n')
      .slice(0, MAX_PROSE),
    acceptance: task.acceptance.map(({ value }) => getTexts(value).trim()).filter((text) => text !== ''),
    testStrategy: textOf(cycle?.['test_focus']),
    cycle: cycle && toCycle(cycle),
    isDone: task.isDone,
  }
}

function toCycle(cycle: Readonly<Record<string, unknown>>): RawSubtask['cycle'] {
  const { test_count: count, test_cases: cases, expected_coverage: coverage } = cycle
  const names = (Array.isArray(cases) ? cases : [])
    .slice(0, MAX_NAMES)
    .map((one: unknown) => textOf(isRecord(one) ? (one['name'] ?? one['title'] ?? one['description']) : one).trim())
    .filter((name) => name !== '')
  const percent =
    typeof coverage === 'number' ? coverage : Number(/(\d+(?:\.\d+)?)\s*%/.exec(getTexts(coverage))?.[1] ?? Number.NaN)
  const isCount = typeof count === 'number' && Number.isInteger(count) && count >= 1
  return {
    tests: isCount ? count : names.length || null,
    names,
    coverage: percent >= 0 && percent <= 100 ? percent : null,
  }
}
