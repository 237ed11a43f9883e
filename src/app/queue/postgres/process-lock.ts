/**
 * Shows to other processes that this one is alive: a session holds a lock, which ends with it however the process ends.
 * The same session hears that other processes stored events.
 */
import { randomInt } from 'node:crypto'
import pg from 'pg'
import { CLOCK } from '../clock.ts'
import { CHANNEL, type Database, getLiveConfig, type OnTrouble } from './database.ts'

/** The class of the locks; the number of the process is the object. */
const CLASS = 7331
const CHECK_MS = 500
const RETRY_MS = 250
/** A process whose lock is missing for so long has ended: a database that restarts takes the locks of all for a moment. */
const GRACE_MS = 1000

/** Selects the locks of processes in `pg_locks`. */
export const PROCESS_LOCKS = `locktype = 'advisory' AND classid::bigint = ${CLASS} AND objsubid = 2 AND granted`
const LIVING = `SELECT objid::bigint AS id FROM pg_locks WHERE ${PROCESS_LOCKS}`

export interface ProcessSession {
  /** @returns the name of this process @throws while it holds no lock: it must take no event then */
  readonly self: () => string
  /** @returns those of the processes that have ended */
  readonly findEnded: (owners: readonly string[]) => Promise<readonly string[]>
  /** Acquires a lock of this name, until it is ended or the session breaks. @returns null while another process has it */
  readonly tryLock: (name: string) => Promise<SharedLock | null>
  readonly close: () => Promise<void>
}

interface SharedLock {
  readonly end: () => Promise<void>
}

/** Opens the session; it is opened again whenever it breaks. @throws where the first attempt fails @param onNews called when another process stored events */
export async function openProcessSession(
  url: string,
  { query }: Pick<Database, 'query'>,
  onNews: () => void,
  onTrouble: OnTrouble,
): Promise<ProcessSession> {
  const id = randomInt(1, 2 ** 31 - 1)
  const closing = new AbortController()
  let held: Session | null = null
  let wasHeld = false
  const first = Promise.withResolvers<void>()
  const live = async () => {
    while (!closing.signal.aborted) {
      try {
        await hold(url, id, { closing: closing.signal, onNews }, (client) => {
          wasHeld = true
          held = client
          first.resolve()
          onNews()
        })
      } catch (error) {
        if (!closing.signal.aborted) onTrouble(error)
        first.reject(error)
        if (!wasHeld) return
      }
      held = null
      await CLOCK.sleep(RETRY_MS, closing.signal)
    }
  }
  const ended = live()
  await first.promise
  return {
    self: () => {
      if (held === null) throw new Error('the database does not answer')
      return String(id)
    },
    findEnded: createEndedFinder(async () => (await query(LIVING)).rows.map((row) => String(row.id))),
    tryLock: async (name) => (held === null ? null : tryLock(held, name)),
    close: async () => {
      closing.abort()
      await ended
    },
  }
}

interface Holding {
  readonly closing: AbortSignal
  readonly onNews: () => void
}

/** A connection answers one query after the other. */
interface Session {
  readonly query: (text: string, values?: unknown[]) => Promise<pg.QueryResult>
}

function createSession(client: pg.Client): Session {
  let last: Promise<unknown> = Promise.resolve()
  return {
    query: (text, values) => {
      const done = last.then(() => client.query(text, values))
      last = done.catch(() => undefined)
      return done
    },
  }
}

/** Holds the lock until the session breaks, or until it is closed. */
async function hold(
  url: string,
  id: number,
  { closing, onNews }: Holding,
  onHeld: (session: Session) => void,
): Promise<void> {
  const client = new pg.Client(getLiveConfig(url))
  const broken = new Promise<void>((resolve) => client.on('error', () => resolve()).on('end', () => resolve()))
  client.on('notification', onNews)
  const session = createSession(client)
  try {
    await client.connect()
    const { rows } = await session.query(`SELECT pg_try_advisory_lock(${CLASS}, $1) AS held`, [id])
    if (rows[0]?.held !== true) throw new Error('the session before still holds the lock')
    await session.query(`LISTEN ${CHANNEL}`)
    onHeld(session)
    let isBroken = false
    void broken.then(() => {
      isBroken = true
    })
    while (!isBroken && !closing.aborted) {
      await Promise.race([broken, CLOCK.sleep(CHECK_MS, closing)])
      if (!isBroken && !closing.aborted) await session.query('SELECT 1')
    }
  } finally {
    await client.end()
  }
}

async function tryLock(client: Session, name: string): Promise<SharedLock | null> {
  const { rows } = await client.query('SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS held', [name])
  if (rows[0]?.held !== true) return null
  return { end: async () => void (await client.query('SELECT pg_advisory_unlock(hashtextextended($1, 0))', [name])) }
}

function createEndedFinder(readLiving: () => Promise<readonly string[]>): ProcessSession['findEnded'] {
  /** The owners without a lock, with the time when each was first missed. */
  let missing: ReadonlyMap<string, number> = new Map()
  return async (owners) => {
    const living = await readLiving()
    const now = performance.now()
    const gone = owners.filter((owner) => !living.includes(owner))
    missing = new Map(gone.map((owner) => [owner, missing.get(owner) ?? now]))
    return gone.filter((owner) => now - (missing.get(owner) ?? now) >= GRACE_MS)
  }
}
