/** GitHub's answers on PostgreSQL, shared by all processes. */
import { type AnswerCache, createAnswers } from '../answers.ts'
import type { Clock } from '../clock.ts'
import { type Database, SCHEMA } from './database.ts'

const TABLE = `${SCHEMA}.gate_answers`

/** Not in PostgreSQL's log: a crash empties it, and that costs requests only. */
export const ANSWERS_STEP = `CREATE UNLOGGED TABLE ${TABLE} (name bytea PRIMARY KEY, at timestamptz NOT NULL, body bytea NOT NULL);
  ALTER TABLE ${TABLE} ALTER COLUMN body SET STORAGE EXTERNAL;
  CREATE INDEX gate_answers_time ON ${TABLE} (at)`

const PUT = `INSERT INTO ${TABLE} VALUES ($1, $2, $3) ON CONFLICT (name) DO UPDATE SET at = excluded.at, body = excluded.body`
const TRIM = `DELETE FROM ${TABLE} WHERE name IN (SELECT name FROM ${TABLE} ORDER BY at DESC OFFSET $1)`

export function openAnswers({ query }: Database, clock: Clock, most: number): AnswerCache {
  const rows = {
    get: async (name: Buffer) => {
      const [row] = (await query(`SELECT at, body FROM ${TABLE} WHERE name = $1`, [name])).rows
      return row === undefined ? null : { at: Number(row.at), body: row.body as Buffer }
    },
    put: (name: Buffer, at: number, body: Buffer) => query(PUT, [name, new Date(at), body]),
    note: (name: Buffer, at: number) => query(`UPDATE ${TABLE} SET at = $2 WHERE name = $1`, [name, new Date(at)]),
    trim: (count: number) => query(TRIM, [count]),
  }
  return createAnswers(rows, clock, most)
}
