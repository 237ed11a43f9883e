/** Runs the sweep at start-up and periodically, in one of the processes that share a queue. */

import { getFields } from './log.ts'
import { tryProcessLock } from './queue/process-lock.ts'
import { type Reconciliation, reconcile } from './reconcile.ts'
import { redeliver } from './redeliver.ts'

export interface Reconciler {
  /** Starts the next sweep now. */
  readonly soon: () => void
  readonly stop: () => Promise<void>
}

export interface ReconcilerOptions extends Omit<Reconciliation, 'signal'> {
  readonly everyMs: number
  /** The lock file of the process that sweeps. */
  readonly lock: string
  /** Called when all installations were read, so GitHub answers. */
  readonly onSwept: () => Promise<void>
}

export function startReconciler({ everyMs, lock, onSwept, ...world }: ReconcilerOptions): Reconciler {
  const stopping = new AbortController()
  let waiting = new AbortController()
  const loop = async () => {
    while (!stopping.signal.aborted) {
      waiting = new AbortController()
      if (await reconcileAlone({ ...world, signal: stopping.signal }, lock)) await onSwept()
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

/** Runs a sweep under the lock. @returns whether all pull requests were searched */
async function reconcileAlone(world: Reconciliation, lock: string): Promise<boolean> {
  const processLock = tryProcessLock(lock)
  if (processLock === null) return false
  try {
    await report(world, 'deliveries requested again', () => redeliver(world.clients.app, world.clock, world.signal))
    return await report(world, 'pull requests to evaluate', () => reconcile(world))
  } finally {
    processLock.end()
  }
}

/** Runs a part of the sweep and logs its failure, so that the other part still runs. */
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
