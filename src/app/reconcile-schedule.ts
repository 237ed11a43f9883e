/** Sweeps at start-up and every now and then, in one of the processes that share an inbox. */

import { getFields } from './log.ts'
import { tryProcessLock } from './queue/process-lock.ts'
import { type Reconciliation, reconcile } from './reconcile.ts'
import { redeliver } from './redeliver.ts'

export interface Reconciler {
  /** The next one begins now. */
  readonly soon: () => void
  readonly stop: () => Promise<void>
}

export interface ReconcilerOptions extends Omit<Reconciliation, 'signal'> {
  readonly everyMs: number
  /** Held by the one that sweeps. */
  readonly lock: string
  /** Called when every installation was asked: GitHub answers. */
  readonly onSwept: () => void
}

export function startReconciler({ everyMs, lock, onSwept, ...world }: ReconcilerOptions): Reconciler {
  const stopping = new AbortController()
  let waiting = new AbortController()
  const loop = async () => {
    while (!stopping.signal.aborted) {
      waiting = new AbortController()
      if (await reconcileAlone({ ...world, signal: stopping.signal }, lock)) onSwept()
      await world.clock.sleep(everyMs, AbortSignal.any([waiting.signal, stopping.signal]))
    }
  }
  const ended = loop()
  return {
    soon: () => waiting.abort(),
    stop: () => {
      stopping.abort()
      return ended
    },
  }
}

/** @returns whether every pull request was looked for */
async function reconcileAlone(world: Reconciliation, lock: string): Promise<boolean> {
  const processLock = tryProcessLock(lock)
  if (processLock === null) return false
  try {
    await report(world, 'deliveries asked for again', () => redeliver(world.clients.app, world.clock, world.signal))
    return await report(world, 'pull requests to look at', () => reconcile(world))
  } finally {
    processLock.end()
  }
}

/** The deliveries may be refused and the pull requests not: each for itself. */
async function report({ log, signal }: Reconciliation, what: string, part: () => Promise<number>): Promise<boolean> {
  if (signal.aborted) return false
  try {
    log('info', 'swept', { what, count: await part() })
    return true
  } catch (error) {
    if (!signal.aborted) log('error', 'sweep failed', { what, ...getFields(error) })
    return false
  }
}
