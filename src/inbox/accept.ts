/** Takes letters into the file: everything that arrives in the same moment with one write to the disk. */
import type { DatabaseSync } from 'node:sqlite'
import { canonical } from '../core/canonical.ts'
import { isHint } from '../core/event.ts'
import type { Clock } from './clock.ts'
import type { Letter } from './inbox.ts'
import type { Lanes } from './lanes.ts'
import { inTransaction } from './schema.ts'

/** GitHub redelivers for three days at most. */
const SEEN_MS = 7 * 24 * 3_600_000
/** Of delivery ids: some 50 MB. */
const MAX_SEEN = 500_000
/** Old ids are looked for once in so many letters. */
const FORGET_EVERY = 1000

type Taken = 'new' | 'seen'
interface Waiting {
  readonly letter: Letter
  readonly resolve: (taken: Taken) => void
  readonly reject: (reason: unknown) => void
}

/**
 * @param database whose commits are durable
 * @param onNew called after letters came in
 * @returns `accept` of the port
 */
export function acceptInto(
  database: DatabaseSync,
  lanes: Lanes,
  clock: Clock,
  onNew: () => void,
): (letter: Letter) => Promise<Taken> {
  const take = taker(database, lanes, clock)
  let batch: Waiting[] = []
  const flush = () => {
    const waiting = batch
    batch = []
    try {
      const taken = inTransaction(database, () => waiting.map(({ letter }) => take(letter)))
      for (const [i, { resolve }] of waiting.entries()) resolve(taken[i] ?? 'new')
      onNew()
    } catch (error) {
      for (const { reject } of waiting) reject(error)
    }
  }
  return (letter) =>
    new Promise((resolve, reject) => {
      if (batch.push({ letter, resolve, reject }) === 1) setImmediate(flush)
    })
}

function taker(database: DatabaseSync, lanes: Lanes, clock: Clock): (letter: Letter) => Taken {
  const remember = database.prepare('INSERT INTO seen (id, at) VALUES (?, ?) ON CONFLICT DO NOTHING')
  const forgetOld = database.prepare('DELETE FROM seen WHERE at < ?')
  const forgetMany = database.prepare('DELETE FROM seen WHERE n <= (SELECT max(n) FROM seen) - ?')
  let count = 0
  return (letter) => {
    const now = clock.now()
    if (count % FORGET_EVERY === 0) {
      forgetOld.run(now - SEEN_MS)
      forgetMany.run(MAX_SEEN)
    }
    count += 1
    if (remember.run(letter.id, now).changes === 0) return 'seen'
    const { id, key, repository, event } = letter
    lanes.add({ id, key, body: canonical({ event, repository }), isHint: isHint(event) }, now)
    return 'new'
  }
}
