/** Waits for GitHub while it is ill: an outage is nobody's fault, and must not bury what people asked for. */
import { GateError, getRetryAfter } from '../core/model/errors.ts'
import { getFields, type Log } from './log.ts'
import type { Clock } from './queue/clock.ts'
import type { Handler } from './queue/event-queue.ts'

/** The first pause; each later one is twice as long. */
const FIRST_PAUSE_MS = 1000
/** GitHub is well again: so late it is noticed at most. */
export const LONGEST_PAUSE_MS = 300_000
/** No outage was longer; what fails for so long fails by itself, and counts as any other failure. */
export const TIME_LIMIT_MS = 24 * 3_600_000
/** Letters that are waited with: the oldest is forgotten, and has its whole patience again. */
const MAX_WAITING = 10_000

interface Wait {
  /** Milliseconds since 1970. */
  readonly since: number
  readonly nextMs: number
}

/**
 * @returns the handler; where GitHub fails, or does not answer, it throws with `retryAfterMs`, so that the try does not count.
 *   Patience is of one process: another one begins anew.
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
      log('warn', 'waiting for GitHub', { key: job.key, ms, ...getFields(error) })
      // Another one: several letters may have failed of the same error, each with a pause of its own.
      const { message, suggestion } = error
      throw Object.assign(new GateError('github-unavailable', message, suggestion, error), { retryAfterMs: ms })
    }
  }
}

/** A limit says itself when to come back. */
function isOutage(error: unknown): error is GateError {
  return error instanceof GateError && error.code === 'github-unavailable' && getRetryAfter(error) === null
}
