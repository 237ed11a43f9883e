/** The order of subtasks: dependencies first, the document's order otherwise. */
import type { Subtask } from '../core/model/plan.ts'

/** Either every subtask in order, or the chain of ids that goes in a circle. */
export type Order = { readonly subtasks: readonly Subtask[] } | { readonly circle: readonly string[] }

/** Takes, again and again, the first subtask whose dependencies are done; all dependencies are known to exist. */
export function orderSubtasks(subtasks: readonly Subtask[]): Order {
  const waiting = [...subtasks]
  const done = new Set<string>()
  const ordered: Subtask[] = []
  while (waiting.length > 0) {
    const ready = waiting.findIndex(({ dependencies }) => dependencies.every((id) => done.has(id)))
    const [next] = ready === -1 ? [] : waiting.splice(ready, 1)
    if (!next) return { circle: circleIn(waiting) }
    done.add(next.id)
    ordered.push(next)
  }
  return { subtasks: ordered }
}

/** Each waiting subtask waits for another one: following them must come back somewhere. */
function circleIn(waiting: readonly Subtask[]): readonly string[] {
  const byId = new Map(waiting.map((subtask) => [subtask.id, subtask]))
  const chain: string[] = []
  let id = waiting[0]?.id
  while (id !== undefined && !chain.includes(id)) {
    chain.push(id)
    id = byId.get(id)?.dependencies.find((other) => byId.has(other))
  }
  return [...chain.slice(chain.indexOf(id ?? '')), id ?? '']
}
