/** The contents of a store on PostgreSQL. */
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { PgBoss } from 'pg-boss'
import { badDatabase, databaseInUse, noStoreInDatabase } from '../../../core/errors/database.ts'
import { GateError } from '../../../core/model/errors.ts'
import {
  type Contents,
  type ContentsCounts,
  type ContentsPart,
  ROWS_AT_ONCE,
  type StoreContents,
  type StoredEvent,
} from '../contents.ts'
import { digestHint } from '../event-steps.ts'
import { toUuid } from './accept.ts'
import { type Client, connectTo, getConfig, SCHEMA } from './database.ts'
import { DEAD_LETTERS, EVENT_JOBS, startBoss, withClient } from './jobs.ts'
import { PROCESS_LOCKS } from './process-lock.ts'
import { migrate } from './tables.ts'

const JOB = `${SCHEMA}.job`
const AUDIT = `${SCHEMA}.gate_audit`
const PULLS = `${SCHEMA}.gate_pulls`
const FIELDS = "data->>'id' AS id, data->>'key' AS key, data->>'body' AS body, data->>'hint' IS NOT NULL AS \"isHint\""
const N = "(data->>'n')::bigint"
const PENDING = `FROM ${JOB} WHERE name = '${EVENT_JOBS}' AND state <= 'active'`
const DEAD = `FROM ${JOB} WHERE name = '${DEAD_LETTERS}' AND state = 'created'`
const AT = `to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at`
const toMs = (time: string) => `(1000 * extract(epoch FROM ${time}))::float8`

const READ: Readonly<Record<ContentsPart, string>> = {
  events: `SELECT ${FIELDS}, retry_count AS tries, floor(${toMs('start_after')}) AS due ${PENDING} ORDER BY ${N}`,
  dead: `SELECT ${FIELDS}, source_retry_count AS tries, source_output->>'message' AS reason ${DEAD} ORDER BY created_on, ${N}`,
  seen: `SELECT data->>'id' AS id, floor(${toMs('min(created_on)')}) AS at FROM ${JOB} WHERE name = '${EVENT_JOBS}' GROUP BY 1 ORDER BY 2`,
  audit: `SELECT n::float8, ${AT}, subject, digest, delivery, entry::text FROM ${AUDIT} ORDER BY n`,
  pulls: `SELECT repository, number::float8, name, is_open AS "isOpen", ${AT}, summary::text, accepted::text, report FROM ${PULLS}
    ORDER BY repository, number`,
}
const COUNT = `SELECT (SELECT count(*)::int ${PENDING}) AS events, (SELECT count(*)::int ${DEAD}) AS dead,
  (SELECT count(DISTINCT data->>'id')::int FROM ${JOB} WHERE name = '${EVENT_JOBS}') AS seen,
  (SELECT count(*)::int FROM ${AUDIT}) AS audit, (SELECT count(*)::int FROM ${PULLS}) AS pulls`
const IN_USE = `SELECT 1 FROM pg_locks JOIN pg_database AS d ON d.oid = database
  WHERE d.datname = current_database() AND ${PROCESS_LOCKS} LIMIT 1`
/** Excludes an App that starts meanwhile: it waits for these tables, and accepts nothing. */
const LOCK = `LOCK TABLE ${SCHEMA}.gate_leases, ${JOB}, ${AUDIT}, ${PULLS} IN EXCLUSIVE MODE`
const NUMBERS = `SELECT nextval('${SCHEMA}.gate_order')::float8 AS n FROM generate_series(1, $1::int)`
const LOOKS = 5
const LOOK_S = 0.1

/**
 * @param isTarget whether missing tables are created @throws GateError `bad-store` while a process has the store open,
 * or where there is none
 */
