/** The event queue on PostgreSQL: processes on several machines share it, and it survives the loss of each. */
import type { PgBoss } from 'pg-boss'
import { createBatches } from '../batches.ts'
import { createChangeSignal } from '../change-signal.ts'
import type { Clock } from '../clock.ts'
import { dispatch } from '../dispatch.ts'
import type { DeadJob, EventQueue, QueueJob, QueueStats, Running } from '../event-queue.ts'
import { type LeaseResult, type PickedEvents, type PickOptions, type StoredJob, toJob } from '../event-steps.ts'
import { acceptAll, addAgain, type JobData } from './accept.ts'
import { BEGIN_REPEATABLE, type Client, type Database, SCHEMA } from './database.ts'
import { DEAD_LETTERS, EVENT_JOBS, withClient } from './jobs.ts'
import { BEGIN_PICKING, end, pick } from './lease.ts'
import { NOTIFY, type ProcessSession } from './process-lock.ts'

const POLL_MS = 100

const STATS = `SELECT count(*) FILTER (WHERE name = '${EVENT_JOBS}' AND state < 'active')::int AS waiting,
  count(*) FILTER (WHERE name = '${EVENT_JOBS}' AND state = 'active')::int AS working,
  count(*) FILTER (WHERE name = '${DEAD_LETTERS}')::int AS dead
  FROM ${SCHEMA}.job WHERE name IN ('${EVENT_JOBS}', '${DEAD_LETTERS}') AND state <= 'active'`
const OLDEST = `SELECT 1000 * extract(epoch FROM min(created_on)) AS at FROM ${SCHEMA}.job
  WHERE name = '${EVENT_JOBS}' AND state <= 'active'`
const DEAD_JOBS = `SELECT id, data, source_retry_count AS tries, source_output->>'message' AS reason FROM ${SCHEMA}.job
  WHERE name = '${DEAD_LETTERS}' AND state = 'created' ORDER BY created_on DESC, (data->>'n')::bigint DESC`
const PROBE = `INSERT INTO ${SCHEMA}.gate_probe VALUES (1, now()) ON CONFLICT (n) DO UPDATE SET at = excluded.at`

interface QueueTools {
  readonly database: Database
  readonly boss: PgBoss
  readonly clock: Clock
}

/** The queue of this process. */
interface Own extends QueueTools {
  readonly session: ProcessSession
  /** The events that this process handles now. */
  readonly held: Set<number>
  readonly inTurn: ReturnType<typeof createTurns>
  /** @throws Error after the queue was closed */
  readonly transaction: Database['transaction']
  /** Notes when the next event is due. */
  readonly expect: (due: number | null) => void
}

/** Creates the queue. @param openSession gets a function to call when other processes stored events */
export async function createQueue(
  tools: QueueTools,
  openSession: (onNews: () => void) => Promise<ProcessSession>,
): Promise<{ readonly queue: EventQueue; readonly session: ProcessSession }> {
  const { database, boss, clock } = tools
  const news = createChangeSignal()
  let due: number | null = 0
  let isClosed = false
  const expect = (at: number | null) => {
    due = at
  }
  const notify = () => {
    expect(0)
    news.notify()
  }
  const transaction: Database['transaction'] = (work, begin) =>
    isClosed ? Promise.reject(new Error('the event queue is closed')) : database.transaction(work, begin)
  const session = await openSession(notify)
  const own: Own = { ...tools, session, held: new Set(), inTurn: createTurns(), transaction, expect }
  const runs = new Set<Running>()
  const close = async () => {
    await Promise.all([...runs].map((running) => running.stop()))
    isClosed = true
    await session.close()
    await boss.stop({ graceful: false })
    await database.close()
  }
  const queue: EventQueue = {
    accept: createAccept(own, notify),
    run: (handler, options) => {
      const loop = { ...createLeases(own), nextDue: () => due, clock, news: news.signal, notify: news.notify }
      const running = dispatch(loop, handler, options)
      runs.add(running)
      return running
    },
    ...createReaders(own, (ms) => clock.sleep(ms, news.signal())),
    requeue: async (isChosen = () => true) => {
      const count = await transaction((client) => requeue(boss, client, isChosen))
      notify()
      return count
    },
    drop: (isChosen) => transaction(async (client) => (await takeDead(boss, client, isChosen)).length),
    [Symbol.asyncDispose]: close,
  }
  return { queue, session }
}

