/** What goes wrong on demand: answers that are refused, and webhooks that come late, twice or never. */
import type { Answered, Route } from './route.ts'

export interface Faults {
  /** The next requests of a route get this answer instead; the newest order comes first. */
  readonly answer: (route: Route, fault: Answered, options?: FaultOptions) => void
  /** The answer that was ordered for a request, if any. */
  readonly take: (route: Route) => Answered | null
  /** How webhooks travel from now on. */
  schedule: Schedule
}

export interface FaultOptions {
  /** How many requests; one when nothing is said. */
  readonly times?: number
  /** Whether it is done all the same: only the answer gets lost. */
  readonly isDone?: boolean
}

/** What becomes of a delivery: `late` waits until so many others were sent, or until nothing else is under way. */
export type Fate = 'sent' | 'lost' | 'doubled' | { readonly late: number }
export type Schedule = (delivery: { readonly event: string; readonly action: string | null }) => Fate

export const onTime: Schedule = () => 'sent'

export function createFaults(): Faults & { readonly isDone: (route: Route) => boolean } {
  const orders: { route: Route; fault: Answered; left: number; isDone: boolean }[] = []
  const orderFor = (route: Route) => orders.find((order) => order.route === route && order.left > 0)
  return {
    schedule: onTime,
    answer: (route, fault, { times = 1, isDone = false } = {}) =>
      void orders.unshift({ route, fault, left: times, isDone }),
    isDone: (route) => orderFor(route)?.isDone === true,
    take: (route) => {
      const order = orderFor(route)
      if (order === undefined) return null
      order.left -= 1
      return order.fault
    },
  }
}

export interface Odds {
  readonly late?: number
  readonly doubled?: number
  readonly lost?: number
}

/** The same seed gives the same fates, in the order in which events happen. */
export function chaos(seed: number, { late = 0, doubled = 0, lost = 0 }: Odds): Schedule {
  const next = randomNumbers(seed)
  return () => {
    const drawn = next()
    if (drawn < lost) return 'lost'
    if (drawn < lost + doubled) return 'doubled'
    return drawn < lost + doubled + late ? { late: 1 + Math.floor(next() * 5) } : 'sent'
  }
}

/** mulberry32: small, and the same everywhere. */
function randomNumbers(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
