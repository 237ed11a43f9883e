/** Process groups that must not outlive us: however this process ends, they end too. */
import { type ChildProcess, spawn } from 'node:child_process'

const groups = new Map<number, ChildProcess>()
const ENDINGS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Sends a signal to every process of a group; a group that is gone already is what we want. */
export function killGroup(leader: number | undefined, signal: NodeJS.Signals): void {
  if (leader === undefined) return
  try {
    process.kill(-leader, signal)
  } catch (error) {
    // EPERM is macOS's word for a group of zombies only.
    if (!['ESRCH', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}

/**
 * Watches over a group until the returned function is called. A signal or an exit of ours kills it; for a death
 * that no handler sees (SIGKILL, out of memory), a shell waits at the other end of a pipe.
 */
export function guardGroup(leader: number | undefined): () => void {
  if (leader === undefined) return () => undefined
  if (groups.size === 0) listen()
  groups.set(leader, startWatchdog(leader))
  return () => {
    groups.get(leader)?.kill('SIGKILL')
    groups.delete(leader)
    if (groups.size === 0) unlisten()
  }
}

function startWatchdog(leader: number): ChildProcess {
  const watchdog = spawn('/bin/sh', ['-c', 'read _; kill -KILL "-$0"', String(leader)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  // Without a shell there is no watchdog; signals and exits are still handled.
  watchdog.on('error', () => undefined)
  watchdog.stdin?.on('error', () => undefined)
  watchdog.unref()
  return watchdog
}

function endAll(): void {
  for (const leader of groups.keys()) killGroup(leader, 'SIGKILL')
}

/** After the groups are dead the signal does to us what it would have done, unless somebody else handles it. */
function onSignal(signal: NodeJS.Signals): void {
  endAll()
  if (process.listenerCount(signal) > 1) return
  process.removeListener(signal, onSignal)
  process.kill(process.pid, signal)
}

function listen(): void {
  process.on('exit', endAll)
  for (const signal of ENDINGS) process.on(signal, onSignal)
}

function unlisten(): void {
  process.removeListener('exit', endAll)
  for (const signal of ENDINGS) process.removeListener(signal, onSignal)
}
