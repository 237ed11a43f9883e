/** Dispatches events to the handler: several keys at a time, one worker per key, retries with growing pauses. */
import { GateError, getRetryAfter } from '../../core/model/errors.ts'
import type { Clock } from './clock.ts'
import { DIED, type Handler, MAX_PAUSE_MS, type QueueJob, type Running, type RunOptions } from './event-queue.ts'
import { type LeaseResult, type PickedEvents, type PickOptions, type StoredJob, toJob } from './event-steps.ts'

/** The maximal delay for events that another process accepted. */
const POLL_MS = 200

/** A store of events, as the loop needs it. */
interface LeaseStore {
  readonly pick: (options: PickOptions) => Promise<PickedEvents>
  readonly end: (row: StoredJob, result: LeaseResult) => Promise<unknown>
  /** The time when the next key is due; null: none waits. */
  readonly nextDue: () => number | null
  /** The interval in which it is asked even where nothing is due. */
  readonly checkMs: number
  readonly clock: Clock
  /** Aborted when the queue may have changed in this process. */
  readonly news: () => AbortSignal
  readonly notify: () => void
}

/** An event in progress. */
interface Taken {
  readonly job: QueueJob
  readonly row: StoredJob
  /** Including this attempt. */
  readonly tries: number
}

/** Starts the loop. */
export function dispatch(store: LeaseStore, handler: Handler, options: RunOptions): Running {
  const stopping = new AbortController()
  const hurrying = new AbortController()
  const underWay = new Set<Promise<void>>()
  const start = (taken: Taken) => {
    const work = workOn(store, taken, { handler, options, signal: hurrying.signal }).finally(() => {
      underWay.delete(work)
      store.notify()
    })
    underWay.add(work)
  }
  let requestedAt = Number.NEGATIVE_INFINITY
  const isWorthAsking = () => {
    const now = store.clock.now()
    if (getPause(store) > 0 && Math.abs(now - requestedAt) < store.checkMs) return false
    requestedAt = now
    return true
  }
  const loop = async () => {
    while (!stopping.signal.aborted) {
      const news = store.news()
      const free = options.concurrency - underWay.size
      const taken = free > 0 && isWorthAsking() ? await take(store, options, free) : []
      for (const one of taken ?? []) start(one)
      // The next due time is irrelevant while all workers are busy or the queue is failing.
      if (free === 0 || taken === null) await store.clock.sleep(POLL_MS, news)
      else if (taken.length === 0) await store.clock.sleep(getPause(store), news)
    }
    await Promise.all(underWay)
  }
  const ended = loop()
  return { stop: (graceMs) => stopLoop({ stopping, hurrying, ended }, store, graceMs) }
}

interface Loop {
  readonly stopping: AbortController
  readonly hurrying: AbortController
  readonly ended: Promise<void>
}

async function stopLoop({ stopping, hurrying, ended }: Loop, { clock, notify }: LeaseStore, graceMs?: number) {
  stopping.abort()
  notify()
  if (graceMs === undefined) return ended
  const waiting = new AbortController()
  await Promise.race([ended, clock.sleep(graceMs, waiting.signal)])
  waiting.abort()
  hurrying.abort()
  return ended
}

/** Null: the queue cannot be read or written. */
async function take({ pick }: LeaseStore, options: RunOptions, most: number): Promise<readonly Taken[] | null> {
  const { maxTries, onDead, onTrouble } = options
  try {
    const { rows, deadLettered } = await pick({ most, maxTries })
    for (const job of deadLettered) onDead?.(job, DIED, null)
    return rows.map((row) => ({ job: toJob(row), row, tries: row.tries + 1 }))
  } catch (error) {
    onTrouble?.(error)
    return null
  }
}

/** Returns the milliseconds until the next key is due. */
function getPause({ nextDue, clock }: LeaseStore): number {
  const due = nextDue()
  return due === null ? POLL_MS : Math.min(Math.max(0, due - clock.now()), POLL_MS)
}

interface Work {
  readonly handler: Handler
  readonly options: RunOptions
  readonly signal: AbortSignal
}

async function workOn(store: LeaseStore, taken: Taken, { handler, options, signal }: Work): Promise<void> {
  const { clock } = store
  const { result, report } = await handler(taken.job, signal).then(
    (): AttemptResult => ({ result: { kind: 'done' } }),
    (error: unknown) => toAttemptResult(taken, error, options, signal),
  )
  // Repeats until the result is stored. Otherwise the event would stay in progress forever.
  while (!(await isNoted(store, taken, result, options))) {
    if (signal.aborted) return
    await clock.sleep(POLL_MS, signal)
  }
  report?.()
}

interface AttemptResult {
  readonly result: LeaseResult
  readonly report?: () => void
}

async function isNoted({ end }: LeaseStore, { row }: Taken, result: LeaseResult, { onTrouble }: RunOptions) {
  try {
    await end(row, result)
    return true
  } catch (error) {
    onTrouble?.(error)
    return false
  }
}

function toAttemptResult(
  { job, tries }: Taken,
  error: unknown,
  options: RunOptions,
  signal: AbortSignal,
): AttemptResult {
  const retryLater = (ms: number, count: number): LeaseResult => ({
    kind: 'retry',
    pauseMs: Math.min(ms, MAX_PAUSE_MS),
    tries: count,
  })
  const ms = getRetryAfter(error)
  if (signal.aborted || ms !== null) return { result: retryLater(ms ?? 0, tries - 1) }
  const reason = getReason(error)
  if (tries >= options.maxTries) {
    return {
      result: { kind: 'dead-letter', tries, reason },
      report: () => options.onDead?.(job, reason, getCode(error)),
    }
  }
  const pauseMs = options.retryMs * 2 ** (tries - 1)
  return { result: retryLater(pauseMs, tries), report: () => options.onFailed?.(job, reason, tries) }
}

function getCode(error: unknown): string | null {
  return error instanceof GateError ? error.code : null
}

function getReason(error: unknown): string {
  if (error instanceof GateError) return `[${error.code}] ${error.message} ${error.suggestion.text}`
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error)
}
