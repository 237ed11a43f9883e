/** Follows the dependencies between the tasks of a TaskMaster document. */
import type { Path } from '../config/yaml.ts'
import { isRecord } from './source.ts'

/** A task as it stands in the document. */
export interface TaskPlace {
  readonly tag: string
  readonly path: Path
  readonly id: string
  readonly content: unknown
}

/** Statuses of work that no longer blocks other work. */
const DONE: readonly unknown[] = ['done', 'completed', 'cancelled']

export function isDoneWork({ status }: { readonly status?: unknown }): boolean {
  return DONE.includes(status)
}

/** Returns whether the document marks a task or subtask (`41`, `41.3`) as done. Unknown ones count as not done. */
export function isDoneTask(places: readonly TaskPlace[], { id, tag }: Pick<TaskPlace, 'id' | 'tag'>): boolean {
  const [task, ...rest] = id.split('.')
  const whole = places.find((place) => place.tag === tag && (place.id === id || place.id === task))
  if (whole === undefined || !isRecord(whole.content)) return false
  if (isDoneWork(whole.content)) return true
  const subtask = getSubtasks(whole.content).find((one) => [id, rest.join('.')].includes(String(one['id'])))
  return rest.length > 0 && subtask !== undefined && isDoneWork(subtask)
}

function getSubtasks({ subtasks }: Readonly<Record<string, unknown>>): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(subtasks) ? subtasks.filter(isRecord) : []
}

/** Returns the chain of open tasks that leads from this task back to it: `42`, `41`, `42`; null without one. */
export function findTaskCycle(start: TaskPlace, places: readonly TaskPlace[]): readonly string[] | null {
  const byId = new Map(places.filter(({ tag }) => tag === start.tag).map((place) => [place.id, place]))
  const seen = new Set<string>()
  const chains: (readonly string[])[] = [[start.id]]
  for (let chain = chains.pop(); chain !== undefined; chain = chains.pop()) {
    for (const other of getOpenDependencies(byId.get(chain.at(-1) ?? ''), places)) {
      if (other === start.id && chain.length > 1) return [...chain, other]
      if (seen.has(other)) continue
      seen.add(other)
      chains.push([...chain, other])
    }
  }
  return null
}

/** Returns whether another task must be done first. */
export function waits(place: TaskPlace, places: readonly TaskPlace[]): boolean {
  return getOpenDependencies(place, places).length > 0
}

function getOpenDependencies(place: TaskPlace | undefined, places: readonly TaskPlace[]): readonly string[] {
  if (place === undefined || !isRecord(place.content)) return []
  const { dependencies } = place.content
  return (Array.isArray(dependencies) ? dependencies : [])
    .map(String)
    .filter((other) => !isDoneTask(places, { id: other, tag: place.tag }))
    .map((other) => other.split('.')[0] ?? other)
    .filter((other) => other !== place.id)
}
