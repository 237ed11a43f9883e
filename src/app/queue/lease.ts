/** The worker's side of the file: takes letters, and notes what became of them. */
import { randomUUID } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { DIED, MAX_REASON, type QueueJob } from './event-queue.ts'
import { type KeyQueues, openKeyQueues, type Row } from './key-queue.ts'
import { hasEnded, holdProcessLock, type ProcessLock } from './process-lock.ts'

/** What became of a letter. */
export type Ended =
  | { readonly kind: 'done' }
  /** @param due in milliseconds since 1970 */
  | { readonly kind: 'put-back'; readonly due: number; readonly tries: number }
  | { readonly kind: 'bury'; readonly tries: number; readonly reason: string }

export interface Pick {
  /** Of different keys; `tries` are those before this one. */
  readonly rows: readonly Row[]
  /** Letters over which processes died too often. */
  readonly buried: readonly QueueJob[]
}

export interface Ask {
  /** How many letters can be worked on. */
  readonly most: number
  readonly maxTries: number
  readonly now: number
}

/** All but `close` are called in a transaction. */
export interface Leases {
  readonly pick: (ask: Ask) => Pick
  readonly end: (row: Row, ending: Ended, now: number) => void
  /** Whatever is under way is for others. */
  readonly leave: (now: number) => void
  readonly close: () => void
}

/** Whose processes ended is looked for so often. */
const CHECK_MS = 500

/** @param database its commits need not be durable: what is lost is only done again */
export function openLeases(file: string, database: DatabaseSync): Leases {
  const keyQueues = openKeyQueues(database)
  const locks = openProcessLocks(file, database, keyQueues)
  const pick = ({ most, maxTries, now }: Ask): Pick => {
    const rows: Row[] = []
    const buried: QueueJob[] = []
    while (rows.length < most) {
      const key = keyQueues.firstDue(now)
      if (key === null) break
      const row = keyQueues.next(key, now)
      if (row !== null && row.due <= now && row.tries < maxTries) {
        keyQueues.take(row, locks.own())
        rows.push(row)
        continue
      }
      if (row !== null && row.due <= now) {
        keyQueues.bury(row, row.tries, DIED)
        buried.push(toJob(row))
      }
      keyQueues.free(key, now)
    }
    return { rows, buried }
  }
  return {
    pick: (ask) => {
      locks.tidy(ask.now)
      return pick(ask)
    },
    end: (row, ending, now) => {
      // Given to somebody else meanwhile, who believed this process ended: it is theirs to say what became of it.
      if (keyQueues.ownerOf(row.key) !== locks.own()) return
      note(keyQueues, row, ending)
      keyQueues.free(row.key, now)
    },
    leave: locks.leave,
    close: locks.close,
  }
}

function note(keyQueues: KeyQueues, row: Row, ending: Ended): void {
  if (ending.kind === 'done') keyQueues.remove(row)
  else if (ending.kind === 'put-back') keyQueues.putBack(row, ending.due, ending.tries)
  else keyQueues.bury(row, ending.tries, toReason(ending.reason))
}

interface ProcessLocks {
  /** The name that this process signs with, from its first letter on. */
  readonly own: () => string
  /** Keys of processes that ended, and of a clock that was set back, may be taken. */
  readonly tidy: (now: number) => void
  readonly leave: (now: number) => void
  readonly close: () => void
}

function openProcessLocks(file: string, database: DatabaseSync, keyQueues: KeyQueues): ProcessLocks {
  const own = randomUUID()
  const others = database.prepare('SELECT DISTINCT owner FROM lanes WHERE owner IS NOT NULL AND owner <> ?')
  const keys = database.prepare('SELECT key FROM lanes WHERE owner = ?')
  const getFile = (owner: string) => `${file}-${owner}`
  let lock: ProcessLock | null = null
  let checkedAt = Number.NEGATIVE_INFINITY
  const freeAll = (owner: string, now: number) => {
    for (const { key } of keys.all(owner)) keyQueues.free(String(key), now)
  }
  return {
    own: () => {
      lock ??= holdProcessLock(getFile(own))
      return own
    },
    tidy: (now) => {
      // A clock may be set back.
      if (Math.abs(now - checkedAt) < CHECK_MS) return
      checkedAt = now
      keyQueues.hasten(now)
      const ended = others.all(own).map(({ owner }) => String(owner))
      for (const owner of ended.filter((name) => hasEnded(getFile(name)))) freeAll(owner, now)
    },
    leave: (now) => freeAll(own, now),
    close: () => lock?.end(),
  }
}

export function toJob({
  id,
  key,
  body,
}: {
  readonly id: string
  readonly key: string
  readonly body: string
}): QueueJob {
  return { id, key, ...JSON.parse(body) }
}

/** One line for people. */
function toReason(reason: string): string {
  return reason.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').slice(0, MAX_REASON)
}
