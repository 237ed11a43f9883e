/** Measures the sandbox's overhead of an execution, in turns with the same command without it. */
import { mkdirSync, mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import type { IsolationPolicy } from '../src/core/model/isolation.ts'
import { openSandbox, type Sandbox } from '../src/test-runner/sandbox/sandbox.ts'
import type { Mount } from '../src/test-runner/sandbox/view.ts'
import { below, type Measure, shown } from './measure.ts'

const ROUNDS = 15
const LONG_ROUNDS = 3
const GOAL_MS = 30
/** A suite of a second of work. */
const SECOND = `node -e "const until = Date.now() + 1000; while (Date.now() < until);"`

export async function benchSandbox(_bin: string, folder: string): Promise<readonly Measure[]> {
  const sealed = await open(folder, 'preferred')
  const without = await open(folder, 'off')
  const short = await withLock(ROUNDS, sealed, without, 'true')
  const long = await withLock(LONG_ROUNDS, sealed, without, SECOND)
  return [
    below(
      `a sandbox (${sealed.sandbox.isolation}): beyond the same execution without`,
      short.sealed - short.open,
      GOAL_MS,
      'ms',
      1,
    ),
    shown('without', short.open, 'ms', 1),
    below('a sandbox around a suite of a second', (long.sealed / long.open - 1) * 100, 5, '%', 1),
  ]
}

interface Opened {
  readonly sandbox: Sandbox
  readonly mounts: readonly Mount[]
}

/** With installed packages laid under the checkout, as most projects have them. */
async function open(folder: string, policy: IsolationPolicy): Promise<Opened> {
  const own = mkdtempSync(join(folder, 'sandbox-'))
  for (const name of ['tree', 'installed/node_modules']) mkdirSync(join(own, name), { recursive: true })
  const sandbox = await openSandbox({
    folder: own,
    tree: join(own, 'tree'),
    top: null,
    hidden: [],
    source: process.env,
    extra: [],
    policy,
    network: 'host',
    node: process.execPath,
  })
  const at = sandbox.places.checkout
  const installed: Mount = {
    kind: 'overlay',
    from: [join(own, 'installed')],
    at,
    parts: ['node_modules'],
    changes: null,
  }
  return { sandbox, mounts: sandbox.isolation === 'namespaces' ? [installed] : [] }
}

/** Milliseconds: the median of each. */
async function withLock(rounds: number, sealed: Opened, without: Opened, command: string) {
  const times = { sealed: [] as number[], open: [] as number[] }
  for (let round = 0; round < rounds; round += 1) {
    times.sealed.push(await getTime(sealed, command))
    times.open.push(await getTime(without, command))
  }
  return { sealed: median(times.sealed), open: median(times.open) }
}

async function getTime({ sandbox, mounts }: Opened, command: string): Promise<number> {
  const started = performance.now()
  await sandbox.run({ command, directory: '.', prepared: null, mounts, timeoutMs: 60_000, signal: undefined })
  return performance.now() - started
}

function median(all: readonly number[]): number {
  return all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0
}
