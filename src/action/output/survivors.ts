/** Ends processes of tests that left their process group: none may write after this step has reported. */
import { readdirSync, readFileSync } from 'node:fs'
import { processesLeft } from '../../core/errors/action.ts'
import { getWatchdog } from '../../test-runner/process/process-group.ts'

const PROC = '/proc'
const PID = /^[1-9]\d*$/
/** Killed processes end within milliseconds, but a process that keeps forking takes several rounds. */
const TIME_LIMIT_MS = 10_000
const PAUSE_MS = 2

interface Process {
  readonly pid: number
  readonly parent: number
}

/**
 * Ends all descendants of this process. `launch.mjs` made it adopt orphans where it could, so a process cannot stop
 * being a descendant. Call it when no child of ours is needed any more.
 * @returns how many there were besides our own watchdog; 0 where the system does not list processes
 * @throws GateError `interrupted` when some cannot be ended
 */
export function endSurvivors(root: number = process.pid): number {
  const ended = new Set<number>()
  const until = Date.now() + TIME_LIMIT_MS
  for (let alive = getDescendants(root); alive.length > 0; alive = getDescendants(root)) {
    if (Date.now() > until) throw processesLeft(alive.length)
    for (const pid of alive) {
      ended.add(pid)
      kill(pid)
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS)
  }
  ended.delete(getWatchdog() ?? root)
  return ended.size
}

function getDescendants(root: number): readonly number[] {
  const all = listProcesses()
  const found = new Set([root])
  for (let size = 0; size !== found.size; ) {
    size = found.size
    for (const { pid, parent } of all) if (found.has(parent)) found.add(pid)
  }
  return [...found].filter((pid) => pid !== root)
}

/** Lists processes, without zombies. */
function listProcesses(): readonly Process[] {
  return namesIn(PROC).flatMap((name) => {
    if (!PID.test(name)) return []
    const fields = getStat(name)
    const [state = 'Z', parent = ''] = fields
    return state === 'Z' || state === 'X' ? [] : [{ pid: Number(name), parent: Number(parent) }]
  })
}

/** Returns the fields behind the program's name, which may contain any character. */
function getStat(pid: string): readonly string[] {
  try {
    const text = readFileSync(`${PROC}/${pid}/stat`, 'latin1')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return []
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // The process has ended, or belongs to another user: then the next round finds it again.
  }
}
