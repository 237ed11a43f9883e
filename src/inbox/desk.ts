/** The worker's side of the file: takes one letter, and notes what became of it. Each call is one transaction. */
import { randomUUID } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import type { Clock } from './clock.ts'
import { type Letter, MAX_PAUSE_MS, MAX_REASON } from './inbox.ts'
import { type Lanes, openLanes, type Row } from './lanes.ts'
import { beginPulse, hasEnded, type Pulse } from './pulse.ts'
import { inTransaction } from './schema.ts'

/** A letter under way. */
export interface Taken {
  readonly letter: Letter
  /** This one included. */
  readonly tries: number
  readonly done: () => void
  /** Nobody's fault: not counted. */
  readonly postpone: (ms: number) => void
  readonly retry: (ms: number) => void
  readonly bury: (reason: string) => void
}

export interface Desk {
  /** @returns null when nothing is due. `buried`: letters over which processes died too often */
  readonly take: (maxTries: number) => { readonly taken: Taken | null; readonly buried: readonly Letter[] }
  /** How long nothing will be due, as far as this file says now; null: nothing waits. */
  readonly pauseMs: () => number | null
  readonly close: () => void
}

/** Whose processes ended is looked for so often. */
const CHECK_MS = 500
const DIED = 'The process that worked on it ended before it was done, every time.'

/** @param database nobody else writes with it; its commits need not be durable: what is lost is only done again */
export function openDesk(file: string, database: DatabaseSync, clock: Clock): Desk {
  const lanes = openLanes(database)
  const pulses = openPulses(file, database, lanes, clock)
  const take = (maxTries: number) => {
    const buried: Letter[] = []
    for (let key = lanes.firstDue(clock.now()); key !== null; key = lanes.firstDue(clock.now())) {
      const row = lanes.next(key, clock.now())
      if (row === null || row.due > clock.now()) lanes.free(key, clock.now())
      else if (row.tries < maxTries) return { taken: takeRow(row), buried }
      else {
        lanes.bury(row, row.tries, DIED)
        lanes.free(key, clock.now())
        buried.push(toLetter(row))
      }
    }
    return { taken: null, buried }
  }
  const takeRow = (row: Row): Taken => {
    const tries = row.tries + 1
    lanes.take(row, pulses.own())
    const end = (work: () => void) => () =>
      inTransaction(database, () => {
        // Given to somebody else meanwhile, who believed this process ended: it is theirs to say what became of it.
        if (lanes.ownerOf(row.key) !== pulses.own()) return
        work()
        lanes.free(row.key, clock.now())
      })
    const putBack = (ms: number, count: number) =>
      end(() => lanes.putBack(row, clock.now() + Math.min(ms, MAX_PAUSE_MS), count))()
    return {
      letter: toLetter(row),
      tries,
      done: end(() => lanes.remove(row)),
      postpone: (ms) => putBack(ms, row.tries),
      retry: (ms) => putBack(ms, tries),
      bury: (reason) => end(() => lanes.bury(row, tries, toReason(reason)))(),
    }
  }
  return {
    take: (maxTries) => {
      pulses.freeEnded()
      // Looking costs nothing, a transaction waits for other processes.
      if (lanes.firstDue(clock.now()) === null) return { taken: null, buried: [] }
      return inTransaction(database, () => take(maxTries))
    },
    pauseMs: () => {
      const due = lanes.nextDue()
      return due === null ? null : Math.max(0, due - clock.now())
    },
    close: pulses.close,
  }
}

interface Pulses {
  /** The name that this process signs with, from its first letter on. */
  readonly own: () => string
  readonly freeEnded: () => void
  readonly close: () => void
}

function openPulses(file: string, database: DatabaseSync, lanes: Lanes, clock: Clock): Pulses {
  const own = randomUUID()
  const others = database.prepare('SELECT DISTINCT owner FROM lanes WHERE owner IS NOT NULL AND owner <> ?')
  const keys = database.prepare('SELECT key FROM lanes WHERE owner = ?')
  const fileOf = (owner: string) => `${file}-${owner}`
  let pulse: Pulse | null = null
  let checkedAt = Number.NEGATIVE_INFINITY
  const freeAll = (owner: string) => {
    for (const { key } of keys.all(owner)) lanes.free(String(key), clock.now())
  }
  return {
    own: () => {
      pulse ??= beginPulse(fileOf(own))
      return own
    },
    freeEnded: () => {
      if (clock.now() - checkedAt < CHECK_MS) return
      checkedAt = clock.now()
      const ended = others.all(own).map(({ owner }) => String(owner))
      for (const owner of ended.filter((name) => hasEnded(fileOf(name)))) {
        inTransaction(database, () => freeAll(owner))
      }
    },
    close: () => {
      inTransaction(database, () => freeAll(own))
      pulse?.end()
    },
  }
}

export function toLetter({ id, key, body }: Pick<Row, 'id' | 'key' | 'body'>): Letter {
  return { id, key, ...JSON.parse(body) }
}

/** One line for people. */
function toReason(reason: string): string {
  return reason.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').slice(0, MAX_REASON)
}
