/** Whether the App does its work, as anybody may ask it: can events be kept, are they worked on, does GitHub answer. */

import { getFields, type Log } from './log.ts'
import type { Clock } from './queue/clock.ts'
import type { EventQueue } from './queue/event-queue.ts'

export interface Readiness {
  readonly isReady: boolean
  /** One line for each thing that is not at rest. */
  readonly lines: readonly string[]
}

export interface TrackedTests {
  readonly inbox: EventQueue
  readonly clock: Clock
  readonly log: Log
  /** Since when GitHub has given no answer, in milliseconds since 1970; null: it answers. */
  readonly failingSince: () => number | null
}

/** Anybody may ask: a write for each would be work for strangers. */
const PROBE_EVERY_MS = 1000
/** An event that waits for longer is in trouble, or GitHub limits what may be asked. */
const OLDEST_MS = 600_000
/** A request that failed is asked again within a minute. */
const NO_ANSWER_MS = 60_000

export function getReadiness(tracked: TrackedTests): () => Readiness {
  let last: Readiness = { isReady: false, lines: [] }
  let askedAt = Number.NEGATIVE_INFINITY
  return () => {
    if (performance.now() - askedAt < PROBE_EVERY_MS) return last
    askedAt = performance.now()
    last = evaluation(tracked)
    return last
  }
}

function evaluation({ inbox: queue, clock, log, failingSince }: TrackedTests): Readiness {
  const [now, failing] = [clock.now(), failingSince()]
  const silentMs = failing === null ? 0 : now - failing
  const lines = failing === null ? [] : [`GitHub: no answer for ${seconds(silentMs)}`]
  try {
    queue.probe()
    const oldest = queue.oldest()
    const ageMs = oldest === null ? 0 : now - oldest
    if (oldest !== null) lines.unshift(`oldest event: ${seconds(ageMs)}`)
    return { isReady: ageMs < OLDEST_MS && silentMs < NO_ANSWER_MS, lines }
  } catch (error) {
    log('error', 'inbox cannot be written', getFields(error))
    return { isReady: false, lines: ['inbox: cannot be written', ...lines] }
  }
}

function seconds(ms: number): string {
  return `${Math.max(0, Math.round(ms / 1000))} s`
}
