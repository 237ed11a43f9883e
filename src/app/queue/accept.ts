/** Stores an event in the queue, once per delivery id. */
import type { DatabaseSync } from 'node:sqlite'
import { isHint } from '../../core/model/event.ts'
import { canonical } from '../../core/util/canonical.ts'
import type { QueueJob } from './event-queue.ts'
import { openKeyQueues } from './key-queue.ts'

/** GitHub redelivers for three days at most. */
const SEEN_MS = 7 * 24 * 3_600_000
/** Bound on delivery ids: some 50 MB. */
const MAX_SEEN = 500_000
/** The number of events between two removals of old ids. */
const FORGET_EVERY = 1000

export type Acceptance = 'new' | 'seen'

/** Creates a function that must be called in a transaction with a durable commit. */
export function createAcceptor(database: DatabaseSync): (job: QueueJob, now: number) => Acceptance {
  const keyQueues = openKeyQueues(database)
  const remember = database.prepare('INSERT INTO seen (id, at) VALUES (?, ?) ON CONFLICT DO NOTHING')
  const forgetOld = database.prepare('DELETE FROM seen WHERE at < ?')
  const forgetMany = database.prepare('DELETE FROM seen WHERE n <= (SELECT max(n) FROM seen) - ?')
  let count = 0
  return ({ id, key, repository, event }, now) => {
    if (count % FORGET_EVERY === 0) {
      forgetOld.run(now - SEEN_MS)
      forgetMany.run(MAX_SEEN)
    }
    count += 1
    if (remember.run(id, now).changes === 0) return 'seen'
    keyQueues.add({ id, key, body: canonical({ event, repository }), isHint: isHint(event) }, now)
    return 'new'
  }
}
