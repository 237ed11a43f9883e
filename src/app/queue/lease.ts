/** The worker's side of the file: takes letters, and notes what became of them. */
import { randomUUID } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { DIED, type Letter, MAX_REASON } from './event-queue.ts'
import { type Lanes, openLanes, type Row } from './key-queue.ts'
import { beginPulse, hasEnded, type Pulse } from './process-lock.ts'

/** What became of a letter. */
export type Ending =
  | { readonly kind: 'done' }
  /** @param due in milliseconds since 1970 */
  | { readonly kind: 'put-back'; readonly due: number; readonly tries: number }
  | { readonly kind: 'bury'; readonly tries: number; readonly reason: string }

export interface Pick {
  /** Of different keys; `tries` are those before this one. */
  readonly rows: readonly Row[]
  /** Letters over which processes died too often. */
  readonly buried: readonly Letter[]
}

export interface Ask {
  /** How many letters can be worked on. */
  readonly most: number
  readonly maxTries: number
  readonly now: number
}

/** All but `close` are called in a transaction. */
export interface Desk {
  readonly pick: (ask: Ask) => Pick
  readonly end: (row: Row, ending: Ending, now: number) => void
  /** Whatever is under way is for others. */
  readonly leave: (now: number) => void
  readonly close: () => void
}

/** Whose processes ended is looked for so often. */
const CHECK_MS = 500

/** @param database its commits need not be durable: what is lost is only done again */
export function openDesk(file: string, database: DatabaseSync): Desk {
  const lanes = openLanes(database)
  const pulses = openPulses(file, database, lanes)
  const pick = ({ most, maxTries, now }: Ask): Pick => {
    const rows: Row[] = []
    const buried: Letter[] = []
    while (rows.length < most) {
      const key = lanes.firstDue(now)
      if (key === null) break
      const row = lanes.next(key, now)
      if (row !== null && row.due <= now && row.tries < maxTries) {
        lanes.take(row, pulses.own())
        rows.push(row)
        continue
      }
      if (row !== null && row.due <= now) {
        lanes.bury(row, row.tries, DIED)
        buried.push(toLetter(row))
      }
      lanes.free(key, now)
    }
    return { rows, buried }
  }
  return {
    pick: (ask) => {
      pulses.tidy(ask.now)
      return pick(ask)
    },
    end: (row, ending, now) => {
      // Given to somebody else meanwhile, who believed this process ended: it is theirs to say what became of it.
      if (lanes.ownerOf(row.key) !== pulses.own()) return
      note(lanes, row, ending)
      lanes.free(row.key, now)
    },
    leave: pulses.leave,
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
  /** Keys of processes that ended, and of a clock that was set back, may be taken. */
  readonly tidy: (now: number) => void
  readonly leave: (now: number) => void
  readonly close: () => void
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
    tidy: (now) => {
      // A clock may be set back.
      if (Math.abs(now - checkedAt) < CHECK_MS) return
      checkedAt = now
      lanes.hasten(now)
      const ended = others.all(own).map(({ owner }) => String(owner))
      for (const owner of ended.filter((name) => hasEnded(fileOf(name)))) freeAll(owner, now)
    },
    leave: (now) => freeAll(own, now),
    close: () => pulse?.end(),
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
