/** The worker's side of the file: takes one letter, and notes what became of it. Each call is one transaction. */
import { randomUUID } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { type Letter, MAX_REASON } from './inbox.ts'
import { type Lanes, openLanes, type Row } from './lanes.ts'
import { beginPulse, hasEnded, type Pulse } from './pulse.ts'
import { inTransaction } from './schema.ts'

/** What became of a letter. */
export type Ending =
  | { readonly kind: 'done' }
  /** @param due in milliseconds since 1970 */
  | { readonly kind: 'put-back'; readonly due: number; readonly tries: number }
  | { readonly kind: 'bury'; readonly tries: number; readonly reason: string }

export interface Pick {
  /** Null: nothing is due. `tries` are those before this one. */
  readonly row: Row | null
  /** Letters over which processes died too often. */
  readonly buried: readonly Letter[]
}

export interface Desk {
  readonly pick: (maxTries: number, now: number) => Pick
  readonly end: (row: Row, ending: Ending, now: number) => void
  readonly close: (now: number) => void
}

/** Whose processes ended is looked for so often. */
const CHECK_MS = 500
const DIED = 'The process that worked on it ended before it was done, every time.'

/** @param database its commits need not be durable: what is lost is only done again */
export function openDesk(file: string, database: DatabaseSync): Desk {
  const lanes = openLanes(database)
  const pulses = openPulses(file, database, lanes)
  const pick = (maxTries: number, now: number): Pick => {
    const buried: Letter[] = []
    for (let key = lanes.firstDue(now); key !== null; key = lanes.firstDue(now)) {
      const row = lanes.next(key, now)
      if (row === null || row.due > now) lanes.free(key, now)
      else if (row.tries < maxTries) {
        lanes.take(row, pulses.own())
        return { row, buried }
      } else {
        lanes.bury(row, row.tries, DIED)
        lanes.free(key, now)
        buried.push(toLetter(row))
      }
    }
    return { row: null, buried }
  }
  return {
    pick: (maxTries, now) => {
      pulses.freeEnded(now)
      // Looking costs nothing, a transaction waits for other processes.
      if (lanes.firstDue(now) === null) return { row: null, buried: [] }
      return inTransaction(database, () => pick(maxTries, now))
    },
    end: (row, ending, now) =>
      inTransaction(database, () => {
        // Given to somebody else meanwhile, who believed this process ended: it is theirs to say what became of it.
        if (lanes.ownerOf(row.key) !== pulses.own()) return
        note(lanes, row, ending)
        lanes.free(row.key, now)
      }),
    close: pulses.close,
  }
}

function note(lanes: Lanes, row: Row, ending: Ending): void {
  if (ending.kind === 'done') lanes.remove(row)
  else if (ending.kind === 'put-back') lanes.putBack(row, ending.due, ending.tries)
  else lanes.bury(row, ending.tries, toReason(ending.reason))
}

interface Pulses {
  /** The name that this process signs with, from its first letter on. */
  readonly own: () => string
  readonly freeEnded: (now: number) => void
  readonly close: (now: number) => void
}

function openPulses(file: string, database: DatabaseSync, lanes: Lanes): Pulses {
  const own = randomUUID()
  const others = database.prepare('SELECT DISTINCT owner FROM lanes WHERE owner IS NOT NULL AND owner <> ?')
  const keys = database.prepare('SELECT key FROM lanes WHERE owner = ?')
  const fileOf = (owner: string) => `${file}-${owner}`
  let pulse: Pulse | null = null
  let checkedAt = Number.NEGATIVE_INFINITY
  const freeAll = (owner: string, now: number) => {
    for (const { key } of keys.all(owner)) lanes.free(String(key), now)
  }
  return {
    own: () => {
      pulse ??= beginPulse(fileOf(own))
      return own
    },
    freeEnded: (now) => {
      if (now - checkedAt < CHECK_MS) return
      checkedAt = now
      const ended = others.all(own).map(({ owner }) => String(owner))
      for (const owner of ended.filter((name) => hasEnded(fileOf(name)))) {
        inTransaction(database, () => freeAll(owner, now))
      }
    },
    close: (now) => {
      inTransaction(database, () => freeAll(own, now))
      pulse?.end()
    },
  }
}

export function toLetter({
  id,
  key,
  body,
}: {
  readonly id: string
  readonly key: string
  readonly body: string
}): Letter {
  return { id, key, ...JSON.parse(body) }
}

/** One line for people. */
function toReason(reason: string): string {
  return reason.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').slice(0, MAX_REASON)
}