export async function openDatabaseContents(url: string, isTarget: boolean): Promise<StoreContents> {
  const client = new pg.Client(getConfig(url))
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query(`SELECT to_regclass('${SCHEMA}.gate_version') IS NOT NULL AS "isStore"`)
    if (!isTarget && rows[0]?.isStore !== true) throw noStoreInDatabase()
    const boss = await prepareTables(url)
    await client.query("BEGIN; SET LOCAL statement_timeout = 0; SET LOCAL timezone = 'UTC'")
    await client.query(LOCK)
    if (await isInUse(client)) throw databaseInUse()
    return createContents(client, boss)
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

/** @returns pg-boss without its maintenance, which must not wait for the locks of the move */
async function prepareTables(url: string): Promise<PgBoss> {
  const database = connectTo(url, () => undefined)
  const boss = await startBoss(url, () => undefined)
  try {
    await migrate(database)
  } finally {
    await database.close()
  }
  return boss
}

function createContents(client: pg.Client, boss: PgBoss): StoreContents {
  return {
    count: async () => (await client.query<ContentsCounts>(COUNT)).rows[0] as ContentsCounts,
    read: (part) => read(client, part),
    write: (part, rows) => WRITE[part]({ client, boss }, rows as never),
    commit: async () => {
      await client.query(`SELECT setval(pg_get_serial_sequence('${AUDIT}', 'n'), max(n)) FROM ${AUDIT}`)
      await client.query('COMMIT')
    },
    [Symbol.asyncDispose]: async () => {
      // The server rolls back what was not committed.
      await client.end()
      await boss.stop({ graceful: false })
    },
  }
}

async function* read<P extends ContentsPart>(client: Client, part: P): AsyncIterable<Contents[P][number]> {
  await client.query(`DECLARE ${part}_rows NO SCROLL CURSOR FOR ${READ[part]}`)
  const fetch = async () => (await client.query(`FETCH ${ROWS_AT_ONCE[part]} FROM ${part}_rows`)).rows
  for (let rows = await fetch(); rows.length > 0; rows = await fetch()) yield* rows
}

interface Writing {
  readonly client: Client
  readonly boss: PgBoss
}

const WRITE: { readonly [P in ContentsPart]: (writing: Writing, rows: Contents[P]) => Promise<void> } = {
  events: async (writing, rows) => {
    const ids = await insert(writing, EVENT_JOBS, rows)
    const set = `UPDATE ${JOB} SET state = CASE WHEN tries > 0 THEN 'retry' ELSE 'created' END::${SCHEMA}.job_state, retry_count = tries,
      start_after = to_timestamp(due / 1000.0) FROM unnest($1::uuid[], $2::int[], $3::bigint[]) AS u (job, tries, due) WHERE name = '${EVENT_JOBS}' AND id = job`
    await writing.client.query(set, [ids, rows.map(({ tries }) => tries), rows.map(({ due }) => due)])
  },
  dead: async (writing, rows) => {
    const ids = await insert(writing, DEAD_LETTERS, rows)
    const set = `UPDATE ${JOB} SET source_retry_count = tries, source_output = jsonb_build_object('message', reason)
      FROM unnest($1::uuid[], $2::int[], $3::text[]) AS u (job, tries, reason) WHERE name = '${DEAD_LETTERS}' AND id = job`
    await writing.client.query(set, [ids, rows.map(({ tries }) => tries), rows.map(({ reason }) => reason)])
  },
  seen: async ({ client, boss }, rows) => {
    const known = await client.query(`SELECT id FROM ${JOB} WHERE name = '${EVENT_JOBS}' AND id = ANY($1::uuid[])`, [
      rows.map(({ id }) => toUuid(id)),
    ])
    const waiting = new Set(known.rows.map(({ id }) => String(id)))
    const others = rows.map(({ id, at }) => ({ id, at, uuid: toUuid(id) })).filter(({ uuid }) => !waiting.has(uuid))
    if (others.length === 0) return
    const jobs = others.map(({ id, uuid }) => ({ id: uuid, data: { id, n: 0, key: '', body: '', hint: null } }))
    await boss.insert(EVENT_JOBS, jobs, withClient(client))
    const set = `UPDATE ${JOB} SET state = 'completed', created_on = at, completed_on = at
      FROM unnest($1::uuid[], $2::float8[]) AS u (job, ms), to_timestamp(ms / 1000.0) AS at WHERE name = '${EVENT_JOBS}' AND id = job`
    await client.query(set, [others.map(({ uuid }) => uuid), others.map(({ at }) => at)])
  },
  audit: async ({ client }, rows) => {
    const add = `INSERT INTO ${AUDIT} (n, at, subject, digest, delivery, entry) OVERRIDING SYSTEM VALUE
      SELECT * FROM unnest($1::bigint[], $2::timestamptz[], $3::text[], $4::text[], $5::text[], $6::jsonb[])`
    await client.query(add, toColumns(rows, ['n', 'at', 'subject', 'digest', 'delivery', 'entry']))
  },
  pulls: async ({ client }, rows) => {
    const add = `INSERT INTO ${PULLS} (repository, number, name, is_open, at, summary, accepted, report)
      SELECT * FROM unnest($1::text[], $2::bigint[], $3::text[], $4::bool[], $5::timestamptz[], $6::jsonb[], $7::jsonb[], $8::text[])`
    const columns = ['repository', 'number', 'name', 'isOpen', 'at', 'summary', 'accepted', 'report'] as const
    await client.query(add, toColumns(rows, columns))
  },
}

/** @returns one array for each column */
function toColumns<T>(rows: readonly T[], columns: readonly (keyof T)[]): unknown[] {
  return columns.map((name) => rows.map((row) => row[name]))
}

type NewJob = Pick<StoredEvent, 'id' | 'key' | 'body' | 'isHint'>

/** @returns the ids of the jobs, in the order of `rows` */
async function insert({ client, boss }: Writing, name: string, rows: readonly NewJob[]): Promise<readonly string[]> {
  const numbers = (await client.query(NUMBERS, [rows.length])).rows.map(({ n }) => Number(n)).toSorted((a, b) => a - b)
  const jobs = rows.map(({ id, key, body, isHint }, i) => ({
    id: name === EVENT_JOBS ? toUuid(id) : randomUUID(),
    singletonKey: key,
    data: { n: numbers[i], id, key, body, hint: isHint ? digestHint(body) : null },
  }))
  await boss.insert(name, jobs, withClient(client))
  return jobs.map(({ id }) => id)
}
