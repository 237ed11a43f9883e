/** Connections to PostgreSQL, each with time limits below the ten seconds that GitHub waits for an answer. */
import pg from 'pg'
import type { Dialect } from '../dialect.ts'

/** The schema of all tables, whose names begin with `gate_`. */
export const SCHEMA = 'tdd_gate'
/** Where processes hear that another one stored events. */
export const CHANNEL = 'tdd_gate'

export const POSTGRES: Dialect = {
  prefix: `${SCHEMA}.gate_`,
  now: '(1000 * extract(epoch FROM now()))::bigint',
  forUpdate: 'FOR UPDATE',
  skipLocked: 'FOR UPDATE SKIP LOCKED',
  rows: (columns) => `json_to_recordset($1) AS r (${columns})`,
  time: 'now()',
  ofPull: "entry->>'repositoryId' = $1 AND entry->>'number' = $2",
  bytewise: 'COLLATE "C"',
  readAs: {
    time: (column) => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
    json: (column) => `${column}::text`,
  },
  writeAs: { time: (column) => `${column}::timestamptz`, json: (column) => `${column}::jsonb` },
  notify: `SELECT pg_notify('${CHANNEL}', '')`,
}

const MAX_CONNECTIONS = 6
const CONNECT_MS = 3000
/**
 * Bound on the answer to a statement, for a server or network that falls silent. A delivery may wait for two of them. It
 * is below the time in which the server gives up a silent process: 5 + 3 x 2 seconds.
 */
const ANSWER_MS = 4500
const OPTIONS = [
  'statement_timeout=4000',
  'lock_timeout=3500',
  'tcp_keepalives_idle=5',
  'tcp_keepalives_interval=2',
  'tcp_keepalives_count=3',
]
  .map((option) => `-c ${option}`)
  .join(' ')

export type Client = pg.ClientBase
/** Receives errors of connections that are not in use, or that work without a caller. */
export type OnTrouble = (error: unknown) => void

export interface Database {
  readonly query: pg.Pool['query']
  /**
   * Runs `work` in a transaction. A connection whose transaction failed is closed. @param begin how it begins; no
   * parameters
   */
  readonly transaction: <T>(work: (client: Client) => Promise<T>, begin?: string) => Promise<T>
  readonly close: () => Promise<void>
}

/** Begins a transaction that need not be on disk: a crash of the server undoes it, and its work is repeated. */
export const BEGIN_REPEATABLE = 'BEGIN; SET LOCAL synchronous_commit = off'
/** The same for a single statement, which selects it. */
export const IS_REPEATABLE = "SELECT set_config('synchronous_commit', 'off', true)"

const INT8 = 20
/** All our large integers are numbers that JavaScript has, too. */
const NUMBERS: pg.CustomTypesConfig = {
  getTypeParser: (type: number, format?: 'text' | 'binary') =>
    type === INT8 ? Number : pg.types.getTypeParser(type, format),
}

export function getConfig(url: string): pg.ClientConfig {
  return {
    connectionString: url,
    application_name: 'tdd-gate',
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    options: OPTIONS,
    types: NUMBERS,
  }
}

/** The configuration of connections for work that has to end soon. */
export function getLiveConfig(url: string): pg.ClientConfig {
  return { ...getConfig(url), query_timeout: ANSWER_MS }
}

export function connectTo(url: string, onTrouble: OnTrouble): Database {
  const pool = new pg.Pool({ ...getLiveConfig(url), max: MAX_CONNECTIONS })
  // The pool hears idle connections only: one that breaks while it is in use would end the process.
  pool.on('error', onTrouble).on('connect', (client) => client.on('error', onTrouble))
  return {
    query: pool.query.bind(pool),
    transaction: async (work, begin = 'BEGIN') => {
      const client = await pool.connect()
      try {
        await client.query(begin)
        const result = await work(client)
        await client.query('COMMIT')
        client.release()
        return result
      } catch (error) {
        client.release(true)
        throw error
      }
    },
    close: () => pool.end(),
  }
}
