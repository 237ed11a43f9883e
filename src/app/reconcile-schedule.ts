/** Runs the sweep at start-up and periodically, in one of the processes that share a queue. */

import type { Clients } from './clients.ts'
import { LONGEST_PAUSE_MS } from './outage-backoff.ts'
import { type Reconciliation, reconcile } from './reconcile.ts'
import { redeliver } from './redeliver.ts'
import type { Store } from './store.ts'
import { getFields } from './telemetry/log.ts'

interface Reconciler {
  /** Starts the next sweep now. */
  readonly soon: () => void
  readonly stop: () => Promise<void>
}

interface ReconcilerOptions extends Omit<Reconciliation, 'signal'>, Pick<Store, 'trySweep'> {
  readonly clients: Clients
  readonly everyMs: number
  /** Called when all installations were read, so GitHub answers. */
  readonly onSwept: () => Promise<void>
}

export function startReconciler({ everyMs, trySweep, onSwept, ...world }: ReconcilerOptions): Reconciler {
  const stopping = new AbortController()
  let waiting = new AbortController()
  const loop = async () => {
    // A process that starts sweeps at once: deliveries may have failed while none ran.
    let sinceMs = 0
    while (!stopping.signal.aborted) {
      waiting = new AbortController()
      const soon = waiting.signal
      await reconcileAlone({ ...world, trySweep, onSwept, signal: stopping.signal }, sinceMs)
      // What was lost in an outage must not wait for the next hour.
      const isOutage = world.clients.failingSince() !== null
      const pauseMs = isOutage ? Math.min(everyMs, LONGEST_PAUSE_MS) : everyMs
      await world.clock.sleep(pauseMs, AbortSignal.any([soon, stopping.signal]))
      sinceMs = isOutage || soon.aborted ? 0 : everyMs / 2
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

interface OwnSweep extends Reconciliation, Pick<ReconcilerOptions, 'trySweep' | 'onSwept'> {}

/** Runs a sweep, unless another process runs one or has swept within `sinceMs`. */
async function reconcileAlone({ trySweep, onSwept, ...world }: OwnSweep, sinceMs: number): Promise<void> {
  try {
    const sweep = await trySweep(sinceMs)
    if (sweep === null) return
    let isWhole = false
    try {
      await report(world, 'deliveries requested again', () => redeliver(world.clients.app, world.clock, world.signal))
      isWhole = await report(world, 'pull requests to evaluate', () => reconcile(world))
    } finally {
      await sweep.end(isWhole)
    }
    if (isWhole) await onSwept()
  } catch (error) {
    world.log('error', 'sweep failed', { what: 'the store', ...getFields(error) })
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
