/** The worker's operations on jobs: takes the next of each key, and stores results. One row for each key is its lock. */
import type { PgBoss } from 'pg-boss'
import { DIED, type QueueJob } from '../event-queue.ts'
import { type LeaseResult, type PickOptions, type StoredJob, toJob, toReason } from '../event-steps.ts'
import type { JobData } from './accept.ts'
import { BEGIN_REPEATABLE, type Client, SCHEMA } from './database.ts'
import { DEAD_LETTERS, EVENT_JOBS, withClient } from './jobs.ts'

/** Bound on dead letters. The oldest are removed. */
const MAX_DEAD = 1000
/** One process at a time takes events, so a key is never taken twice. */
const PICKING = 7_331_002
/**
 * What is lost with it is only taken again. Without statistics of a burst the server would sort all waiting events for
 * each taking, instead of following the index that has their order.
 */
export const BEGIN_PICKING = `${BEGIN_REPEATABLE}; SET LOCAL enable_sort = off; SELECT pg_advisory_xact_lock(${PICKING})`
const OWN = `name = '${EVENT_JOBS}'`
const N = "(data->>'n')::bigint"

/**
 * Of each free key the first event that is due. A request that waits for a retry holds up those behind it; a hint does
 * not.
 */
const RIPE = `SELECT j.id, j.data, j.retry_count FROM ${SCHEMA}.job AS j
  WHERE j.${OWN} AND j.state < 'active' AND j.start_after <= ${SCHEMA}.job_now()
  AND NOT EXISTS (SELECT 1 FROM ${SCHEMA}.gate_leases AS l WHERE l.key = j.singleton_key)
  AND NOT EXISTS (SELECT 1 FROM ${SCHEMA}.job AS b WHERE b.${OWN} AND b.state < 'active' AND b.singleton_key = j.singleton_key
    AND (b.data->>'n')::bigint < (j.data->>'n')::bigint
    AND (b.start_after <= ${SCHEMA}.job_now() OR b.data->>'hint' IS NULL))
  ORDER BY (j.data->>'n')::bigint LIMIT $1`
/** Counts the attempt at once, because the process may end during it. */
const TAKE = `WITH taken AS (UPDATE ${SCHEMA}.job SET state = 'active', started_on = ${SCHEMA}.job_now(), retry_count = retry_count + 1
    WHERE ${OWN} AND id = ANY($1::uuid[]) RETURNING id, singleton_key AS key, ${N} AS n)
  INSERT INTO ${SCHEMA}.gate_leases (key, n, job, owner, until) SELECT key, n, id, $2, greatest(n,
    (SELECT max(${N}) FROM ${SCHEMA}.job WHERE ${OWN} AND state < 'active' AND singleton_key = key)) FROM taken`
const NEXT_MS = `SELECT 1000 * extract(epoch FROM min(start_after) - ${SCHEMA}.job_now()) AS ms FROM ${SCHEMA}.job
  WHERE ${OWN} AND state < 'active' AND start_after > ${SCHEMA}.job_now()`
/** Of processes that ended, and of this one where the answer to its taking got lost. */
const FREE = `WITH lost AS (DELETE FROM ${SCHEMA}.gate_leases
    WHERE owner = ANY($1::int[]) OR (owner = $2 AND NOT (n = ANY($3::bigint[]))) RETURNING job)
  UPDATE ${SCHEMA}.job SET state = 'retry' WHERE ${OWN} AND state = 'active' AND id IN (SELECT job FROM lost)`
const LEAVE = `DELETE FROM ${SCHEMA}.gate_leases WHERE key = $1 AND owner = $2 AND n = $3 RETURNING job, until`
const RETRY = `UPDATE ${SCHEMA}.job SET state = 'retry', retry_count = $2,
  start_after = ${SCHEMA}.job_now() + $3 * interval '1 ms' WHERE ${OWN} AND id = $1 AND state <= 'active'`
