/** Gives letters to the handler: several keys at a time, each key to one worker, failures after a pause that grows. */
import { GateError } from '../core/errors.ts'
import type { Clock } from './clock.ts'
import type { Desk, Taken } from './desk.ts'
import type { Handler, Running, RunOptions } from './inbox.ts'

/** Letters that another process accepted are seen so late at most. */
const POLL_MS = 200

interface Office {
  readonly desk: Desk
  readonly clock: Clock
  /** Aborted when something may have changed in this process. */
  readonly news: () => AbortSignal
  readonly tell: () => void
}

/** @returns the loop, already at work */
export function dispatch(office: Office, handler: Handler, options: RunOptions): Running {
  const stopping = new AbortController()
  const hurrying = new AbortController()
  const underWay = new Set<Promise<void>>()
  const start = (taken: Taken) => {
    const work = workOn(office, taken, { handler, options, signal: hurrying.signal }).finally(() => {
      underWay.delete(work)
      office.tell()
    })
    underWay.add(work)
  }
  const loop = async () => {
    while (!stopping.signal.aborted) {
      const news = office.news()
      const taken = underWay.size < options.concurrency ? takeNext(office.desk, options) : null
      if (taken !== null) start(taken)
      else await office.clock.sleep(pauseOf(office.desk), news)
    }
    await Promise.all(underWay)
  }
  const ended = loop()
  return { stop: (graceMs) => stopLoop({ stopping, hurrying, ended }, office, graceMs) }
}

interface Ending {
  readonly stopping: AbortController
  readonly hurrying: AbortController
  readonly ended: Promise<void>
}

async function stopLoop({ stopping, hurrying, ended }: Ending, { clock, tell }: Office, graceMs?: number) {
  stopping.abort()
  tell()
  if (graceMs === undefined) return ended
  const waiting = new AbortController()
  await Promise.race([ended, clock.sleep(graceMs, waiting.signal)])
  waiting.abort()
  hurrying.abort()
  return ended
}

function takeNext(desk: Desk, { maxTries, onDead, onTrouble }: RunOptions): Taken | null {
  try {
    const { taken, buried } = desk.take(maxTries)
    for (const letter of buried) onDead?.(letter, 'the process ended over it, every time')
    return taken
  } catch (error) {
    onTrouble?.(error)
    return null
  }
}

function pauseOf(desk: Desk): number {
  return Math.min(desk.pauseMs() ?? POLL_MS, POLL_MS)
}

interface Work {
  readonly handler: Handler
  readonly options: RunOptions
  readonly signal: AbortSignal
}

async function workOn({ clock }: Office, taken: Taken, { handler, options, signal }: Work): Promise<void> {
  const ending: LetterEnding = await handler(taken.letter, signal).then(
    () => ({ note: taken.done }),
    (error: unknown) => endingOf(taken, error, options, signal),
  )
  // Noted or not noted: a letter that stays under way would never be worked on again.
  while (!isNoted(ending, options)) {
    if (signal.aborted) return
    await clock.sleep(POLL_MS, signal)
  }
  ending.tell?.()
}

interface LetterEnding {
  readonly note: () => void
  readonly tell?: () => void
}

function isNoted({ note }: LetterEnding, { onTrouble }: RunOptions): boolean {
  try {
    note()
    return true
  } catch (error) {
    onTrouble?.(error)
    return false
  }
}

function endingOf(taken: Taken, error: unknown, options: RunOptions, signal: AbortSignal): LetterEnding {
  const { letter, tries } = taken
  const ms = retryAfterOf(error)
  if (signal.aborted || ms !== null) return { note: () => taken.postpone(ms ?? 0) }
  const reason = reasonOf(error)
  if (tries >= options.maxTries) {
    return { note: () => taken.bury(reason), tell: () => options.onDead?.(letter, reason) }
  }
  const pauseMs = options.retryMs * 2 ** (tries - 1)
  return { note: () => taken.retry(pauseMs), tell: () => options.onFailed?.(letter, reason, tries) }
}

function retryAfterOf(error: unknown): number | null {
  const ms = error instanceof Error && 'retryAfterMs' in error ? error.retryAfterMs : null
  return typeof ms === 'number' && ms >= 0 ? ms : null
}

function reasonOf(error: unknown): string {
  if (error instanceof GateError) return `[${error.code}] ${error.message} ${error.suggestion}`
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error)
}
