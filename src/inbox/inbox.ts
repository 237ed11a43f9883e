/** The inbox: what GitHub told is on disk before it is acknowledged, and stays there until it is done. */
import type { GateEvent, RepositoryRef } from '../core/event.ts'

/** One delivery, or one thing that the App found out itself. */
export interface Letter {
  /** GitHub's delivery id: a redelivery has the same one, and is not taken twice. */
  readonly id: string
  /** Letters with one key are worked on one after the other, oldest first. */
  readonly key: string
  readonly repository: RepositoryRef
  readonly event: GateEvent
}

/** Gets every letter of a key that is worth one look; hints that say the same come as one. */
export type Handler = (letter: Letter, signal: AbortSignal) => Promise<void>

export interface RunOptions {
  /** How many keys are worked on at the same time. */
  readonly concurrency: number
  /** Tries before a letter is put aside as dead; its key goes on without it. */
  readonly maxTries: number
  /** Before the second try, in milliseconds; each later pause is twice as long. */
  readonly retryMs: number
  readonly onDead?: (letter: Letter, reason: string) => void
}

export interface InboxStats {
  readonly waiting: number
  readonly working: number
  readonly dead: number
}

export interface DeadLetter {
  readonly letter: Letter
  readonly reason: string
  readonly tries: number
}

/** What has an error that says when to come back is tried then, and the try does not count: a rate limit is nobody's fault. */
export interface Postponed extends Error {
  readonly retryAfterMs: number
}

export interface Inbox extends AsyncDisposable {
  /** On disk when it returns. `seen`: this id was taken before. */
  readonly accept: (letter: Letter) => 'new' | 'seen'
  /** Works until stopped; several processes may share one inbox. The promise ends when everything under way is finished. */
  readonly run: (handler: Handler, options: RunOptions) => { readonly stop: () => Promise<void> }
  readonly stats: () => InboxStats
  readonly dead: () => readonly DeadLetter[]
  /** Dead letters get another chance. @returns how many */
  readonly requeue: () => number
  /** Resolves when nothing waits and nothing is worked on. */
  readonly idle: () => Promise<void>
}
