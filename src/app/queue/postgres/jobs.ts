/** pg-boss: durable jobs, dead letters, and the removal of old ones. Each event is a job; its key is the `singletonKey`. */
import { PgBoss } from 'pg-boss'
import { type Client, getConfig, type OnTrouble, SCHEMA } from './database.ts'

/** The queue of events. A job that fails moves to `DEAD_LETTERS`. */
export const EVENT_JOBS = 'events'
export const DEAD_LETTERS = 'dead-letters'

/** GitHub redelivers for three days; a delivery that was seen is remembered longer. */
const SEEN_S = 7 * 24 * 3600
/** No event waits so long: it is the longest time that pg-boss keeps a job which no worker takes. */
const WAITING_S = 365 * 24 * 3600
/** The longest time that pg-boss allows one attempt. Dead processes are found much earlier, by their lock. */
const ATTEMPT_S = 24 * 3600 - 1
/** Bound on the answer to a statement of its maintenance. */
const MAINTENANCE_MS = 120_000

export async function startBoss(url: string, onTrouble: OnTrouble): Promise<PgBoss> {
  const { connectionString = '', ...config } = getConfig(url)
  const boss = new PgBoss({
    ...({ ...config, query_timeout: MAINTENANCE_MS } as object),
    connectionString,
    schema: SCHEMA,
    max: 2,
    schedule: false,
    // Its maintenance takes longer than an answer to GitHub.
    options: '-c lock_timeout=30000',
  })
  boss.on('error', onTrouble)
  await boss.start()
  await boss.createQueue(DEAD_LETTERS, { retentionSeconds: WAITING_S, deleteAfterSeconds: SEEN_S })
  await boss.createQueue(EVENT_JOBS, {
    deadLetter: DEAD_LETTERS,
    // Pauses and attempts are counted by `dispatch.ts`, alike for every store.
    retryLimit: 0,
    expireInSeconds: ATTEMPT_S,
    retentionSeconds: WAITING_S,
    deleteAfterSeconds: SEEN_S,
  })
  return boss
}

/** Makes pg-boss work with the client of a transaction of the caller. */
export function withClient(client: Client) {
  return { db: { executeSql: (text: string, values?: unknown[]) => client.query(text, values) } }
}
