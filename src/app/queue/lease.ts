/** The worker's operations on the queue: takes events and stores their results. */
import { randomUUID } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { DIED, MAX_FAILURE_REASON, type QueueJob } from './event-queue.ts'
import { type KeyQueues, openKeyQueues, type Row } from './key-queue.ts'
import { hasEnded, holdProcessLock, type ProcessLock } from './process-lock.ts'

/** The result of an event. */
export type LeaseResult =
  | { readonly kind: 'done' }
  /** @param due in milliseconds since 1970 */
  | { readonly kind: 'retry'; readonly due: number; readonly tries: number }
  | { readonly kind: 'dead-letter'; readonly tries: number; readonly reason: string }

export interface Pick {
  /** Events of different keys; `tries` counts the attempts before this one. */
  readonly rows: readonly Row[]
  /** Events whose handling ended too many processes. */
  readonly deadLettered: readonly QueueJob[]
}

export interface PickOptions {
  /** The number of free workers. */
  readonly most: number
  readonly maxTries: number
  readonly now: number
}

/** All functions except `close` must be called in a transaction. */
interface Leases {
  readonly pick: (options: PickOptions) => Pick
  readonly end: (row: Row, result: LeaseResult, now: number) => void
  /** Releases all leases of this process. */
  readonly leave: (now: number) => void
  readonly close: () => void
}

/** The interval of the search for dead processes. */
const CHECK_MS = 500

/** Opens the leases. @param database its commits need not be durable, since lost results are only repeated */
export function openLeases(file: string, database: DatabaseSync): Leases {
  const keyQueues = openKeyQueues(database)
  const locks = openProcessLocks(file, database, keyQueues)
  const pick = ({ most, maxTries, now }: PickOptions): Pick => {
    const rows: Row[] = []
    const deadLettered: QueueJob[] = []
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
        keyQueues.deadLetter(row, row.tries, DIED)
        deadLettered.push(toJob(row))
      }
      keyQueues.free(key, now)
    }
    return { rows, deadLettered }
  }
  return {
    pick: (options) => {
      locks.tidy(options.now)
      return pick(options)
    },
    end: (row, result, now) => {
      // Another process took the event because it considered this one dead. That process stores the result.
      if (keyQueues.ownerOf(row.key) !== locks.own()) return
      note(keyQueues, row, result)
      keyQueues.free(row.key, now)
    },
    leave: locks.leave,
    close: locks.close,
  }
}

function note(keyQueues: KeyQueues, row: Row, result: LeaseResult): void {
  if (result.kind === 'done') keyQueues.remove(row)
  else if (result.kind === 'retry') keyQueues.retry(row, result.due, result.tries)
  else keyQueues.deadLetter(row, result.tries, toReason(result.reason))
}

interface ProcessLocks {
  /** The name of this process, from its first event on. */
  readonly own: () => string
  /** Releases keys of dead processes, and corrects due times after a change of the clock. */
  readonly tidy: (now: number) => void
  readonly leave: (now: number) => void
  readonly close: () => void
}

function openProcessLocks(file: string, database: DatabaseSync, keyQueues: KeyQueues): ProcessLocks {
  const own = randomUUID()
  const others = database.prepare('SELECT DISTINCT owner FROM keyQueues WHERE owner IS NOT NULL AND owner <> ?')
  const keys = database.prepare('SELECT key FROM keyQueues WHERE owner = ?')
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
      // The clock may be set back.
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

interface StoredJob {
  readonly id: string
  readonly key: string
  readonly body: string
}

/** Parses a stored job. Jobs of earlier versions call a truncated comment `isCut`. */
export function toJob({ id, key, body }: StoredJob): QueueJob {
  // Quotation marks inside of texts are escaped, so only the field is renamed.
  return { id, key, ...JSON.parse(body.replace('"isCut":true', '"isTruncated":true')) }
}

/** Formats a reason as one line. */
export function toReason(reason: string): string {
  return reason.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').slice(0, MAX_FAILURE_REASON)
}
