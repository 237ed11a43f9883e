/** Gives letters to the handler: several keys at a time, each key to one worker, failures after a pause that grows. */
import { GateError, getRetryAfter } from '../../core/model/errors.ts'
import type { Clock } from './clock.ts'
import { DIED, type Handler, MAX_PAUSE_MS, type QueueJob, type Running, type RunOptions } from './event-queue.ts'
import type { Row } from './key-queue.ts'
import { type Ended, toJob } from './lease.ts'
import type { Remote } from './writer-client.ts'

/** Letters that another process accepted are seen so late at most. */
const POLL_MS = 200

interface WriterClient {
  readonly remote: Remote
  /** When the next key may be taken; null: none waits. */
  readonly nextDue: () => number | null
  readonly clock: Clock
  /** Aborted when something may have changed in this process. */
  readonly news: () => AbortSignal
  readonly tell: () => void
}

/** Processes that ended are looked for so often, even where nothing is due. */
const CHECK_MS = 500

/** A letter under way. */
interface Taken {
  readonly letter: QueueJob
  readonly row: Row
  /** This one included. */
  readonly tries: number
}

/** @returns the loop, already at work */
export function dispatch(writer: WriterClient, handler: Handler, options: RunOptions): Running {
  const stopping = new AbortController()
  const hurrying = new AbortController()
  const underWay = new Set<Promise<void>>()
  const start = (taken: Taken) => {
    const work = workOn(writer, taken, { handler, options, signal: hurrying.signal }).finally(() => {
      underWay.delete(work)
      writer.tell()
    })
    underWay.add(work)
  }
  let askedAt = Number.NEGATIVE_INFINITY
  const isWorthAsking = () => {
    const now = writer.clock.now()
    if (getPause(writer) > 0 && Math.abs(now - askedAt) < CHECK_MS) return false
    askedAt = now
    return true
  }
  const loop = async () => {
    while (!stopping.signal.aborted) {
      const news = writer.news()
      const free = options.concurrency - underWay.size
      const taken = free > 0 && isWorthAsking() ? await take(writer, options, free) : []
      for (const one of taken ?? []) start(one)
      // Full, or in trouble: when the next one is due says nothing then.
      if (free === 0 || taken === null) await writer.clock.sleep(POLL_MS, news)
      else if (taken.length === 0) await writer.clock.sleep(getPause(writer), news)
    }
    await Promise.all(underWay)
  }
  const ended = loop()
  return { stop: (graceMs) => stopLoop({ stopping, hurrying, ended }, writer, graceMs) }
}

interface Loop {
  readonly stopping: AbortController
  readonly hurrying: AbortController
  readonly ended: Promise<void>
}

async function stopLoop({ stopping, hurrying, ended }: Loop, { clock, tell }: WriterClient, graceMs?: number) {
  stopping.abort()
  tell()
  if (graceMs === undefined) return ended
  const waiting = new AbortController()
  await Promise.race([ended, clock.sleep(graceMs, waiting.signal)])
  waiting.abort()
  hurrying.abort()
  return ended
}

/** Null: the inbox is in trouble. */
async function take(
  { remote, clock }: WriterClient,
  options: RunOptions,
  most: number,
): Promise<readonly Taken[] | null> {
  const { maxTries, onDead, onTrouble } = options
  try {
    const { rows, buried } = await remote.call({ op: 'pick', most, maxTries, now: clock.now() })
    for (const job of buried) onDead?.(job, DIED, null)
    return rows.map((row) => ({ letter: toJob(row), row, tries: row.tries + 1 }))
  } catch (error) {
    onTrouble?.(error)
    return null
  }
}

/** Milliseconds until the next key may be taken. */
function getPause({ nextDue, clock }: WriterClient): number {
  const due = nextDue()
  return due === null ? POLL_MS : Math.min(Math.max(0, due - clock.now()), POLL_MS)
}

interface Work {
  readonly handler: Handler
  readonly options: RunOptions
  readonly signal: AbortSignal
}

async function workOn(writer: WriterClient, taken: Taken, { handler, options, signal }: Work): Promise<void> {
  const { clock } = writer
  const { ending, tell } = await handler(taken.letter, signal).then(
    (): Outcome => ({ ending: { kind: 'done' } }),
    (error: unknown) => getOutcome(taken, error, { options, signal, now: clock.now() }),
  )
  // Noted or not noted: a letter that stays under way would never be worked on again.
  while (!(await isNoted(writer, taken, ending, options))) {
    if (signal.aborted) return
    await clock.sleep(POLL_MS, signal)
  }
  tell?.()
}

interface Outcome {
  readonly ending: Ended
  readonly tell?: () => void
}

async function isNoted({ remote, clock }: WriterClient, { row }: Taken, ending: Ended, { onTrouble }: RunOptions) {
  try {
    await remote.call({ op: 'end', row, ending, now: clock.now() })
    return true
  } catch (error) {
    onTrouble?.(error)
    return false
  }
}

interface Circumstances {
  readonly options: RunOptions
  readonly signal: AbortSignal
  readonly now: number
}

function getOutcome({ letter: job, tries }: Taken, error: unknown, { options, signal, now }: Circumstances): Outcome {
  const retryLater = (ms: number, count: number): Ended => ({
    kind: 'put-back',
    due: now + Math.min(ms, MAX_PAUSE_MS),
    tries: count,
  })
  const ms = getRetryAfter(error)
  if (signal.aborted || ms !== null) return { ending: retryLater(ms ?? 0, tries - 1) }
  const reason = getReason(error)
  if (tries >= options.maxTries) {
    return { ending: { kind: 'bury', tries, reason }, tell: () => options.onDead?.(job, reason, getCode(error)) }
  }
  const pauseMs = options.retryMs * 2 ** (tries - 1)
  return { ending: retryLater(pauseMs, tries), tell: () => options.onFailed?.(job, reason, tries) }
}

function getCode(error: unknown): string | null {
  return error instanceof GateError ? error.code : null
}

function getReason(error: unknown): string {
  if (error instanceof GateError) return `[${error.code}] ${error.message} ${error.suggestion}`
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error)
}
