/** Small facts that processes share, such as how far a sweep is. */
import { type Database, SCHEMA } from './database.ts'

export interface Notes {
  /** Undefined: there is none. */
  readonly read: (name: string) => Promise<unknown>
  readonly put: (name: string, value: object) => Promise<void>
  readonly remove: (name: string) => Promise<void>
  /** Returns whether it was put within this time, by the clock of the database. */
  readonly isFresh: (name: string, ms: number) => Promise<boolean>
}

const TABLE = `${SCHEMA}.gate_notes`
const PUT = `INSERT INTO ${TABLE} VALUES ($1, $2, now()) ON CONFLICT (name) DO UPDATE SET value = $2, at = now()`
const FRESH = `SELECT 1 FROM ${TABLE} WHERE name = $1 AND at > now() - $2 * interval '1 ms' AND at <= now()`

export function openNotes({ query }: Database): Notes {
  return {
    read: async (name) => (await query(`SELECT value FROM ${TABLE} WHERE name = $1`, [name])).rows[0]?.value,
    put: async (name, value) => void (await query(PUT, [name, value])),
    remove: async (name) => void (await query(`DELETE FROM ${TABLE} WHERE name = $1`, [name])),
    isFresh: async (name, ms) => (await query(FRESH, [name, ms])).rows.length > 0,
  }
}
