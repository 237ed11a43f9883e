/** What becomes of letters that the inbox gave up: people are told, and a new start tries again. */
import { isHint } from '../core/model/event.ts'
import { getFields, type Log } from './log.ts'
import { type DeadJob, DIED, type EventQueue, type RunOptions } from './queue/event-queue.ts'
import { toJob } from './worker.ts'

/** As long as GitHub itself redelivers; nobody expects an older command to be done any more. */
const AGAIN_MS = 3 * 24 * 3_600_000
/** What is told of an error that is none of the gate's. */
const UNEXPECTED = 'unexpected'

/**
 * @returns what is called for each letter that is put aside: who asked for something is told by a letter of its own, which
 *   waits and is tried as any other, and of whose own end nobody is told
 */
export function whenRetriesExhausted(queue: EventQueue, log: Log): NonNullable<RunOptions['onDead']> {
  return ({ id, key, repository, event }, reason, code) => {
    log('error', 'letter put aside', { id, key, reason })
    if (isHint(event)) return
    queue
      .accept(toJob(repository, { kind: 'given-up', request: event, code: code ?? UNEXPECTED }))
      .catch((error: unknown) => log('error', 'nobody was told', { id, key, ...getFields(error) }))
  }
}

/**
 * Called at each start, before anything is worked on, and after each sweep that GitHub answered: what caused the failures may be
 * over.
 * @param now milliseconds since 1970
 * @returns how many commands are taken up again; hints are not, because the sweep looks everywhere
 */
export function takeUpAgain(eventQueue: EventQueue, now: number): number {
  return eventQueue.requeue(({ letter: { event }, reason }: DeadJob) => {
    // What ends processes would end this one too.
    if (reason === DIED || !('at' in event)) return false
    return now - Date.parse(event.at) < AGAIN_MS
  })
}
