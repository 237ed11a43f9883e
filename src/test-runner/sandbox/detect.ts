/**
 * Detects which tool can build a sandbox on this machine. Tries them instead of reading versions, because profiles and
 * settings decide.
 */
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bubblewrap } from './bubblewrap.ts'
import type { Privilege, UserIds } from './privilege.ts'
import { unshare } from './unshare.ts'
import { defaultLimits, type Launcher, type View } from './view.ts'

export interface Strategy {
  readonly tool: 'bubblewrap' | 'unshare'
  readonly identity: UserIds
}

const TOOLS = { bubblewrap, unshare }
const TRIAL_MS = 10_000

export function launch(strategy: Strategy, command: string, view: View, executor: string): Launcher {
  return TOOLS[strategy.tool](command, view, executor, strategy.identity)
}

/** Lists strategies in order of preference; only a user namespace hides root's kernel keys. */
function candidates(): readonly Strategy[] {
  const [uid, gid] = [process.getuid?.() ?? 0, process.getgid?.() ?? 0]
  const own: Privilege = uid === 0 ? 'root' : 'user'
  const of = (tool: Strategy['tool'], privilege: Privilege): Strategy => ({ tool, identity: { privilege, uid, gid } })
  const byOwnRight = [of('bubblewrap', own), of('unshare', own)]
  return uid === 0 ? byOwnRight : [...byOwnRight, of('bubblewrap', 'sudo'), of('unshare', 'sudo')]
}

let found: Promise<Strategy | null> | undefined

/** Returns the first strategy that works; null when none does. Tried once per process. */
export function detectStrategy(): Promise<Strategy | null> {
  found ??= process.platform === 'linux' ? firstThatWorks(candidates()) : Promise.resolve(null)
  return found
}

async function firstThatWorks(all: readonly Strategy[]): Promise<Strategy | null> {
  for (const strategy of all) if (await works(strategy)) return strategy
  return null
}

/** Tries a small view with every kind of mount. */
export async function works(strategy: Strategy): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'tdd-gate-trial-'))
  try {
    for (const name of ['below', 'tree/over', 'stage']) mkdirSync(join(folder, name), { recursive: true })
    const view: View = {
      hidden: ['/run'],
      mounts: [
        { kind: 'write', from: join(folder, 'tree'), at: '/tmp' },
        { kind: 'overlay', from: [join(folder, 'below')], at: '/tmp/over', parts: null, changes: null },
      ],
      directory: '/tmp',
      env: { PATH: process.env['PATH'] ?? '' },
      network: 'host',
      limits: defaultLimits(),
    }
    const command = 'echo works > /tmp/over/file && cat /tmp/over/file'
    return (await getOutput(launch(strategy, command, view, join(folder, 'stage')))) === 'works\n'
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Keeps standard input open: some launchers end when it closes. */
function getOutput({ argv, env }: Launcher): Promise<string> {
  const [file = '', ...args] = argv
  return new Promise((resolve) => {
    execFile(file, args, { env: { ...process.env, ...env }, timeout: TRIAL_MS }, (_, stdout) => resolve(stdout))
  })
}
