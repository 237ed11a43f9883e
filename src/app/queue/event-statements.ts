/** The SQL of the queue, written once: a dialect brings the words that differ. A statement handles any number of rows. */
import type { Dialect } from './dialect.ts'
import { MAX_PAUSE_MS } from './event-queue.ts'

/** GitHub redelivers for three days at most. */
const SEEN_MS = 7 * 24 * 3_600_000
/** Bound on delivery ids: some 50 MB. */
const MAX_SEEN = 500_000
/** The oldest delivery ids that one removal looks at. */
const MAX_FORGOTTEN = 2000
/** Bound on dead letters. The oldest are removed. */
const MAX_DEAD = 1000

export type EventStatements = ReturnType<typeof toStatements>

export function toStatements(dialect: Dialect) {
  const { prefix, now } = dialect
  const [events, keys] = [`${prefix}events`, `${prefix}keyQueues`]
  // A time beyond the longest pause comes from a clock that was set back since.
  const isDue = (row: string) => `(${row}.due <= ${now} OR ${row}.due > ${now} + ${MAX_PAUSE_MS})`
  // Hints that wait for a retry let the others pass, requests do not.
  const reachable = (key: string) => `e.key = ${key} AND e.n <= coalesce(
    (SELECT min(f.n) FROM ${events} AS f WHERE f.key = ${key} AND f.hint IS NULL), ${Number.MAX_SAFE_INTEGER})`
  const nextDue = `(SELECT min(e.due) FROM ${events} AS e WHERE ${reachable('k.key')})`
  const chosenKeys = `SELECT r.key FROM ${dialect.rows('key text')}`
  return {
    ...dialect,
    ...toAcceptStatements(dialect),
    ...toEndStatements(dialect),
    schedule: `UPDATE ${keys} AS k SET due = ${nextDue} WHERE k.owner IS NULL AND k.key IN (${chosenKeys})`,
    close: `DELETE FROM ${keys} AS k WHERE k.key IN (${chosenKeys})
      AND NOT EXISTS (SELECT 1 FROM ${events} AS e WHERE e.key = k.key)`,
    free: `UPDATE ${keys} AS k SET owner = NULL, taken = NULL, due = ${nextDue} WHERE k.key IN (${chosenKeys})`,
    owners: `SELECT DISTINCT owner FROM ${keys} WHERE owner <> $1`,
    lost: `SELECT k.key FROM ${keys} AS k WHERE k.owner IN (SELECT r.owner FROM ${dialect.rows('owner text')})
      ${dialect.skipLocked}`,
    unknown: `SELECT k.key FROM ${keys} AS k WHERE k.owner = $2
      AND k.taken NOT IN (SELECT r.n FROM ${dialect.rows('n bigint')}) ${dialect.skipLocked}`,
    dueKeys: `SELECT k.key FROM ${keys} AS k WHERE k.owner IS NULL AND ${isDue('k')} ORDER BY k.due LIMIT $1
      ${dialect.skipLocked}`,
    // The rows of the keys are locked: what is read now stays.
    nextEvents: `SELECT n, id, key, body, hint, tries FROM ${events} WHERE n IN (
        SELECT (SELECT e.n FROM ${events} AS e WHERE ${reachable('r.key')} AND ${isDue('e')} ORDER BY e.n LIMIT 1)
        FROM ${dialect.rows('key text')}) ORDER BY n`,
    // The attempt counts at once, because the process may end during it.
    count: `UPDATE ${events} SET tries = tries + 1 WHERE n IN (SELECT r.n FROM ${dialect.rows('n bigint')})`,
    take: `UPDATE ${keys} AS k SET owner = $2, taken = r.n, until = (SELECT max(e.n) FROM ${events} AS e WHERE e.key = k.key)
      FROM ${dialect.rows('key text, n bigint')} WHERE r.key = k.key`,
    untilNext: `SELECT min(due) - ${now} AS ms FROM ${keys} WHERE owner IS NULL`,
  }
}

