/** Notes which heads were written to, so that a process that read before another one wrote reads again. */
import { type Database, IS_REPEATABLE, SCHEMA } from './database.ts'

const TABLE = `${SCHEMA}.gate_writes`
const ORDER = `${SCHEMA}.gate_order`
/** No evaluation takes a day. */
const NOTE = `WITH old AS (DELETE FROM ${TABLE} WHERE head <> $1 AND at < now() - interval '1 day'), quick AS (${IS_REPEATABLE})
  INSERT INTO ${TABLE} SELECT $1, nextval('${ORDER}'), now() FROM quick ON CONFLICT (head) DO UPDATE SET n = nextval('${ORDER}'), at = now()`

const MARK = `SELECT CASE WHEN is_called THEN last_value ELSE 0 END AS mark FROM ${ORDER}`

export function openWrites({ query }: Database) {
  return {
    mark: async () => Number((await query(MARK)).rows[0]?.mark),
    noteWrite: async (head: string) => void (await query(NOTE, [head])),
    isWrittenSince: async (head: string, mark: number) =>
      (await query(`SELECT 1 FROM ${TABLE} WHERE head = $1 AND n > $2`, [head, mark])).rows.length > 0,
  }
}
