/** Processes that tests left behind, and that left their process group: none may write once this step has spoken. */
import { readdirSync, readFileSync } from 'node:fs'
import { GateError } from '../../core/model/errors.ts'

const PROC = '/proc'
const PID = /^[1-9]\d*$/
/** Killed processes are gone within milliseconds, but whoever forks all the time takes more than one go. */
const TIME_LIMIT_MS = 10_000
const PAUSE_MS = 2

interface Process {
  readonly pid: number
  readonly parent: number
}

/**
 * Ends whatever descends from this process. `launch.mjs` made it the one to which orphans fall, where it could; whatever
 * a process does to itself, it stays a descendant. To be called when no child of ours is of use any more.
 * @returns how many there were; 0 where the system shows no processes
 * @throws GateError `interrupted` where some cannot be ended
 */
export function endSurvivors(root: number = process.pid): number {
  const ended = new Set<number>()
  const until = Date.now() + TIME_LIMIT_MS
  for (let alive = getDescendants(root); alive.length > 0; alive = getDescendants(root)) {
    if (Date.now() > until) throw unending(alive.length)
    for (const pid of alive) {
      ended.add(pid)
      kill(pid)
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS)
  }
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

/** Without those that have ended and wait to be taken note of. */
function listProcesses(): readonly Process[] {
  return namesIn(PROC).flatMap((name) => {
    if (!PID.test(name)) return []
    const fields = getStat(name)
    const [state = 'Z', parent = ''] = fields
    return state === 'Z' || state === 'X' ? [] : [{ pid: Number(name), parent: Number(parent) }]
  })
}

/** The fields behind the name of the program, which may hold anything. */
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
    // It is gone, or of another user: then it is found again.
  }
}

function unending(count: number): GateError {
  return new GateError(
    'interrupted',
    `Tests left ${count} processes running that cannot be ended, so nothing that this step says would be its own word.`,
    'Find the test that starts them and does not end them; then re-run all jobs of the workflow.',
  )
}
