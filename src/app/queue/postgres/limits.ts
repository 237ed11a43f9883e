/** GitHub's limits of each installation, shared by all processes, by the clock of the database. */
import type { SharedLimits, TakenLimit } from '../limits.ts'
import { type Database, SCHEMA } from './database.ts'

const TABLE = `${SCHEMA}.gate_limits`

export const LIMITS_STEP = `CREATE TABLE ${TABLE} (installation text PRIMARY KEY, points float8 NOT NULL, at timestamptz NOT NULL,
  next_write timestamptz NOT NULL DEFAULT '-infinity', forbidden_until timestamptz NOT NULL DEFAULT '-infinity')`

/** Not in PostgreSQL's log, so that no request waits for the disk: a crash empties it, and GitHub names its limits again. */
export const LIMITS_UNLOGGED_STEP = `ALTER TABLE ${TABLE} SET UNLOGGED`

const NOW = 'clock_timestamp()'
const toMs = (interval: string) => `(1000 * extract(epoch FROM ${interval}))::float8`
const INTERVAL = "interval '1 ms'"
/** A clock that was set back adds nothing. */
const POINTS = `least($4::float8, points + $5::float8 * greatest(0, ${toMs(`${NOW} - at`)}))`
const OPEN = `INSERT INTO ${TABLE} (installation, points, at) VALUES ($1, $2, ${NOW}) ON CONFLICT DO NOTHING`
const NEXT = `greatest(next_write, ${NOW} - $6::float8 * ${INTERVAL})`
const TAKE = `UPDATE ${TABLE} SET points = ${POINTS} - $2::float8, at = ${NOW},
    next_write = CASE WHEN $7::float8 > 0 THEN ${NEXT} + $7::float8 * ${INTERVAL} ELSE next_write END
  WHERE installation = $1 AND forbidden_until <= ${NOW} AND ${POINTS} - $2::float8 >= $3::float8
    AND ($7::float8 = 0 OR next_write <= ${NOW} + $8::float8 * ${INTERVAL})
  RETURNING CASE WHEN $7::float8 > 0 THEN greatest(0, ${toMs(`next_write - ${NOW}`)} - $7::float8) ELSE 0 END AS ms`
const LOOK = `SELECT forbidden_until > ${NOW} AS "isForbidden", greatest(1, ceil((
    CASE WHEN forbidden_until > ${NOW} THEN ${toMs(`forbidden_until - ${NOW}`)}
    WHEN $7::float8 > 0 AND next_write > ${NOW} + $8::float8 * ${INTERVAL} THEN ${toMs(`next_write - ${NOW}`)}
    ELSE ($3::float8 + $2::float8 - ${POINTS}) / $5::float8 END)::numeric))::float8 AS ms, $6::float8 AS unused
  FROM ${TABLE} WHERE installation = $1`
const FORBID = `INSERT INTO ${TABLE} (installation, points, at, forbidden_until)
  VALUES ($1, $2, ${NOW}, ${NOW} + $3::float8 * ${INTERVAL})
  ON CONFLICT (installation) DO UPDATE SET forbidden_until = greatest(gate_limits.forbidden_until, excluded.forbidden_until)`

export function openLimits({ query }: Database): SharedLimits {
  return {
    take: async (installation, { cost, floor, spaceMs }, { most, perMs, burstMs, maxWaitMs }) => {
      // More than any budget: requests of people never wait for points.
      const least = Math.max(floor, -Number.MAX_SAFE_INTEGER)
      const values = [installation, cost, least, most, perMs, burstMs, spaceMs, maxWaitMs]
      const tryTake = async (): Promise<TakenLimit | null> => {
        const taken = (await query(TAKE, values)).rows[0]
        if (taken !== undefined) return { isTaken: true, ms: Number(taken.ms), isForbidden: false }
        const found = (await query(LOOK, values)).rows[0]
        return found === undefined ? null : { isTaken: false, ms: Number(found.ms), isForbidden: found.isForbidden }
      }
      const first = await tryTake()
      if (first !== null) return first
      await query(OPEN, [installation, most])
      return (await tryTake()) ?? { isTaken: false, ms: 1, isForbidden: false }
    },
    forbid: async (installation, ms) => void (await query(FORBID, [installation, 0, ms])),
  }
}
