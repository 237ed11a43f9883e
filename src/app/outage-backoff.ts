/** Waits while GitHub is unavailable, so that an outage never exhausts the retries of an event. */
import { pausedFor } from '../core/errors/github.ts'
import { GateError, getRetryAfter } from '../core/model/errors.ts'
import type { Clock } from './queue/clock.ts'
import type { Handler } from './queue/event-queue.ts'
import { getFields, type Log } from './telemetry/log.ts'

/** The first pause. Each later one is twice as long. */
const FIRST_PAUSE_MS = 1000
/** The longest pause, and so the maximal delay until the end of an outage is noticed. */
export const LONGEST_PAUSE_MS = 300_000
/** The longest outage. A longer failure counts as any other failure. */
export const TIME_LIMIT_MS = 24 * 3_600_000
/** Bound on waiting events. The oldest is dropped, and its time limit starts again. */
const MAX_WAITING = 10_000

interface Wait {
  /** Milliseconds since 1970. */
  readonly since: number
  readonly nextMs: number
}

/**
 * Wraps a handler. Where GitHub fails or does not answer, it throws with `retryAfterMs`, so that the attempt does not
 * count. The backoff is per process.
 */
export function withOutageBackoff(handler: Handler, clock: Clock, log: Log): Handler {
  const waits = new Map<string, Wait>()
  const getPause = (id: string): number | null => {
    const now = clock.now()
    const { since, nextMs } = waits.get(id) ?? { since: now, nextMs: FIRST_PAUSE_MS }
    if (now - since >= TIME_LIMIT_MS) return null
    waits.set(id, { since, nextMs: Math.min(nextMs * 2, LONGEST_PAUSE_MS) })
    const [oldest] = waits.keys()
    if (waits.size > MAX_WAITING && oldest !== undefined) waits.delete(oldest)
    return nextMs
  }
  return async (job, signal) => {
    try {
      await handler(job, signal)
      waits.delete(job.id)
    } catch (error) {
      if (!isOutage(error)) throw error
      const ms = getPause(job.id)
      if (ms === null) throw error
      log('warn', 'waiting for GitHub', { id: job.id, key: job.key, ms, ...getFields(error) })
      throw pausedFor(ms, error)
    }
  }
}

/** A rate limit already has a time. */
function isOutage(error: unknown): error is GateError {
  return error instanceof GateError && error.code === 'github-unavailable' && getRetryAfter(error) === null
}
