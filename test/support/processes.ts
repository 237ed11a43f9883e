/** Waiting for processes and files of other processes: polled, because nothing tells when a stranger's child is gone. */
import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

const PATIENCE_MS = 25_000
const POLL_MS = 20

/** A zombie that nobody waits for counts as dead. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
    throw error
  }
  const stat = existsSync(`/proc/${pid}/stat`) ? readFileSync(`/proc/${pid}/stat`, 'utf8') : ''
  return !/\) Z /.test(stat)
}

export const untilDead = (pid: number) => until(`process ${pid} to die`, () => !isAlive(pid))

export const untilFile = (path: string) => until(`${path} to appear`, () => existsSync(path))

async function until(what: string, isSo: () => boolean): Promise<void> {
  const end = Date.now() + PATIENCE_MS
  while (!isSo()) {
    if (Date.now() > end) throw new Error(`waited in vain for ${what}`)
    await wait(POLL_MS)
  }
}
