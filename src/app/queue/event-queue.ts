/**
 * The interface of the event queue: events are on disk before GitHub gets an acknowledgement, and stay until they are
 * handled.
 */
import type { GateEvent, RepositoryRef } from '../../core/model/event.ts'

/** A delivery of GitHub, or an event of the App itself. */
export interface QueueJob {
  /** GitHub's delivery id. A redelivery has the same one and is stored once. */
  readonly id: string
  /** Events with equal keys are handled one after the other. */
  readonly key: string
  readonly repository: RepositoryRef
  readonly event: GateEvent
}

/**
 * Handles an event. Equal hints of a key are coalesced. @throws Error to retry. With `retryAfterMs` the retry happens
 * then, and the attempt does not count
 */
export type Handler = (job: QueueJob, signal: AbortSignal) => Promise<void>

export interface RunOptions {
  /** The number of keys that are handled in parallel. */
  readonly concurrency: number
  /**
   * The number of attempts before an event becomes a dead letter; its key continues. An attempt that ended the process
   * counts.
   */
  readonly maxTries: number
  /** The pause before the second attempt, in milliseconds. Each later pause is twice as long, up to `MAX_PAUSE_MS`. */
  readonly retryMs: number
  /** Called before another attempt. */
  readonly onFailed?: (job: QueueJob, reason: string, tries: number) => void
  /** `code` of the last error, where it was a GateError. */
  readonly onDead?: (job: QueueJob, reason: string, code: string | null) => void
  /** The queue itself cannot be read or written. It keeps trying. */
  readonly onTrouble?: (error: unknown) => void
}

export interface Running {
  /**
   * Accepts no new event and resolves when all events in progress are finished. @param graceMs after it the handlers'
   * signal is aborted; unfinished events are kept, and their attempts do not count
   */
  readonly stop: (graceMs?: number) => Promise<void>
}

export interface QueueStats {
  readonly waiting: number
  readonly working: number
  readonly dead: number
}

export interface DeadJob {
  readonly job: QueueJob
  readonly reason: string
  readonly tries: number
}

/**
 * A queue of events. Requests of a key are handled in order, and a failed one blocks those behind it. A hint only
 * triggers an evaluation, so while one waits for a retry, other events of its key continue.
 */
export interface EventQueue extends AsyncDisposable {
  /**
   * Stores an event; it is on disk when the promise resolves. `seen`: this id was stored before. @throws when it cannot
   * be written: the delivery must not be acknowledged
   */
  readonly accept: (job: QueueJob) => Promise<'new' | 'seen'>
  /** Works until stopped. Several processes may share one queue, and each takes over the events of a dead one. */
  readonly run: (handler: Handler, options: RunOptions) => Running
  readonly stats: () => Promise<QueueStats>
  /** The time when the oldest unfinished event was accepted, in milliseconds since 1970; null when there is none. */
  readonly oldest: () => Promise<number | null>
  /** The latest first. */
  readonly dead: () => Promise<readonly DeadJob[]>
  /** Returns dead letters to the queue, all or a selection. @returns their number */
  readonly requeue: (isChosen?: (dead: DeadJob) => boolean) => Promise<number>
  /** Deletes dead letters. @returns their number */
  readonly drop: (isChosen: (dead: DeadJob) => boolean) => Promise<number>
  /** Resolves when the queue is empty and no event is in progress. */
  readonly idle: () => Promise<void>
  /** Writes a test row. @throws when the queue cannot accept events now */
  readonly probe: () => Promise<void>
}

/** The longest pause: GitHub's limits end within an hour. */
export const MAX_PAUSE_MS = 3_600_000
/** The reason for an event whose handling ended its processes. */
export const DIED = 'The process that handled it ended before it was done, on every attempt.'
/** Bound on the characters of a reason. */
export const MAX_FAILURE_REASON = 500
