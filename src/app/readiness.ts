/**
 * Computes the readiness of the App for health checks: can it store events, does it handle them, does GitHub answer.
 */

import type { Clock } from './queue/clock.ts'
import type { EventQueue } from './queue/event-queue.ts'
import { getFields, type Log } from './telemetry/log.ts'

export interface Readiness {
  readonly isReady: boolean
  /** One line for each problem or pending work. */
  readonly lines: readonly string[]
}

interface TrackedTests {
  readonly queue: EventQueue
  readonly clock: Clock
  readonly log: Log
  /** The time of the first request without an answer, in milliseconds since 1970; null: GitHub answers. */
  readonly failingSince: () => number | null
}

/** The interval of probes. The address is public, so a write per request would allow an attack. */
const PROBE_EVERY_MS = 1000
/** An older event shows a problem, or a rate limit. */
const OLDEST_MS = 600_000
/** A failed request is repeated within a minute. */
const NO_ANSWER_MS = 60_000

export function getReadiness(tracked: TrackedTests): () => Promise<Readiness> {
  let last: Promise<Readiness> = Promise.resolve({ isReady: false, lines: [] })
  let requestedAt = Number.NEGATIVE_INFINITY
  return () => {
    if (performance.now() - requestedAt < PROBE_EVERY_MS) return last
    requestedAt = performance.now()
    last = evaluation(tracked)
    return last
  }
}

async function evaluation({ queue, clock, log, failingSince }: TrackedTests): Promise<Readiness> {
  const [now, failing] = [clock.now(), failingSince()]
  const silentMs = failing === null ? 0 : now - failing
  const lines = failing === null ? [] : [`GitHub: no answer for ${seconds(silentMs)}`]
  try {
    await queue.probe()
    const oldest = await queue.oldest()
    const ageMs = oldest === null ? 0 : now - oldest
    if (oldest !== null) lines.unshift(`oldest event: ${seconds(ageMs)}`)
    return { isReady: ageMs < OLDEST_MS && silentMs < NO_ANSWER_MS, lines }
  } catch (error) {
    log('error', 'store cannot be written', getFields(error))
    return { isReady: false, lines: ['store: cannot be written', ...lines] }
  }
}

function seconds(ms: number): string {
  return `${Math.max(0, Math.round(ms / 1000))} s`
}
