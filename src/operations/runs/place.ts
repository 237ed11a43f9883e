/** Finds the folder of a worktree's runs and calls: outside of the repository, below the state folder of the user. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, isAbsolute, join } from 'node:path'
import { makeFolder } from '../../folders.mjs'
import type { Repository } from '../../git/repository.ts'

/** Older calls of a worktree are removed. */
const MAX_CALLS = 50
const DIGEST_LENGTH = 12

type Variables = Readonly<Record<string, string | undefined>>

/** Every worktree has a git folder of its own, so two of them never share runs. */
export function getWorktreeFolder({ gitDir, top }: Pick<Repository, 'gitDir' | 'top'>, env: Variables): string {
  const xdg = env['XDG_STATE_HOME']
  const states = xdg !== undefined && isAbsolute(xdg) ? xdg : join(env['HOME'] || homedir(), '.local/state')
  const digest = createHash('sha256').update(gitDir).digest('hex').slice(0, DIGEST_LENGTH)
  const name = basename(top ?? gitDir).replace(/[^\w.-]/g, '-')
  return join(states, 'tdd-gate', `${name}-${digest}`)
}

/** Returns the folder of a new call. Its name begins with the time, so that names sort by age. */
export function createCallPath(folder: string, name: string, at: string): string {
  const calls = join(folder, CALLS)
  makeFolder(calls, 0o700)
  for (const old of listCalls(folder).slice(0, 1 - MAX_CALLS))
    rmSync(join(calls, old), { recursive: true, force: true })
  return join(calls, `${at.replace(/[-:]/g, '')}-${process.pid}-${name}`)
}

export const CALLS = 'calls'

/** Returns the names of the calls, the oldest first; none before the first call. */
export function listCalls(folder: string): readonly string[] {
  const calls = join(folder, CALLS)
  return existsSync(calls) ? readdirSync(calls).toSorted() : []
}
