/**
 * Reads TaskMaster's `.taskmaster/tasks/tasks.json`: `{ tag: { tasks: [] } }`, or `{ tasks: [] }` from versions without
 * tags.
 */

import * as z from 'zod'
import { toComplaints } from '../config/mistakes.ts'
import type { Path } from '../config/yaml.ts'
import { DEFAULT_TAG } from '../core/model/plan.ts'
import { id, ids, proseField, title } from './fields.ts'
import { adviseOn } from './rules/plain-tasks.ts'
import {
  complain,
  findNested,
  isRecord,
  type RawSubtask,
  type SourceAnswer,
  several,
  type TaskSource,
  unknownId,
  type WantedTask,
} from './source.ts'
import { findTaskCycle, isDoneTask, isDoneWork, type TaskPlace, waits } from './taskmaster-waits.ts'

/** Other keys are accepted and ignored. */
const Common = {
  id,
  title,
  status: z.string('expected a status').nullish(),
  description: proseField.nullish(),
  details: proseField.nullish(),
  testStrategy: proseField.nullish(),
  acceptanceCriteria: z.union([proseField, z.array(proseField)], 'expected a text or a list of texts').nullish(),
}
const Subtask = z.looseObject({ ...Common, dependencies: ids.nullish() })
const Task = z.looseObject({ ...Common, dependencies: ids.nullish(), subtasks: z.array(Subtask).nullish() })
type SubtaskInput = z.infer<typeof Subtask>

export const taskmaster: TaskSource = {
  about: "TaskMaster's tasks.json, with or without tags.",
  statuses: { started: 'in-progress', done: 'done' },
  looksLike: (content) =>
    Array.isArray(content['tasks']) ||
    Object.values(content).some((tag) => isRecord(tag) && Array.isArray(tag['tasks'])),
  read: (content, wanted) => {
    const places = placesIn(content)
    const ids = [...new Set(places.map((place) => place.id))]
    if (wanted.id === null && places.length > 1) return several([], 'several tasks', getOpen(places, wanted))
    const found = places.filter(
      (place) => (wanted.id ?? place.id) === place.id && (wanted.tag ?? place.tag) === place.tag,
    )
    const place = found.length === 1 ? found[0] : found.find(({ tag }) => tag === wanted.currentTag)
    if (place) return readPlace(place, places)
    if (found.length === 0 && wanted.id === null) return complain([], 'there is no task')
    if (found.length === 0) return unknownId(wanted.id ?? '', ids)
    const names = found.map(({ tag }) => `${tag}:${wanted.id}`)
    return several(found[0]?.path ?? [], `task \`${wanted.id}\` is in ${found.length} tags`, names)
  },
}

/** Returns all tasks of the document with their tags. */
export function placesIn(content: Readonly<Record<string, unknown>>): readonly TaskPlace[] {
  const lists: readonly (readonly [string, Path, unknown])[] = Array.isArray(content['tasks'])
    ? [[DEFAULT_TAG, ['tasks'], content['tasks']]]
    : Object.entries(content).map(([tag, body]) => [tag, [tag, 'tasks'], isRecord(body) ? body['tasks'] : null])
  return lists.flatMap(([tag, path, tasks]) =>
    (Array.isArray(tasks) ? tasks : []).map((task: unknown, index) => ({
      tag,
      path: [...path, index],
      id: isRecord(task) ? String(task['id']) : '',
      content: task,
    })),
  )
}

/** Returns the ids of unfinished tasks of the current tag. Those that wait for no other task are in front. */
function getOpen(places: readonly TaskPlace[], { currentTag }: Pick<WantedTask, 'currentTag'>): readonly string[] {
  const open = places.filter((place) => !isDoneTask(places, place))
  const rank = (place: TaskPlace) => Number(place.tag !== currentTag) * 2 + Number(waits(place, places))
  const chosen = open.length === 0 ? places : open.toSorted((a, b) => rank(a) - rank(b))
  return [...new Set(chosen.map(({ id }) => id))]
}

function readPlace(place: TaskPlace, places: readonly TaskPlace[]): SourceAnswer {
  const parsed = Task.safeParse(place.content)
  if (!parsed.success) {
    const complaints = toComplaints(parsed.error.issues, Task, place.content)
    return { complaints: complaints.map((one) => ({ ...one, path: [...place.path, ...one.path] })) }
  }
  const nested = [
    ...findNested(place.content, place.path, ['subtasks']),
    ...getSubtasks(place.content).flatMap((one, n) => findNested(one, [...place.path, 'subtasks', n])),
  ]
  if (nested.length > 0) return { complaints: nested }
  const cycle = findTaskCycle(place, places)
  if (cycle !== null) return complain(place.path, `the tasks form a cycle: ${cycle.join(' waits for ')}`)
  const task = parsed.data
  const listed = task.subtasks ?? []
  const isOurs = isOwnDependency(task.id, listed, places, place.tag)
  const subtasks = listed.map((subtask, index) =>
    toSubtask(subtask, (task.testStrategy ?? '').trim(), isOurs, [...place.path, 'subtasks', index]),
  )
  const ofTask = (task.dependencies ?? []).filter((other) => !other.startsWith(`${task.id}.`))
  const ofSubtasks = listed.filter((subtask) => !isDoneWork(subtask)).flatMap(({ dependencies }) => dependencies ?? [])
  const waitsFor = [...ofTask, ...ofSubtasks.filter((other) => !isOurs(other))]
    .filter((other) => !isDoneTask(places, { id: other, tag: place.tag }))
    .map((other) => other.split('.')[0] ?? other)
  const { id: own, title: name } = task
  return {
    findings: adviseOn(subtasks),
    task: { path: place.path, id: own, title: name, tag: place.tag, description: getProse(task), waitsFor, subtasks },
  }
}

/** Other keys than those of the schema are accepted, so they are looked at as the document has them. */
const getSubtasks = (task: unknown): readonly unknown[] =>
  isRecord(task) && Array.isArray(task['subtasks']) ? task['subtasks'] : []

/**
 * Creates a function that says whether a subtask's dependency is another subtask of the same task. A number without a
 * dot is a sibling where there is one, and a task otherwise.
 */
function isOwnDependency(
  task: string,
  siblings: readonly SubtaskInput[],
  places: readonly TaskPlace[],
  tag: string,
): (other: string) => boolean {
  const own = new Set(siblings.flatMap(({ id: sibling }) => [sibling, `${task}.${sibling}`]))
  return (other) =>
    own.has(other) ||
    other.startsWith(`${task}.`) ||
    (!other.includes('.') && !places.some((place) => place.tag === tag && place.id === other))
}

function toSubtask(
  subtask: SubtaskInput,
  testStrategy: string,
  isOurs: (other: string) => boolean,
  path: Path,
): RawSubtask {
  const criteria = subtask.acceptanceCriteria ?? ''
  return {
    path,
    id: subtask.id,
    title: subtask.title,
    description: getProse(subtask),
    acceptance: (typeof criteria === 'string' ? criteria.split('\n') : criteria)
      .map((line) => line.replace(/^\s*[-*]\s*/, '').trim())
      .filter((line) => line !== ''),
    dependencies: (subtask.dependencies ?? []).filter(isOurs),
    testStrategy: subtask.testStrategy?.trim() || testStrategy,
    cycle: null,
    isDone: isDoneWork(subtask),
  }
}

function getProse({ description, details }: Pick<SubtaskInput, 'description' | 'details'>): string {
  return [description, details].filter((part) => part).join('\n\n')
}
