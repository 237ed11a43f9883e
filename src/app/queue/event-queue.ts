/** The inbox: what GitHub told is on disk before it is acknowledged, and stays there until it is done. */
import type { GateEvent, RepositoryRef } from '../../core/model/event.ts'

/** One delivery, or one thing that the App found out itself. */
export interface QueueJob {
  /** GitHub's delivery id: a redelivery has the same one, and is not taken twice. */
  readonly id: string
  /** Letters with one key are worked on one after the other. */
  readonly key: string
  readonly repository: RepositoryRef
  readonly event: GateEvent
}

/**
 * Gets every letter of a key that is worth one look; hints that say the same come as one.
 * @throws Error to be tried again. With `retryAfterMs` it is tried then, and the try does not count: a rate limit is
 *   nobody's fault.
 */
export type Handler = (letter: QueueJob, signal: AbortSignal) => Promise<void>

export interface RunOptions {
  /** How many keys are worked on at the same time. */
  readonly concurrency: number
  /** Tries before a letter is put aside as dead; its key goes on without it. A process that died over it counts too. */
  readonly maxTries: number
  /** Before the second try, in milliseconds; each later pause is twice as long, up to `MAX_PAUSE_MS`. */
  readonly retryMs: number
  /** Another try will follow. */
  readonly onFailed?: (letter: QueueJob, reason: string, tries: number) => void
  /** `code` of the last error, where it was a GateError. */
  readonly onDead?: (letter: QueueJob, reason: string, code: string | null) => void
  /** The inbox itself could not be read or written; it goes on trying. */
  readonly onTrouble?: (error: unknown) => void
}

export interface Running {
  /**
   * Takes no new letter, and resolves when everything under way is finished.
   * @param graceMs after that the handlers' signal is aborted; what they leave unfinished is not lost, and no try counts
   */
  readonly stop: (graceMs?: number) => Promise<void>
}

export interface QueueStats {
  readonly waiting: number
  readonly working: number
  readonly dead: number
}

export interface DeadJob {
  readonly letter: QueueJob
  readonly reason: string
  readonly tries: number
}

/**
 * Order: requests of a key are worked on as they came, and one that failed holds up those behind it. A hint says nothing
 * but to look again, so while it pauses the others of its key go on; what people ask for is not held up by it.
 */
export interface EventQueue extends AsyncDisposable {
  /**
   * On disk when it resolves. `seen`: this id was taken before.
   * @throws when it cannot be written: then nothing may be acknowledged
   */
  readonly accept: (letter: QueueJob) => Promise<'new' | 'seen'>
  /** Works until stopped; several processes may share one inbox, and what one of them dies over another one finishes. */
  readonly run: (handler: Handler, options: RunOptions) => Running
  readonly stats: () => QueueStats
  /** When the oldest that is not done was accepted, in milliseconds since 1970; null when there is none. */
  readonly oldest: () => number | null
  /** The latest first. */
  readonly dead: () => readonly DeadJob[]
  /** Dead letters get another chance, all or those that are chosen. @returns how many */
  readonly requeue: (isChosen?: (dead: DeadJob) => boolean) => number
  /** Resolves when nothing waits and nothing is worked on. */
  readonly idle: () => Promise<void>
  /** Writes something of no meaning. @throws when nothing can be accepted now */
  readonly probe: () => void
}

/** A longer pause helps nobody: GitHub's limits end within an hour. */
export const MAX_PAUSE_MS = 3_600_000
/** The reason of a letter over which processes died. */
export const DIED = 'The process that worked on it ended before it was done, every time.'
/** A reason is for people to read. */
export const MAX_REASON = 500
