/** Starts process groups that end with this process, however it ends. */
import { type ChildProcess, spawn } from 'node:child_process'

const groups = new Set<number>()
let watches = 0
let watchdog: ChildProcess | null = null
const ENDINGS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Sends a signal to every process of a group. A group that has already ended is fine. */
export function killGroup(leader: number | undefined, signal: NodeJS.Signals): void {
  if (leader === undefined) return
  try {
    process.kill(-leader, signal)
  } catch (error) {
    // EPERM is macOS's error for a group that contains only zombies.
    if (!['ESRCH', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}

/** The leading process of a command, and the function that stops watching its group. */
interface Guarded {
  readonly child: ChildProcess
  readonly release: () => void
}

/**
 * Starts a command and watches its group until released. A signal to us, or our exit, kills the group. For a death
 * without handlers (SIGKILL, out of memory), a shell waits at the other end of a pipe. Watching begins before the
 * command does: a signal may come before `start` returns.
 */
export function startGuarded(start: () => ChildProcess): Guarded {
  if (watches === 0) listen()
  watches += 1
  watchdog ??= startWatchdog()
  const child = startOr(start, () => release(undefined))
  const leader = child.pid
  if (leader !== undefined) {
    groups.add(leader)
    watchdog?.stdin?.write(`+ ${leader}\n`)
  }
  return { child, release: () => release(leader) }
}

/** A command that cannot start needs no watch. */
function startOr(start: () => ChildProcess, giveUp: () => void): ChildProcess {
  try {
    return start()
  } catch (error) {
    giveUp()
    throw error
  }
}

function release(leader: number | undefined): void {
  if (leader !== undefined) {
    groups.delete(leader)
    watchdog?.stdin?.write(`- ${leader}\n`)
  }
  watches -= 1
  if (watches === 0) unlisten()
}

/** Reads `+ <leader>` and `- <leader>`; when we are gone, kills the groups that remain. */
const WATCH = `all=' '
while read -r sign leader; do
  case $sign in +) all="$all$leader " ;; *) all="\${all%% $leader *} \${all#* $leader }" ;; esac
done
for leader in $all; do kill -KILL "-$leader"; done`

/** Returns the process id of the shell that watches; null: none runs. */
export function getWatchdog(): number | null {
  return watchdog?.pid ?? null
}

/** Starts the shell that watches all groups of this process: a large process starts each further one slowly. */
function startWatchdog(): ChildProcess {
  const started = spawn('/bin/sh', ['-c', WATCH], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] })
  // Without a shell there is no watchdog; signals and exits are still handled.
  started.on('error', () => undefined)
  started.on('exit', () => {
    watchdog = null
  })
  started.stdin?.on('error', () => undefined)
  started.unref()
  for (const leader of groups) started.stdin?.write(`+ ${leader}\n`)
  return started
}

function endAll(): void {
  for (const leader of groups) killGroup(leader, 'SIGKILL')
}

/** Kills the groups first. Then the signal ends us as it would have, unless another listener handles it. */
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
