/** Everything that the App keeps: in a SQLite file for one machine, or on PostgreSQL for several. */
import { type Checkpoint, openCheckpoint, openSharedCheckpoint } from './checkpoint.ts'
import { createKeyedMutex, createLocks, type InTurn, type Locks } from './gate/locks.ts'
import { type AnswerCache, MAX_ANSWERS } from './queue/answers.ts'
import type { AuditLog } from './queue/audit.ts'
import type { Clock } from './queue/clock.ts'
import { setAsideDamaged } from './queue/damaged-file.ts'
import type { EventQueue } from './queue/event-queue.ts'
import type { SharedLimits } from './queue/limits.ts'
import { tryProcessLock } from './queue/process-lock.ts'
import type { PullStore } from './queue/pulls.ts'
import { openSharedFile } from './queue/shared-file.ts'
import { openQueue } from './queue/sqlite.ts'
import type { Settings } from './settings.ts'
import { getFields, type Log, logRarely } from './telemetry/log.ts'

interface Sweep {
  /** @param isWhole whether everything was swept */
  readonly end: (isWhole: boolean) => Promise<void>
}

export interface Store extends AsyncDisposable {
  readonly queue: EventQueue
  readonly checkpoint: Checkpoint
  readonly locks: Locks
  readonly audit: AuditLog
  /** GitHub's limits, shared by all processes. */
  readonly limits: SharedLimits
  /** What GitHub answered, shared by all processes. */
  readonly answers: AnswerCache
  readonly pulls: PullStore
  /** Null: another process sweeps, or has swept on another machine within `sinceMs`. */
  readonly trySweep: (sinceMs: number) => Promise<Sweep | null>
}

export type StoreSettings = Pick<Settings, 'storeFile' | 'databaseUrl'>

/** @param mostAnswers the number of GitHub's answers that are kept @throws GateError `bad-store` */
export async function openStore(
  { storeFile, databaseUrl }: StoreSettings,
  clock: Clock,
  log: Log,
  mostAnswers: number = MAX_ANSWERS,
): Promise<Store> {
  const opening = { clock, log, mostAnswers }
  return databaseUrl === null ? openFile(storeFile, opening) : openDatabase(databaseUrl, opening)
}

interface Opening {
  readonly clock: Clock
  readonly log: Log
  readonly mostAnswers: number
}

async function openFile(file: string, { clock, log, mostAnswers }: Opening): Promise<Store> {
  const checkpoint = openCheckpoint(`${file}-sweep.json`)
  await reportDamage(file, checkpoint, { clock, log })
  const queue = openQueue(file, clock)
  const { limits, answers, ...shared } = openSharedFile(`${file}-shared.sqlite`, clock, mostAnswers)
  return {
    queue,
    checkpoint,
    locks: createLocks(),
    audit: queue.audit,
    limits,
    answers,
    pulls: queue.pulls,
    trySweep: async () => {
      const lock = tryProcessLock(`${file}-sweep.lock`)
      return lock && { end: async () => lock.end() }
    },
    [Symbol.asyncDispose]: async () => {
      await queue[Symbol.asyncDispose]()
      shared[Symbol.dispose]()
    },
  }
}

/** Logs a damaged queue. The sweep that follows finds failed deliveries and open pull requests. */
async function reportDamage(storeFile: string, checkpoint: Checkpoint, { clock, log }: { clock: Clock; log: Log }) {
  const aside = setAsideDamaged(storeFile, clock.now)
  if (aside === null) return
  await checkpoint.remove()
  const next = 'No action is needed: the App evaluates every open pull request now. People must repeat recent commands.'
  log('error', 'event queue damaged: file set aside, new one created', { storeFile, aside, next })
}

const SWEEP = 'tdd-gate sweep'
const SWEPT = 'swept'

/** The library is loaded only here, so that an App without a database starts as fast as before. */
async function openDatabase(url: string, { clock, log, mostAnswers }: Opening): Promise<Store> {
  const { openPostgres } = await import('./queue/postgres/open.ts')
  const rarely = logRarely(log, clock.now)
  const onTrouble = (error: unknown) => rarely('error', 'database connection failing', getFields(error))
  const { queue, notes, locks, tryLock, ...shared } = await openPostgres(url, clock, onTrouble, mostAnswers)
  return {
    ...shared,
    queue,
    checkpoint: openSharedCheckpoint(notes),
    locks: { ...locks, inTurn: createInTurn(tryLock, clock) },
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

interface Lock {
  readonly end: () => Promise<void>
}

/** How often a process looks whether another one has ended its work on the same pull request. */
const LOOK_MS = 100
/** Longer than any evaluation. Then the event fails and is retried. */
const MAX_WAIT_MS = 120_000

/** The session of the process has the lock, so the process needs an order of its own. */
function createInTurn(tryLock: (name: string) => Promise<Lock | null>, clock: Clock): InTurn {
  const inProcess = createKeyedMutex()
  const waitFor = async (key: string): Promise<Lock> => {
    for (let waitedMs = 0; waitedMs < MAX_WAIT_MS; waitedMs += LOOK_MS) {
      const lock = await tryLock(key)
      if (lock !== null) return lock
      await clock.sleep(LOOK_MS, NEVER)
    }
    throw new Error(`another process works on ${key}`)
  }
  return (key, work) =>
    inProcess(key, async () => {
      const lock = await waitFor(key)
      try {
        return await work()
      } finally {
        await lock.end()
      }
    })
}

const NEVER = new AbortController().signal
