/** Lists the tasks of documents for a view: what people plan, whatever is proved. */
import { DEFAULT_TAG } from '../core/model/plan.ts'
import { taskSources } from './index.ts'
import { isRecord } from './source.ts'
import { readTaskFiles, type TaskFile } from './task-files.ts'
import { placesIn } from './taskmaster.ts'

interface ListedWork {
  readonly id: string
  readonly title: string
  readonly status: string
}

interface ListedTask extends ListedWork {
  readonly tag: string
  /** Empty where the document has none. */
  readonly priority: string
  readonly subtasks: readonly ListedWork[]
}

const MAX_TASKS = 1_000

/** @returns none for documents with a mistake: `plan` names it */
export function listBoard(texts: readonly TaskFile[]): readonly ListedTask[] {
  const { content, mistakes } = readTaskFiles(texts)
  if (mistakes.length > 0 || !isRecord(content)) return []
  if (taskSources['taskmaster']?.looksLike(content) !== true) return toTasks([{ tag: DEFAULT_TAG, content }])
  return toTasks(placesIn(content))
}

function toTasks(places: readonly { readonly tag: string; readonly content: unknown }[]): readonly ListedTask[] {
  return places.slice(0, MAX_TASKS).flatMap(({ tag, content }) => {
    const work = toWork(content)
    if (work === null || !isRecord(content)) return []
    const { subtasks } = content
    const listed = (Array.isArray(subtasks) ? subtasks : []).flatMap((one) => toWork(one, work.id) ?? [])
    return [{ ...work, tag, priority: toText(content['priority']), subtasks: listed }]
  })
}

function toWork(content: unknown, parent = ''): ListedWork | null {
  if (!isRecord(content)) return null
  const own = toText(content['id'])
  const id = parent === '' || own.startsWith(`${parent}.`) ? own : `${parent}.${own}`
  return own === '' ? null : { id, title: toText(content['title']), status: toText(content['status']) || 'pending' }
}

function toText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
