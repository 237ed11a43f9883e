/** GitHub's limits of each installation, shared by the processes of one machine in a file. */
import type { DatabaseSync } from 'node:sqlite'
import type { Clock } from './clock.ts'
import { MAX_PAUSE_MS } from './event-queue.ts'
import { inTransaction } from './schema.ts'

/** What one request takes. */
interface LimitCost {
  /** Points of the minute. */
  readonly cost: number
  /** The points that stay for more urgent requests. */
  readonly floor: number
  /** The time until the next write; 0 for a read. */
  readonly spaceMs: number
}

/** The sizes of the common budget. */
interface LimitSizes {
  readonly most: number
  readonly perMs: number
  /** How far writes may be ahead of their pace. */
  readonly burstMs: number
  /** The longest wait for a write. */
  readonly maxWaitMs: number
}

/** `ms`: the time to wait before the request, or before another try where nothing was taken. */
export interface TakenLimit {
  readonly isTaken: boolean
  readonly ms: number
  readonly isForbidden: boolean
}

export interface SharedLimits {
  readonly take: (installation: string, cost: LimitCost, sizes: LimitSizes) => Promise<TakenLimit>
  /** Notes a limit that GitHub named to this process. */
  readonly forbid: (installation: string, ms: number) => Promise<void>
}

export const LIMITS_TABLE = `CREATE TABLE IF NOT EXISTS limits (installation TEXT PRIMARY KEY, points REAL NOT NULL,
  at REAL NOT NULL, nextWrite REAL NOT NULL, forbiddenUntil REAL NOT NULL) WITHOUT ROWID`
const PUT = 'INSERT OR REPLACE INTO limits VALUES (?, ?, ?, ?, ?)'

/** Times in milliseconds since 1970. */
interface Budget {
  readonly points: number
  readonly at: number
  readonly nextWrite: number
  readonly forbiddenUntil: number
}

export function openLimitsFile(database: DatabaseSync, { now }: Clock): SharedLimits {
  const get = database.prepare('SELECT points, at, nextWrite, forbiddenUntil FROM limits WHERE installation = ?')
  const put = database.prepare(PUT)
  const read = (installation: string, most: number): Budget =>
    (get.get(installation) as Budget | undefined) ?? { points: most, at: now(), nextWrite: 0, forbiddenUntil: 0 }
  const write = (installation: string, { points, at, nextWrite, forbiddenUntil }: Budget) =>
    void put.run(installation, points, at, nextWrite, forbiddenUntil)
  return {
    take: async (installation, cost, sizes) =>
      inTransaction(database, () => {
        const { left, ...taken } = takeFrom(read(installation, sizes.most), cost, sizes, now())
        if (left !== null) write(installation, left)
        return taken
      }),
    forbid: async (installation, ms) =>
      inTransaction(database, () => {
        const budget = read(installation, 0)
        const forbiddenUntil = Math.max(getAhead(budget.forbiddenUntil, now()), ms) + now()
        write(installation, { ...budget, forbiddenUntil })
      }),
  }
}

type Take = TakenLimit & { readonly left: Budget | null }
const refuse = (ms: number, isForbidden = false): Take => ({
  isTaken: false,
  ms: Math.ceil(ms),
  isForbidden,
  left: null,
})

function takeFrom(budget: Budget, { cost, floor, spaceMs }: LimitCost, sizes: LimitSizes, now: number): Take {
  const forbiddenMs = getAhead(budget.forbiddenUntil, now)
  if (forbiddenMs > 0) return refuse(forbiddenMs, true)
  const points = Math.min(sizes.most, budget.points + sizes.perMs * getElapsed(budget, sizes, now))
  if (points - cost < floor) return refuse((floor + cost - points) / sizes.perMs)
  const aheadMs = getAhead(budget.nextWrite, now, sizes.maxWaitMs + spaceMs)
  const next = aheadMs > 0 ? budget.nextWrite : Math.max(Math.min(budget.nextWrite, now), now - sizes.burstMs)
  if (spaceMs > 0 && aheadMs > sizes.maxWaitMs) return refuse(aheadMs)
  const nextWrite = spaceMs > 0 ? next + spaceMs : budget.nextWrite
  const ms = spaceMs > 0 ? aheadMs : 0
  return { isTaken: true, ms, isForbidden: false, left: { ...budget, points: points - cost, at: now, nextWrite } }
}

/** A time further ahead than a whole refill comes from a clock that was set back since. */
function getElapsed({ at }: Budget, { most, perMs }: LimitSizes, now: number): number {
  return at - now > most / perMs ? most / perMs : Math.max(0, now - at)
}

/** Returns the milliseconds until then. A time further ahead than `most` comes from a clock that was set back since. */
function getAhead(until: number, now: number, most = MAX_PAUSE_MS): number {
  return until - now <= most ? Math.max(0, until - now) : 0
}
