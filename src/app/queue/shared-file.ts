/** What the processes of one machine share beside the queue, in a file that may be lost: GitHub's limits and answers. */
import { rmSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { makeFolder } from '../../folders.mjs'
import { type AnswerCache, openAnswers } from './answers.ts'
import type { Clock } from './clock.ts'
import { isDamage } from './damaged-file.ts'
import { LIMITS_TABLE, openLimitsFile, type SharedLimits } from './limits.ts'
import { makePrivate } from './schema.ts'
import { createFileQuery } from './sqlite.ts'

interface SharedFile extends Disposable {
  readonly limits: SharedLimits
  readonly answers: AnswerCache
}

/** A request to GitHub waits no longer for another process. */
const BUSY_MS = 250

const ANSWERS_TABLE = `CREATE TABLE IF NOT EXISTS answers (name BLOB PRIMARY KEY, at INTEGER NOT NULL, body BLOB NOT NULL);
  CREATE INDEX IF NOT EXISTS answersByTime ON answers (at)`

/** Opens the file with the first use. @param file on a local disk @param most the number of answers */
export function openSharedFile(file: string, clock: Clock, most: number): SharedFile {
  let opened: (Omit<SharedFile, keyof Disposable> & { readonly database: DatabaseSync }) | null = null
  const open = () => {
    if (opened !== null) return opened
    const database = openDatabase(file)
    opened = {
      database,
      limits: openLimitsFile(database, clock),
      answers: openAnswers(createFileQuery(database, clock.now), clock, most),
    }
    return opened
  }
  return {
    limits: {
      take: async (...parameters) => open().limits.take(...parameters),
      forbid: async (...parameters) => open().limits.forbid(...parameters),
    },
    answers: {
      get: async (name) => open().answers.get(name),
      put: async (...parameters) => open().answers.put(...parameters),
    },
    [Symbol.dispose]: () => opened?.database.close(),
  }
}

function openDatabase(file: string): DatabaseSync {
  try {
    return openTables(file)
  } catch (error) {
    if (!isDamage(error)) throw error
    for (const part of ['', '-wal', '-shm']) rmSync(`${file}${part}`, { force: true })
    return openTables(file)
  }
}

function openTables(file: string): DatabaseSync {
  makeFolder(dirname(resolve(file)), 0o700)
  const database = new DatabaseSync(file, { timeout: BUSY_MS })
  try {
    makePrivate(database, file)
    // Nothing in it must survive a power failure.
    database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; ${LIMITS_TABLE}; ${ANSWERS_TABLE}`)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}
