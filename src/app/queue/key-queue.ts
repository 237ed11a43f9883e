/** The operations on the events of a key, each inside of a transaction: add, take, retry, remove, dead-letter. */
import type { DatabaseSync } from 'node:sqlite'
import { MAX_PAUSE_MS } from './event-queue.ts'

/** An event as stored in the file. Equal hints have equal bodies, apart from the commit that they expect. */
export interface Row {
  readonly n: number
  readonly id: string
  readonly key: string
  readonly body: string
  readonly isHint: number
  readonly tries: number
  readonly due: number
}
interface NewRow {
  readonly id: string
  readonly key: string
  readonly body: string
  readonly isHint: boolean
}

export interface KeyQueues {
  readonly add: (row: NewRow, now: number) => void
  /** The available key that waited longest. */
  readonly firstDue: (now: number) => string | null
  /** The time when the next key is due; null when none waits. */
  readonly nextDue: () => number | null
  readonly next: (key: string, now: number) => Row | null
  /** Counts the attempt at once, because the process may end during it. */
  readonly take: (row: Row, owner: string) => void
  /** Removes the event, with the equal hints that existed when it was taken: the evaluation covers them. */
  readonly remove: (row: Row) => void
  readonly retry: (row: Row, due: number, tries: number) => void
  readonly deadLetter: (row: Row, tries: number, reason: string) => void
  /** Makes the key available when its next event is due. */
  readonly free: (key: string, now: number) => void
  /** Corrects due times beyond the longest pause, which a clock that was set back causes. */
  readonly hasten: (now: number) => void
  /** Null when no process handles it. */
  readonly ownerOf: (key: string) => string | null
}

/** Bound on dead letters. The oldest are removed. */
const MAX_DEAD = 1000

/** Opens the queues. @param database of any durability; every call must be inside a transaction of the caller */
export function openKeyQueues(database: DatabaseSync): KeyQueues {
  const sql = statements(database)
  const next = (key: string, now: number) => getNext(sql.byKey.iterate(key) as Iterable<unknown> as Iterable<Row>, now)
  const free = (key: string, now: number) => {
    const row = next(key, now)
    if (row === null) sql.close.run(key)
    else sql.free.run(row.due, key)
  }
  const getOwner = (key: string) => (sql.owner.get(key)?.['owner'] as string | null | undefined) ?? null
  return {
    add: ({ id, key, body, isHint }, now) => {
      // Coalesces only with hints without an attempt, because others may have evaluated already or may become dead
      // letters.
      if (isHint && sql.duplicate.get(key, body) !== undefined) return
      sql.insert.run(id, key, body, Number(isHint), 0, now)
      const isFirst = sql.open.run(key, now).changes === 1
      if (!isFirst && getOwner(key) === null) free(key, now)
    },
    firstDue: (now) => (sql.firstDue.get(now)?.['key'] as string | undefined) ?? null,
    nextDue: () => (sql.nextDue.get()?.['due'] as number | null | undefined) ?? null,
    next,
    take: ({ key, n, due, tries }, owner) => {
      sql.take.run(owner, key)
      sql.retry.run(due, tries + 1, n)
    },
    remove: ({ n, key, body, isHint }) => {
      sql.remove.run(n)
      if (isHint === 1) sql.coalesce.run(key, body)
    },
    retry: ({ n }, due, tries) => sql.retry.run(due, tries, n),
    deadLetter: ({ n, id, key, body, isHint }, tries, reason) => {
      sql.remove.run(n)
      sql.deadLetter.run(id, key, body, isHint, tries, reason)
      sql.forgetDead.run(MAX_DEAD)
    },
    hasten: (now) => {
      const latest = now + MAX_PAUSE_MS
      for (const { key } of sql.late.all(latest)) {
        sql.hasten.run(now, String(key), latest)
        free(String(key), now)
      }
    },
    free,
    ownerOf: getOwner,
  }
}

/**
 * Returns the next event. Hints that wait for a retry are skipped, requests are not. Where none is due, the one that is
 * due first.
 */
function getNext(rows: Iterable<Row>, now: number): Row | null {
  let earliest: Row | null = null
  for (const row of rows) {
    if (row.due <= now) return row
    if (earliest === null || row.due < earliest.due) earliest = row
    if (row.isHint === 0) return earliest
  }
  return earliest
}

const IS_EQUAL = "json_remove(body, '$.event.head') = json_remove(?, '$.event.head')"

function statements(database: DatabaseSync) {
  const prepare = (text: string) => database.prepare(text)
  return {
    byKey: prepare('SELECT * FROM events WHERE key = ? ORDER BY n'),
    duplicate: prepare(`SELECT 1 FROM events WHERE key = ? AND ${IS_EQUAL} AND tries = 0
      AND n > coalesce((SELECT until FROM keyQueues WHERE keyQueues.key = events.key AND owner IS NOT NULL), 0)`),
    insert: prepare('INSERT INTO events (id, key, body, isHint, tries, due) VALUES (?, ?, ?, ?, ?, ?)'),
    open: prepare('INSERT INTO keyQueues (key, due) VALUES (?, ?) ON CONFLICT DO NOTHING'),
    close: prepare('DELETE FROM keyQueues WHERE key = ?'),
    free: prepare('UPDATE keyQueues SET owner = NULL, due = ? WHERE key = ?'),
    owner: prepare('SELECT owner FROM keyQueues WHERE key = ?'),
    firstDue: prepare('SELECT key FROM keyQueues WHERE owner IS NULL AND due <= ? ORDER BY due LIMIT 1'),
    late: prepare('SELECT key FROM keyQueues WHERE owner IS NULL AND due > ?'),
    hasten: prepare('UPDATE events SET due = ? WHERE key = ? AND due > ?'),
    nextDue: prepare('SELECT min(due) AS due FROM keyQueues WHERE owner IS NULL'),
    take: prepare(
      'UPDATE keyQueues SET owner = ?, until = (SELECT max(n) FROM events WHERE events.key = keyQueues.key) WHERE key = ?',
    ),
    remove: prepare('DELETE FROM events WHERE n = ?'),
    coalesce: prepare(`DELETE FROM events WHERE key = ? AND ${IS_EQUAL} AND isHint = 1
      AND n <= (SELECT until FROM keyQueues WHERE keyQueues.key = events.key)`),
    retry: prepare('UPDATE events SET due = ?, tries = ? WHERE n = ?'),
    deadLetter: prepare('INSERT INTO dead (id, key, body, isHint, tries, reason) VALUES (?, ?, ?, ?, ?, ?)'),
    forgetDead: prepare('DELETE FROM dead WHERE n <= (SELECT max(n) FROM dead) - ?'),
  }
}
