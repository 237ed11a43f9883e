/**
 * Tells whether another process still lives: each holds a lock that the system lets go with its end, however it ends. A
 * lease in time would have to be waited for, and would end under a process that is only slow.
 */
import { chmodSync, existsSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

export interface Pulse {
  /** Stops; the file is gone. */
  readonly end: () => void
}

/** @param file of this process alone; made here */
export function beginPulse(file: string): Pulse {
  const database = new DatabaseSync(file)
  chmodSync(file, 0o600)
  // SQLite knows how to lock a file on every system; the database stays empty.
  database.exec('BEGIN EXCLUSIVE')
  return {
    end: () => {
      database.close()
      rmSync(file, { force: true })
    },
  }
}

/** @returns whether the process that began this pulse has ended; the file is removed then */
export function hasEnded(file: string): boolean {
  if (!existsSync(file)) return true
  const database = new DatabaseSync(file, { timeout: 0 })
  try {
    database.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    if (isBusy(error)) return false
    throw error
  } finally {
    database.close()
  }
  rmSync(file, { force: true })
  return true
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === 5
}
