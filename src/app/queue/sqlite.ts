/** The event queue in a SQLite file: no server, several processes on one disk, no losses when a process is killed. */
import type { DatabaseSync } from 'node:sqlite'
import { type AuditLog, openAuditFile } from './audit.ts'
import { createChangeSignal } from './change-signal.ts'
import { CLOCK, type Clock } from './clock.ts'
import { dispatch } from './dispatch.ts'
import type { DeadJob, EventQueue, QueueStats, Running } from './event-queue.ts'
import { openKeyQueues, type Row } from './key-queue.ts'
import { type LeaseResult, type PickOptions, toJob } from './lease.ts'
import { openPullFile, type PullStore } from './pulls.ts'
import { inTransaction, openDatabase } from './schema.ts'
import { openRemote } from './writer-client.ts'

const POLL_MS = 100
/**
 * Opens the queue. @param file on a local disk; created with its folder @param clock measures pauses @throws GateError
 * `bad-store`
 */
export function openQueue(file: string, clock: Clock = CLOCK): EventQueue & Records {
  // Only rare operations use this connection; the writer thread does the rest.
  const database = openDatabase(file, false)
  const remote = openRemote(file)
  const runs = new Set<Running>()
  const news = createChangeSignal()
  const stats = getStats(database)
  const { nextDue } = openKeyQueues(database)
  return {
    accept: async (job) => {
      const taken = await remote.call({ op: 'accept', job, now: clock.now() })
      news.notifySoon()
      return taken
    },
    run: (handler, options) => {
      const leases = {
        pick: (options: PickOptions) => remote.call({ op: 'pick', ...options }),
        end: (row: Row, result: LeaseResult, now: number) => remote.call({ op: 'end', row, result, now }),
      }
      const running = dispatch({ ...leases, nextDue, clock, news: news.signal, notify: news.notify }, handler, options)
      runs.add(running)
      return running
    },
    ...openRecords(database, clock),
    stats: async () => stats(),
    oldest: getOldest(database),
    dead: async () => readDead(database),
    requeue: async (isChosen = () => true) => {
      const count = inTransaction(database, () => requeue(database, clock, isChosen))
      news.notify()
      return count
    },
    drop: async (isChosen) => inTransaction(database, () => takeDead(database, isChosen).length),
    idle: async () => {
      for (let now = stats(); now.waiting + now.working > 0; now = stats()) await clock.sleep(POLL_MS, news.signal())
    },
    probe: async () => {
      remote.check()
      database
        .prepare('INSERT INTO probe VALUES (1, ?) ON CONFLICT (n) DO UPDATE SET at = excluded.at')
        .run(clock.now())
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.all([...runs].map((running) => running.stop()))
      await remote.close(clock.now())
      database.close()
    },
  }
}

interface Records {
  readonly audit: AuditLog
  readonly pulls: PullStore
}

function openRecords(database: DatabaseSync, { now }: Clock): Records {
  return { audit: openAuditFile(database, now), pulls: openPullFile(database, now) }
}

function getStats(database: DatabaseSync): () => QueueStats {
  const count = database.prepare(`SELECT (SELECT count(*) FROM events) AS events,
    (SELECT count(*) FROM keyQueues WHERE owner IS NOT NULL) AS working, (SELECT count(*) FROM dead) AS dead`)
  return () => {
    const { events: jobs, working, dead } = count.get() as unknown as { events: number; working: number; dead: number }
    return { waiting: jobs - working, working, dead }
  }
}

/** Returns the time of acceptance, whatever the number of retries. */
function getOldest(database: DatabaseSync): EventQueue['oldest'] {
  const oldest = database.prepare('SELECT at FROM events JOIN seen USING (id) ORDER BY events.n LIMIT 1')
  return async () => (oldest.get()?.['at'] as number | undefined) ?? null
}

function readDead(database: DatabaseSync): readonly DeadJob[] {
  return database.prepare('SELECT * FROM dead ORDER BY n DESC').all().map(toDead)
}

function toDead(row: Readonly<Record<string, unknown>>): DeadJob {
  return {
    job: toJob(row as unknown as Parameters<typeof toJob>[0]),
    reason: String(row['reason']),
    tries: Number(row['tries']),
  }
}

function requeue(database: DatabaseSync, clock: Clock, isChosen: (dead: DeadJob) => boolean): number {
  const keyQueues = openKeyQueues(database)
  const chosen = takeDead(database, isChosen)
  for (const { id, key, body, isHint } of chosen) {
    const row = { id: String(id), key: String(key), body: String(body), isHint: isHint === 1 }
    keyQueues.add(row, clock.now())
  }
  return chosen.length
}

/** Deletes the chosen dead letters, and returns their rows. */
function takeDead(database: DatabaseSync, isChosen: (dead: DeadJob) => boolean) {
  const remove = database.prepare('DELETE FROM dead WHERE n = ?')
  const rows = database.prepare('SELECT * FROM dead ORDER BY n').all()
  const chosen = rows.filter((row) => isChosen(toDead(row)))
  for (const { n } of chosen) remove.run(Number(n))
  return chosen
}
