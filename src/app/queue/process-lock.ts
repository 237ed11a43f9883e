/**
 * Tells whether another process still lives: each holds a lock that the system lets go with its end, however it ends. A
 * lease in time would have to be waited for, and would end under a process that is only slow.
 */
import { chmodSync, existsSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { isBusy } from './schema.ts'

export interface ProcessLock {
  /** Stops; the file is gone. */
  readonly end: () => void
}

/** @param file of this process alone; made here */
export function holdProcessLock(file: string): ProcessLock {
  const processLock = tryProcessLock(file)
  if (processLock === null) throw new Error(`${file} belongs to another process`)
  return processLock
}

/** @returns null while another one holds it: of several processes one does the work */
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

/** @returns whether the process that began this pulse has ended; the file is removed then */
export function hasEnded(file: string): boolean {
  if (!existsSync(file)) return true
  const processLock = tryProcessLock(file)
  processLock?.end()
  return processLock !== null
}

/** SQLite knows how to lock a file on every system; the database stays empty. */
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
