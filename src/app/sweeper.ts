/** Sweeps at start-up and every now and then, in one of the processes that share an inbox. */
import { tryPulse } from '../inbox/pulse.ts'
import { fieldsOf } from './log.ts'
import { redeliver } from './redeliver.ts'
import { type Sweep, sweep } from './sweep.ts'

export interface Sweeper {
  /** The next one begins now. */
  readonly soon: () => void
  readonly stop: () => Promise<void>
}

export interface SweeperOptions extends Omit<Sweep, 'signal'> {
  readonly everyMs: number
  /** Held by the one that sweeps. */
  readonly lock: string
}

export function startSweeper({ everyMs, lock, ...world }: SweeperOptions): Sweeper {
  const stopping = new AbortController()
  let waiting = new AbortController()
  const loop = async () => {
    while (!stopping.signal.aborted) {
      waiting = new AbortController()
      await sweepAlone({ ...world, signal: stopping.signal }, lock)
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

async function sweepAlone(world: Sweep, lock: string): Promise<void> {
  const pulse = tryPulse(lock)
  if (pulse === null) return
  try {
    const parts = [
      ['deliveries asked for again', () => redeliver(world.clients.app, world.clock, world.signal)],
      ['pull requests to look at', () => sweep(world)],
    ] as const
    for (const [what, part] of parts) await report(world, what, part)
  } finally {
    pulse.end()
  }
}

/** The deliveries may be refused and the pull requests not: each for itself. */
async function report({ log, signal }: Sweep, what: string, part: () => Promise<number>): Promise<void> {
  if (signal.aborted) return
  try {
    log('info', 'swept', { what, count: await part() })
  } catch (error) {
    if (!signal.aborted) log('error', 'sweep failed', { what, ...fieldsOf(error) })
  }
}
