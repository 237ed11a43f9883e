/** Handles dead letters: reports them to people, and requeues commands at the next start. */
import { isHint } from '../core/model/event.ts'
import { type DeadJob, DIED, type EventQueue, type RunOptions } from './queue/event-queue.ts'
import { toDelivery } from './telemetry/delivery.ts'
import { getFields, type Log } from './telemetry/log.ts'
import { toQueueJob } from './worker.ts'

/** As long as GitHub redelivers. Older commands are no longer expected. */
const AGAIN_MS = 3 * 24 * 3_600_000
/** The reported code of an error that is not a GateError. */
const UNEXPECTED = 'unexpected'

/**
 * Returns the handler of dead letters. The report to a person is an event of its own, with retries; its own failure is
 * only logged.
 */
export function createDeadLetterHandler(queue: EventQueue, log: Log): NonNullable<RunOptions['onDead']> {
  return ({ id, key, repository, event }, reason, code) => {
    log('error', 'event is now a dead letter', { delivery: toDelivery(id), id, key, reason })
    if (isHint(event)) return
    queue
      .accept(toQueueJob(repository, { kind: 'given-up', request: event, code: code ?? UNEXPECTED }, id))
      .catch((error: unknown) => log('error', 'dead letter not reported', { id, key, ...getFields(error) }))
  }
}

/**
 * Requeues commands at each start, and after each sweep that GitHub answered, because the cause may be gone. @param now
 * milliseconds since 1970 @returns the number of commands; hints are not requeued, because the sweep covers them
 */
export function requeueCommands(eventQueue: EventQueue, now: number): Promise<number> {
  return eventQueue.requeue(({ job: { event }, reason }: DeadJob) => {
    // An event that ended processes would end this one too.
    if (reason === DIED || !('at' in event)) return false
    return now - Date.parse(event.at) < AGAIN_MS
  })
}
