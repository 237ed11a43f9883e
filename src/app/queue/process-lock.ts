/**
 * Detects whether another process is alive: each holds a file lock, which the system releases when the process ends. A
 * lease with a time limit would delay takeovers and expire for slow processes.
 */
import { chmodSync, existsSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { isBusy } from './schema.ts'

export interface ProcessLock {
  /** Releases the lock and removes the file. */
  readonly end: () => void
}

/** Acquires a lock for this process. @param file a new file of this process */
export function holdProcessLock(file: string): ProcessLock {
  const processLock = tryProcessLock(file)
  if (processLock === null) throw new Error(`${file} belongs to another process`)
  return processLock
}

/** Tries to acquire a shared lock. @returns null while another process holds it */
export function tryProcessLock(file: string): ProcessLock | null {
  const database = lock(file)
  if (database === null) return null
  chmodSync(file, 0o600)
  return {
    end: () => {
      database.close()
      rmSync(file, { force: true })
    },
  }
}

/** Returns whether the process that holds this lock has ended; the file is then removed. */
export function hasEnded(file: string): boolean {
  if (!existsSync(file)) return true
  const processLock = tryProcessLock(file)
  processLock?.end()
  return processLock !== null
}

/** Locks a file with SQLite, which supports every system. The database stays empty. */
function lock(file: string): DatabaseSync | null {
  const database = new DatabaseSync(file, { timeout: 0 })
  try {
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    return database
  } catch (error) {
    database.close()
    if (isBusy(error)) return null
    throw error
  }
}
