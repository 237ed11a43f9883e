/** Takes letters into the file: all that arrived while the disk was busy with one write. */
import type { DatabaseSync } from 'node:sqlite'
import { canonical } from '../core/canonical.ts'
import { isHint } from '../core/event.ts'
import type { Letter } from './inbox.ts'
import { openLanes } from './lanes.ts'
import { inTransaction } from './schema.ts'

/** GitHub redelivers for three days at most. */
const SEEN_MS = 7 * 24 * 3_600_000
/** Of delivery ids: some 50 MB. */
const MAX_SEEN = 500_000
/** Old ids are looked for once in so many letters. */
const FORGET_EVERY = 1000

export type Acceptance = 'new' | 'seen'

/**
 * @param database whose commits are durable
 * @returns a function that takes all of them or throws
 */
export function acceptor(database: DatabaseSync): (letters: readonly Letter[], now: number) => readonly Acceptance[] {
  const lanes = openLanes(database)
  const remember = database.prepare('INSERT INTO seen (id, at) VALUES (?, ?) ON CONFLICT DO NOTHING')
  const forgetOld = database.prepare('DELETE FROM seen WHERE at < ?')
  const forgetMany = database.prepare('DELETE FROM seen WHERE n <= (SELECT max(n) FROM seen) - ?')
  let count = 0
  const accept = ({ id, key, repository, event }: Letter, now: number): Acceptance => {
    if (count % FORGET_EVERY === 0) {
      forgetOld.run(now - SEEN_MS)
      forgetMany.run(MAX_SEEN)
    }
    count += 1
    if (remember.run(id, now).changes === 0) return 'seen'
    lanes.add({ id, key, body: canonical({ event, repository }), isHint: isHint(event) }, now)
    return 'new'
  }
  return (letters, now) => inTransaction(database, () => letters.map((letter) => accept(letter, now)))
}
