/** Orders subtasks: dependencies first, otherwise in the order of the document. */
import type { Subtask } from '../core/model/plan.ts'

interface Waiting {
  readonly id: string
  readonly dependencies: readonly string[]
}

/** Everything in order, or the ids of a dependency cycle. */
type Ordered<T> = { readonly ordered: readonly T[] } | { readonly circle: readonly string[] }

/** Every subtask in order, or the ids of a dependency cycle. */
type Order = { readonly subtasks: readonly Subtask[] } | { readonly circle: readonly string[] }

export function orderSubtasks(subtasks: readonly Subtask[]): Order {
  const order = orderByDependencies(subtasks)
  return 'circle' in order ? order : { subtasks: order.ordered }
}

/** Takes repeatedly the first one whose dependencies are done. All dependencies must exist. */
export function orderByDependencies<T extends Waiting>(all: readonly T[]): Ordered<T> {
  const waiting = [...all]
  const done = new Set<string>()
  const ordered: T[] = []
  while (waiting.length > 0) {
    const ready = waiting.findIndex(({ dependencies }) => dependencies.every((id) => done.has(id)))
    const [next] = ready === -1 ? [] : waiting.splice(ready, 1)
    if (!next) return { circle: findCycle(waiting) }
    done.add(next.id)
    ordered.push(next)
  }
  return { ordered }
}

/**
 * Finds a cycle: each remaining one waits for another one, so following the dependencies must return to one already
 * visited.
 */
function findCycle(waiting: readonly Waiting[]): readonly string[] {
  const byId = new Map(waiting.map((one) => [one.id, one]))
  const chain: string[] = []
  let id = waiting[0]?.id
  while (id !== undefined && !chain.includes(id)) {
    chain.push(id)
    id = byId.get(id)?.dependencies.find((other) => byId.has(other))
  }
  return [...chain.slice(chain.indexOf(id ?? '')), id ?? '']
}
