/**
 * Waits for processes and files of other processes: by polling, because no event reports the end of another process's
 * child.
 */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

/** Less than any test may take, so that a time-out names what it waited for. */
export const TIME_LIMIT_MS = 100_000
const POLL_MS = 10

/** A zombie counts as dead. */
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

/** @param by who writes it */
export const untilFile = (path: string, ...by: readonly ChildProcess[]) =>
  until(`${path} to appear`, () => existsSync(path), ...by)

/** Waits for a file that a test writes into its checkout: it can write nowhere else. */
export const untilMarked = (cacheDir: string, name: string, ...by: readonly ChildProcess[]) =>
  until(
    `${name} to appear in a checkout`,
    () => globSync(`scratch/*/tree/${name}`, { cwd: cacheDir }).length > 0,
    ...by,
  )

/**
 * Waits until the condition holds.
 * @param by processes that make it hold: when one of them fails, the wait ends
 * @throws Error when it does not hold in time
 */
export async function until(
  what: string,
  isSo: () => boolean | Promise<boolean>,
  ...by: readonly ChildProcess[]
): Promise<void> {
  const end = Date.now() + TIME_LIMIT_MS
  for (;;) {
    // Asked first: it may do it last of all.
    const failed = by.find(hasFailed)
    if (await isSo()) return
    if (failed !== undefined) throw new Error(`waited for ${what}, but ${getWords(failed)}`)
    if (Date.now() > end) throw new Error(`timed out waiting for ${what}`)
    await wait(POLL_MS)
  }
}

/** Resolves when it prints anything. @throws Error when it ends without a word */
export function untilPrints(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.stdout?.once('data', () => resolve())
    // Judged after all that it printed.
    child.once('close', () => reject(new Error(`waited for a word, but ${getWords(child)}`)))
  })
}

/** Resolves when it is gone. */
export async function end(child: ChildProcess | undefined): Promise<void> {
  if (child === undefined || hasEnded(child)) return
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null

/** Not: ended well, as who has done all, or killed by a test. */
const hasFailed = ({ exitCode, signalCode }: ChildProcess) =>
  (exitCode !== null && exitCode !== 0) || (signalCode !== null && signalCode !== 'SIGKILL')

const getWords = ({ pid, exitCode, signalCode }: ChildProcess) => `process ${pid} ended with ${exitCode ?? signalCode}`