function toAcceptStatements({ prefix, now, rows }: Dialect) {
  const [events, keys, seen] = ['events', 'keyQueues', 'seen'].map((name) => prefix + name)
  return {
    // Sorted, so that no two transactions wait for each other. SQLite needs the `WHERE` before a conflict clause.
    remember: `INSERT INTO ${seen} (id, at) SELECT r.id, ${now} FROM ${rows('id text')} WHERE true ORDER BY r.id
      ON CONFLICT (id) DO NOTHING RETURNING id`,
    forgetOld: `DELETE FROM ${seen} WHERE n IN (SELECT n FROM ${seen} ORDER BY n LIMIT ${MAX_FORGOTTEN})
      AND at < ${now} - ${SEEN_MS}`,
    forgetMany: `DELETE FROM ${seen} WHERE n <= (SELECT max(n) FROM ${seen}) - ${MAX_SEEN}`,
    // Locks the row of each key until the end of the transaction.
    open: `INSERT INTO ${keys} AS k (key, due) SELECT DISTINCT r.key, ${now} FROM ${rows('key text')} WHERE true ORDER BY 1
      ON CONFLICT (key) DO UPDATE SET due = k.due`,
    // Equal hints are one, if it waits for its first attempt: others may have evaluated already, or may become dead letters.
    add: `INSERT INTO ${events} (id, key, body, hint, tries, due) SELECT r.id, r.key, r.body, r.hint, 0, ${now}
      FROM ${rows('i int, id text, key text, body text, hint text')}
      WHERE r.hint IS NULL OR NOT EXISTS (SELECT 1 FROM ${events} AS e WHERE e.key = r.key AND e.hint = r.hint AND e.tries = 0
        AND e.n > coalesce((SELECT k.until FROM ${keys} AS k WHERE k.key = r.key AND k.owner IS NOT NULL), 0)) ORDER BY r.i`,
  }
}

function toEndStatements({ prefix, now, forUpdate, rows }: Dialect) {
  const [events, keys, seen, dead] = ['events', 'keyQueues', 'seen', 'dead'].map((name) => prefix + name)
  const count = (from: string) => `(SELECT count(*) FROM ${from})`
  return {
    leased: `SELECT until FROM ${keys} WHERE key = $1 AND owner = $2 AND taken = $3 ${forUpdate}`,
    remove: `DELETE FROM ${events} WHERE n = $1`,
    // The evaluation covers the equal hints that existed when it began.
    removeEqual: `DELETE FROM ${events} WHERE key = $1 AND hint = $2 AND n <= $3`,
    retry: `UPDATE ${events} SET due = ${now} + CAST($2 AS bigint), tries = $3 WHERE n = $1`,
    bury: `INSERT INTO ${dead} (id, key, body, hint, tries, reason)
      SELECT id, key, body, hint, CAST($2 AS int), CAST($3 AS text) FROM ${events} WHERE n = $1`,
    forgetDead: `DELETE FROM ${dead} WHERE n <= (SELECT n FROM ${dead} ORDER BY n DESC LIMIT 1 OFFSET ${MAX_DEAD})`,
    dead: `SELECT n, id, key, body, hint, tries, reason FROM ${dead} ORDER BY n DESC`,
    dropDead: `DELETE FROM ${dead} WHERE n IN (SELECT r.n FROM ${rows('n bigint')})`,
    stats: `SELECT ${count(`${events}`)} - ${count(`${keys} WHERE owner IS NOT NULL`)} AS waiting,
      ${count(`${keys} WHERE owner IS NOT NULL`)} AS working, ${count(`${dead}`)} AS dead`,
    oldest: `SELECT s.at FROM ${events} AS e JOIN ${seen} AS s ON s.id = e.id ORDER BY e.n LIMIT 1`,
    probe: `INSERT INTO ${prefix}probe (n, at) VALUES (1, ${now}) ON CONFLICT (n) DO UPDATE SET at = excluded.at`,
  }
}
