/**
 * Reads TaskMaster's `.taskmaster/tasks/tasks.json`: `{ tag: { tasks: [] } }`, or `{ tasks: [] }` from versions without
 * tags.
 */
import * as z from 'zod'
import { toComplaints } from '../config/mistakes.ts'
import type { Path } from '../config/yaml.ts'
import { id, ids, prose, title } from './fields.ts'
import { complain, isRecord, type RawSubtask, type TaskSource, unknown } from './source.ts'

const DEFAULT_TAG = 'master'
/** TaskMaster's statuses of tasks that no longer block others. */
const DONE = ['done', 'cancelled']

/** Other keys are accepted and ignored. */
const Common = {
  id,
  title,
  description: prose.nullish(),
  details: prose.nullish(),
  testStrategy: prose.nullish(),
  acceptanceCriteria: prose.nullish(),
}
const Subtask = z.looseObject({ ...Common, dependencies: ids.nullish() })
const Task = z.looseObject({ ...Common, dependencies: ids.nullish(), subtasks: z.array(Subtask).nullish() })

interface Place {
  readonly tag: string
  readonly path: Path
  readonly id: string
  readonly content: unknown
}

export const taskmaster: TaskSource = {
  about: "TaskMaster's tasks.json, with or without tags.",
  looksLike: (content) =>
    Array.isArray(content['tasks']) ||
    Object.values(content).some((tag) => isRecord(tag) && Array.isArray(tag['tasks'])),
  read: (content, wanted) => {
    const places = placesIn(content)
    const known = [...new Set(places.map((place) => place.id))].join(', ')
    if (wanted === null && places.length > 1) return complain([], `several tasks: name one of ${known}`)
    const found = wanted === null ? places : places.filter((place) => place.id === wanted)
    const [place] = found
    if (!place && wanted === null) return complain([], 'there is no task')
    if (!place) return unknown([], `there is no task \`${wanted}\`; there are ${known}`)
    if (found.length > 1) {
      return complain(place.path, `task \`${wanted}\` is in the tags ${found.map(({ tag }) => tag).join(', ')}`)
    }
    const parsed = Task.safeParse(place.content)
    if (!parsed.success) {
      const complaints = toComplaints(parsed.error.issues, Task, place.content)
      return { complaints: complaints.map((one) => ({ ...one, path: [...place.path, ...one.path] })) }
    }
    const task = parsed.data
    const subtasks = (task.subtasks ?? []).map((subtask, index) =>
      toSubtask(subtask, task.id, [...place.path, 'subtasks', index]),
    )
    const { id: own, title: name } = task
    const waitsFor = (task.dependencies ?? []).filter((other) => !isDone(places, { id: other, tag: place.tag }))
    const about = { path: place.path, id: own, title: name, tag: place.tag, description: getProse(task) }
    return { task: { ...about, waitsFor, subtasks } }
  },
}

/** Returns whether the document marks the task as done. Unknown tasks count as not done. */
function isDone(places: readonly Place[], { id: wanted, tag }: Pick<Place, 'id' | 'tag'>): boolean {
  const found = places.find((place) => place.id === wanted && place.tag === tag)
  return found !== undefined && isRecord(found.content) && DONE.includes(String(found.content['status']))
}

function placesIn(content: Readonly<Record<string, unknown>>): readonly Place[] {
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

/** Converts a subtask. Dependencies on other tasks are not part of this plan. */
function toSubtask(subtask: z.infer<typeof Subtask>, task: string, path: Path): RawSubtask {
  const isOurs = (other: string) => !other.includes('.') || other.startsWith(`${task}.`)
  return {
    path,
    id: subtask.id,
    title: subtask.title,
    description: getProse(subtask),
    acceptance: (subtask.acceptanceCriteria ?? '')
      .split('\n')
      .map((line) => line.replace(/^\s*[-*]\s*/, '').trim())
      .filter((line) => line !== ''),
    dependencies: (subtask.dependencies ?? []).filter(isOurs),
    testStrategy: subtask.testStrategy ?? '',
    cycle: null,
  }
}

function getProse({
  description,
  details,
}: {
  description?: string | null | undefined
  details?: string | null | undefined
}): string {
  return [description, details].filter((part) => part).join('\n\n')
}