const COVERED = `SELECT id FROM ${SCHEMA}.job WHERE ${OWN} AND state < 'active' AND singleton_key = $1 AND ${N} <= $2
  AND data->>'hint' = (SELECT data->>'hint' FROM ${SCHEMA}.job WHERE ${OWN} AND id = $3)`
const SURPLUS = `SELECT id FROM ${SCHEMA}.job WHERE name = '${DEAD_LETTERS}' AND state = 'created'
  ORDER BY created_on DESC, ${N} DESC OFFSET ${MAX_DEAD}`

export interface Owner {
  readonly id: number
  /** Processes that have ended. */
  readonly ended: readonly number[]
  /** The events that this process handles now; null: it has taken no others, as it knows from the answers. */
  readonly held: readonly number[] | null
}

interface PickResult {
  readonly rows: readonly StoredJob[]
  readonly deadLettered: readonly QueueJob[]
  /** Milliseconds until the next event is due, where all that are due were taken; null: none waits. */
  readonly nextMs: number | null
}

/** Takes events of free keys, in a transaction that begins with `BEGIN_PICKING`. */
export async function pick(
  boss: PgBoss,
  client: Client,
  { most, maxTries }: PickOptions,
  { id, ended, held }: Owner,
): Promise<PickResult> {
  if (ended.length > 0 || held !== null) await client.query(FREE, [ended, held === null ? 0 : id, held ?? []])
  const rows: StoredJob[] = []
  const deadLettered: QueueJob[] = []
  for (;;) {
    const found = (await client.query(RIPE, [most - rows.length])).rows
    const poison = found.filter(({ retry_count: tries }) => tries >= maxTries)
    const taken = found.filter(({ retry_count: tries }) => tries < maxTries)
    if (taken.length > 0) await client.query(TAKE, [taken.map((row) => row.id), id])
    rows.push(...taken.map(({ data, retry_count: tries }) => toRow(data, tries)))
    deadLettered.push(...poison.map(({ data }) => toJob(data)))
    if (poison.length === 0) break
    await deadLetter(
      boss,
      client,
      poison.map((row) => row.id),
      DIED,
    )
  }
  const nextMs = rows.length < most ? (await client.query(NEXT_MS)).rows[0]?.ms : 0
  return { rows, deadLettered, nextMs: nextMs === null || nextMs === undefined ? null : Number(nextMs) }
}

/** Stores the result, unless another process took the event over meanwhile. A lost one is only repeated. */
export async function end(
  boss: PgBoss,
  client: Client,
  { key, n }: StoredJob,
  result: LeaseResult & { readonly ms: number; readonly owner: number },
): Promise<void> {
  const { rows } = await client.query(LEAVE, [key, result.owner, n])
  if (rows[0] === undefined) return
  const { job, until } = rows[0]
  if (result.kind === 'retry') await client.query(RETRY, [job, result.tries, Math.max(0, result.ms)])
  else if (result.kind === 'dead-letter') await deadLetter(boss, client, [job], toReason(result.reason))
  else {
    await boss.complete(EVENT_JOBS, job, null, { ...withClient(client), includeQueued: true })
    // No event of this key came before it was taken.
    if (Number(until) === n) return
    const covered = (await client.query(COVERED, [key, until, job])).rows.map(({ id }) => String(id))
    if (covered.length > 0) await boss.cancel(EVENT_JOBS, covered, withClient(client))
  }
}

async function deadLetter(boss: PgBoss, client: Client, jobs: string[], reason: string): Promise<void> {
  await boss.fail(EVENT_JOBS, jobs, { message: reason }, withClient(client))
  const surplus = (await client.query(SURPLUS)).rows.map(({ id }) => String(id))
  if (surplus.length > 0) await boss.deleteJob(DEAD_LETTERS, surplus, withClient(client))
}

function toRow({ n, id, key, body, hint }: JobData, tries: number): StoredJob {
  return { n, id, key, body, hint, tries }
}
