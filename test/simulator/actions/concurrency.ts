/** Concurrency groups, and the machines that jobs wait for. */
import { type Context, fill } from './expressions.ts'

export interface Concurrency {
  readonly group: string
  readonly cancelsOthers: boolean
  /** `max`: a waiting run is not displaced by later ones. */
  readonly queue: 'single' | 'max'
}

/** Frees the group; null: displaced by a later one, or cancelled, while waiting. */
export type Entry = (() => void) | null

export interface Groups {
  /** @param cancel ends the one that enters, when a later one asks for it; @param signal takes it out of the queue */
  readonly enter: (key: string, wanted: Concurrency, cancel: () => void, signal: AbortSignal) => Promise<Entry>
}

interface Member {
  readonly cancel: () => void
  readonly start: (entry: Entry) => void
}

/** @param value of `concurrency:`; null where there is none @throws Error as GitHub's parser */
export function getConcurrency(value: unknown, context: Context): Concurrency | null {
  if (value === undefined || value === null) return null
  const filled = fill(value, context)
  const { group, queue, ...rest } = (typeof filled === 'object' ? filled : { group: filled }) as Record<string, unknown>
  const isMax = queue === 'max'
  return { group: String(group), cancelsOthers: rest['cancel-in-progress'] === true, queue: isMax ? 'max' : 'single' }
}

export function createGroups(): Groups {
  const groups = new Map<string, { holder: Member; readonly waiting: Member[] }>()
  const leave = (key: string) => {
    const group = groups.get(key)
    const next = group?.waiting.shift()
    if (group === undefined || next === undefined) return void groups.delete(key)
    group.holder = next
    next.start(() => leave(key))
  }
  return {
    enter: (key, { cancelsOthers, queue }, cancel, signal) =>
      new Promise((start) => {
        if (signal.aborted) return start(null)
        const member = { cancel, start }
        const group = groups.get(key)
        if (group === undefined) {
          groups.set(key, { holder: member, waiting: [] })
          return start(() => leave(key))
        }
        if (cancelsOthers || queue === 'single') for (const other of group.waiting.splice(0)) displace(other)
        if (cancelsOthers) group.holder.cancel()
        group.waiting.push(member)
        signal.addEventListener('abort', () => {
          const at = group.waiting.indexOf(member)
          if (at < 0) return
          group.waiting.splice(at, 1)
          start(null)
        })
      }),
  }
}

function displace({ cancel, start }: Member): void {
  start(null)
  cancel()
}

export interface Slots {
  /** Waits for one of so many machines. */
  readonly take: () => Promise<() => void>
}

export function createSlots(count: number): Slots {
  const waiting: (() => void)[] = []
  let free = count
  const give = () => {
    const next = waiting.shift()
    if (next === undefined) free += 1
    else next()
  }
  return {
    take: () =>
      new Promise((start) => {
        if (free === 0) return void waiting.push(() => start(give))
        free -= 1
        start(give)
      }),
  }
}
