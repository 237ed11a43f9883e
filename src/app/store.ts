/** Everything that the App keeps: in a SQLite file for one machine, or on PostgreSQL for several. */
import { type Checkpoint, openCheckpoint, openSharedCheckpoint } from './checkpoint.ts'
import { getFields, type Log } from './log.ts'
import type { Clock } from './queue/clock.ts'
import { setAsideDamaged } from './queue/damaged-file.ts'
import type { EventQueue } from './queue/event-queue.ts'
import { tryProcessLock } from './queue/process-lock.ts'
import { openQueue } from './queue/sqlite.ts'
import type { Settings } from './settings.ts'

export interface Sweep {
  /** @param isWhole whether everything was swept */
  readonly end: (isWhole: boolean) => Promise<void>
}

export interface Store extends AsyncDisposable {
  readonly inbox: EventQueue
  readonly bookmark: Checkpoint
  /** Null: another process sweeps, or has swept on another machine within `sinceMs`. */
  readonly trySweep: (sinceMs: number) => Promise<Sweep | null>
}

export type StoreSettings = Pick<Settings, 'inbox' | 'databaseUrl'>

/** @throws GateError `bad-inbox` */
export async function openStore({ inbox, databaseUrl }: StoreSettings, clock: Clock, log: Log): Promise<Store> {
  return databaseUrl === null ? openFile(inbox, clock, log) : openDatabase(databaseUrl, clock, log)
}

async function openFile(file: string, clock: Clock, log: Log): Promise<Store> {
  const bookmark = openCheckpoint(`${file}-sweep.json`)
  await reportDamage(file, bookmark, { clock, log })
  const inbox = openQueue(file, clock)
  return {
    inbox,
    bookmark,
    trySweep: async () => {
      const lock = tryProcessLock(`${file}-sweep.lock`)
      return lock && { end: async () => lock.end() }
    },
    [Symbol.asyncDispose]: () => inbox[Symbol.asyncDispose](),
  }
}

/** Logs a damaged queue. The sweep that follows finds failed deliveries and open pull requests. */
async function reportDamage(inbox: string, bookmark: Checkpoint, { clock, log }: { clock: Clock; log: Log }) {
  const aside = setAsideDamaged(inbox, clock.now)
  if (aside === null) return
  await bookmark.remove()
  const next = 'No action is needed: the App evaluates every open pull request now. People must repeat recent commands.'
  log('error', 'event queue damaged: file set aside, new one created', { inbox, aside, next })
}

const SWEEP = 'tdd-gate sweep'
const SWEPT = 'swept'

/** The library is loaded only here, so that an App without a database starts as fast as before. */
async function openDatabase(url: string, clock: Clock, log: Log): Promise<Store> {
  const { openPostgres } = await import('./queue/postgres/open.ts')
  const onTrouble = (error: unknown) => log('error', 'database connection failing', getFields(error))
  const { queue, notes, tryLock } = await openPostgres(url, clock, onTrouble)
  return {
    inbox: queue,
    bookmark: openSharedCheckpoint(notes),
    trySweep: async (sinceMs) => {
      if (await notes.isFresh(SWEPT, sinceMs)) return null
      const lock = await tryLock(SWEEP)
      const end = async (isWhole: boolean) => {
        if (isWhole) await notes.put(SWEPT, {})
        await lock?.end()
      }
      return lock && { end }
    },
    [Symbol.asyncDispose]: () => queue[Symbol.asyncDispose](),
  }
}