function createAccept({ boss, inTurn, transaction }: Own, notify: () => void): EventQueue['accept'] {
  const accept = createBatches((jobs: readonly QueueJob[]) =>
    inTurn(() =>
      transaction(async (client) => {
        const areNew = await acceptAll(boss, client, jobs)
        await client.query(NOTIFY)
        return areNew
      }),
    ),
  )
  return async (job) => {
    const isNew = await accept(job)
    notify()
    return isNew ? 'new' : 'seen'
  }
}

function createLeases({ boss, clock, database, session, held, inTurn, transaction, expect }: Own) {
  let isSure = false
  const take = async (options: PickOptions): Promise<PickedEvents> => {
    session.check()
    const ended = await session.getEnded(database)
    const owner = { id: session.id, held: isSure ? null : [...held], ended }
    // Until the answer is here, it may have taken events that this process does not know.
    isSure = false
    const { rows, deadLettered, nextMs } = await transaction(
      (client) => pick(boss, client, options, owner),
      BEGIN_PICKING,
    )
    isSure = true
    for (const { n } of rows) held.add(n)
    expect(nextMs === null ? null : clock.now() + nextMs)
    return { rows, deadLettered }
  }
  return {
    pick: (options: PickOptions) => inTurn(() => take(options)),
    end: async (row: StoredJob, result: LeaseResult) => {
      const ms = result.kind === 'retry' ? result.pauseMs : 0
      await transaction((client) => end(boss, client, row, { ...result, ms, owner: session.id }), BEGIN_REPEATABLE)
      held.delete(row.n)
      expect(0)
    },
  }
}

function createReaders({ database, transaction }: Own, untilNews: (ms: number) => Promise<void>) {
  const stats = async () => (await database.query<QueueStats>(STATS)).rows[0] as QueueStats
  return {
    stats,
    oldest: async () => {
      const at = (await database.query(OLDEST)).rows[0]?.at
      return at === null ? null : Number(at)
    },
    dead: async () => (await database.query(DEAD_JOBS)).rows.map(toDead),
    idle: async () => {
      for (let now = await stats(); now.waiting + now.working > 0; now = await stats()) await untilNews(POLL_MS)
    },
    probe: () => transaction(async (client) => void (await client.query(PROBE))),
  }
}

async function requeue(boss: PgBoss, client: Client, isChosen: (dead: DeadJob) => boolean): Promise<number> {
  const chosen = await takeDead(boss, client, isChosen)
  if (chosen.length === 0) return 0
  await addAgain(
    boss,
    client,
    chosen.map(({ data }) => data),
  )
  await client.query(NOTIFY)
  return chosen.length
}

/** Deletes the chosen dead letters, and returns them, the oldest first. */
async function takeDead(boss: PgBoss, client: Client, isChosen: (dead: DeadJob) => boolean) {
  const { rows } = await client.query<DeadRow & { readonly id: string }>(`${DEAD_JOBS} FOR UPDATE`)
  const chosen = rows.filter((row) => isChosen(toDead(row))).toReversed()
  const ids = chosen.map(({ id }) => id)
  if (ids.length > 0) await boss.deleteJob(DEAD_LETTERS, ids, withClient(client))
  return chosen
}

interface DeadRow {
  readonly data: JobData
  readonly tries: number
  readonly reason: string
}

function toDead({ data, tries, reason }: DeadRow): DeadJob {
  return { job: toJob(data), reason, tries }
}

/** Runs one work after the other: who stored an event learns it before the event is taken. */
function createTurns(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const done = last.then(work, work)
    last = done.catch(() => undefined)
    return done
  }
}
