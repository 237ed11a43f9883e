/** Stores events as jobs: once for each delivery id, in order for each key, equal hints as one. */
import { createHash, randomUUID } from 'node:crypto'
import type { PgBoss } from 'pg-boss'
import { isHint } from '../../../core/model/event.ts'
import { canonical } from '../../../core/util/canonical.ts'
import type { QueueJob } from '../event-queue.ts'
import { digestHint } from '../event-steps.ts'
import { type Client, SCHEMA } from './database.ts'
import { EVENT_JOBS, withClient } from './jobs.ts'

/** The data of a job. */
export interface JobData {
  /** The order of acceptance; within a key it is also the order of the commits. */
  readonly n: number
  readonly id: string
  readonly key: string
  readonly body: string
  /** A digest of the body; null: a request of a person. Equal hints have equal digests. */
  readonly hint: string | null
}

interface NewJob extends Omit<JobData, 'n'> {
  readonly uuid: string
}

/** The keys are locked in one order, so no two transactions wait for each other. */
const LOCK = `SELECT pg_advisory_xact_lock(k) FROM
  (SELECT DISTINCT hashtextextended(e, 0) k FROM unnest($1::text[]) e ORDER BY 1) AS keys`
const SEEN = `SELECT id FROM ${SCHEMA}.job WHERE name = '${EVENT_JOBS}' AND id = ANY($1::uuid[])`
/** Only hints without an attempt: others may have evaluated already, or may become dead letters. */
const TWINS = `SELECT singleton_key AS key, data->>'hint' AS hint FROM ${SCHEMA}.job AS j
  WHERE name = '${EVENT_JOBS}' AND state = 'created' AND singleton_key = ANY($1::text[]) AND data->>'hint' IS NOT NULL
  AND (data->>'n')::bigint > coalesce((SELECT until FROM ${SCHEMA}.gate_leases AS l WHERE l.key = j.singleton_key), 0)`
const NUMBERS = `SELECT nextval('${SCHEMA}.gate_order') AS n FROM generate_series(1, $1::int)`

/** Stores the events. @returns which of them are new */
export async function acceptAll(boss: PgBoss, client: Client, jobs: readonly QueueJob[]): Promise<readonly boolean[]> {
  const all = jobs.map(toNewJob)
  await client.query(LOCK, [all.map(({ key }) => key)])
  const { rows } = await client.query(SEEN, [all.map(({ uuid }) => uuid)])
  const seen = new Set(rows.map(({ id }) => String(id)))
  const areNew = all.map(({ uuid }) => !seen.has(uuid) && Boolean(seen.add(uuid)))
  await add(
    boss,
    client,
    all.filter((_, i) => areNew[i]),
  )
  return areNew
}

/** Stores dead letters again, which have been seen. */
export async function addAgain(boss: PgBoss, client: Client, jobs: readonly JobData[]): Promise<void> {
  await client.query(LOCK, [jobs.map(({ key }) => key)])
  await add(
    boss,
    client,
    jobs.map((job) => ({ ...job, uuid: randomUUID() })),
  )
}

async function add(boss: PgBoss, client: Client, jobs: readonly NewJob[]): Promise<void> {
  if (jobs.length === 0) return
  const { rows } = await client.query(TWINS, [jobs.map(({ key }) => key)])
  const waiting = new Set(rows.map(({ key, hint }) => `${hint} ${key}`))
  const numbers = (await client.query(NUMBERS, [jobs.length])).rows.map(({ n }) => Number(n)).toSorted((a, b) => a - b)
  const toInsert = jobs.map(({ uuid, ...data }, i) => ({
    id: uuid,
    singletonKey: data.key,
    data: { ...data, n: numbers[i] ?? 0 },
  }))
  await boss.insert(EVENT_JOBS, toInsert, withClient(client))
  const isDuplicate = ({ hint, key }: NewJob) => {
    if (hint === null) return false
    const name = `${hint} ${key}`
    return waiting.has(name) || !waiting.add(name)
  }
  const twins = jobs.filter(isDuplicate).map(({ uuid }) => uuid)
  // They stay as jobs without work, because their ids have been seen.
  if (twins.length > 0) await boss.cancel(EVENT_JOBS, twins, withClient(client))
}

function toNewJob({ id, key, repository, event }: QueueJob): NewJob {
  const body = canonical({ event, repository })
  return { uuid: toUuid(id), id, key, body, hint: isHint(event) ? digestHint(body) : null }
}

/** GitHub's id of a delivery, with or without a suffix, as the id of a job. */
export function toUuid(id: string): string {
  const hex = createHash('sha256').update(id).digest('hex')
  return hex.slice(0, 32).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-8$3-8$4-$5')
}
