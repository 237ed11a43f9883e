/** Orders subtasks: dependencies first, otherwise in the order of the document. */
import type { Subtask } from '../core/model/plan.ts'

/** Every subtask in order, or the ids of a dependency cycle. */
export type Order = { readonly subtasks: readonly Subtask[] } | { readonly circle: readonly string[] }

/** Takes repeatedly the first subtask whose dependencies are done. All dependencies must exist. */
export function orderSubtasks(subtasks: readonly Subtask[]): Order {
  const waiting = [...subtasks]
  const done = new Set<string>()
  const ordered: Subtask[] = []
  while (waiting.length > 0) {
    const ready = waiting.findIndex(({ dependencies }) => dependencies.every((id) => done.has(id)))
    const [next] = ready === -1 ? [] : waiting.splice(ready, 1)
    if (!next) return { circle: findCycle(waiting) }
    done.add(next.id)
    ordered.push(next)
  }
  return { subtasks: ordered }
}

/**
 * Finds a cycle: each remaining subtask waits for another one, so following the dependencies must return to one already
 * visited.
 */
function findCycle(waiting: readonly Subtask[]): readonly string[] {
  const byId = new Map(waiting.map((subtask) => [subtask.id, subtask]))
  const chain: string[] = []
  let id = waiting[0]?.id
  while (id !== undefined && !chain.includes(id)) {
    chain.push(id)
    id = byId.get(id)?.dependencies.find((other) => byId.has(other))
  }
  return [...chain.slice(chain.indexOf(id ?? '')), id ?? '']
}
