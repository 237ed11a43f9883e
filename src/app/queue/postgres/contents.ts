/** The contents of a store on PostgreSQL. */
import pg from 'pg'
import { badDatabase, databaseInUse, noStoreInDatabase } from '../../../core/errors/database.ts'
import { GateError } from '../../../core/model/errors.ts'
import { createContents, type StoreContents } from '../contents.ts'
import type { Engine } from '../dialect.ts'
import { type Client, getConfig, POSTGRES } from './database.ts'
import { PROCESS_LOCKS } from './process-lock.ts'
import { migrate } from './tables.ts'

const { prefix } = POSTGRES
const IN_USE = `SELECT 1 FROM pg_locks JOIN pg_database AS d ON d.oid = database
  WHERE d.datname = current_database() AND ${PROCESS_LOCKS} LIMIT 1`
/** Excludes an App that starts meanwhile: it waits for these tables, and accepts nothing. */
const LOCK = `LOCK TABLE ${['keyQueues', 'events', 'seen', 'audit', 'pulls'].map((name) => prefix + name).join(', ')} IN EXCLUSIVE MODE`
/** The next numbers follow those that were moved. */
const COUNT_ON = `SELECT setval('${prefix}order', max(n)) FROM ${prefix}events HAVING max(n) > (SELECT last_value FROM ${prefix}order);
  ${['dead', 'seen', 'audit'].map((name) => `SELECT setval(pg_get_serial_sequence('${prefix}${name}', 'n'), max(n)) FROM ${prefix}${name}`).join('; ')}`
const LOOKS = 5
const LOOK_S = 0.1

/**
 * @param isTarget whether missing tables are created
 * @throws GateError `bad-store` while a process has the store open, or where there is none
 */
export async function openDatabaseContents(url: string, isTarget: boolean): Promise<StoreContents> {
  const client = new pg.Client(getConfig(url))
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query(`SELECT to_regclass('${prefix}version') IS NOT NULL AS "isStore"`)
    if (!isTarget && rows[0]?.isStore !== true) throw noStoreInDatabase()
    await migrate(url)
    await client.query("BEGIN; SET LOCAL statement_timeout = 0; SET LOCAL timezone = 'UTC'")
    await client.query(LOCK)
    if (await isInUse(client)) throw databaseInUse()
    const query: Engine['query'] = async (text, values = []) => (await client.query(text, [...values])).rows
    return {
      ...createContents({ query, dialect: POSTGRES }),
      commit: async () => void (await client.query(`${COUNT_ON}; COMMIT`)),
      // The server rolls back what was not committed.
      [Symbol.asyncDispose]: () => client.end(),
    }
  } catch (error) {
    await client.end()
    throw error instanceof GateError ? error : badDatabase(error)
  }
}

/** The server notices after a moment that a process has ended. */
async function isInUse(client: Client): Promise<boolean> {
  for (let look = 0; look < LOOKS; look += 1) {
    if ((await client.query(IN_USE)).rows.length === 0) return false
    await client.query(`SELECT pg_sleep(${LOOK_S})`)
  }
  return true
}
