/** Sets a damaged queue file aside. GitHub still has its deliveries, and a sweep finds every open pull request. */
import { closeSync, existsSync, openSync, readSync, renameSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

const HEADER = 'SQLite format 3\0'
/** SQLite's codes: the file is damaged, or not a database (https://sqlite.org/rescode.html). */
const DAMAGED = [11, 26]
/** The files that SQLite keeps beside a database. */
const BESIDE = ['', '-wal', '-shm']

/**
 * Renames a damaged file and its neighbours. @param now milliseconds since 1970 @returns the new name; null where the
 * file is sound, absent, or not a queue
 */
export function setAsideDamaged(file: string, now: () => number): string | null {
  if (!isDatabase(file) || isSound(file)) return null
  const aside = `${file}.damaged-${new Date(now()).toISOString().replaceAll(/[:.]/g, '-')}`
  for (const part of BESIDE) if (existsSync(file + part)) renameSync(file + part, aside + part)
  return aside
}

/** Recognises a database by its first bytes or its name, so that a file of another kind is never moved. */
function isDatabase(file: string): boolean {
  return file.endsWith('.sqlite') ? existsSync(file) : getHeader(file) === HEADER
}

function getHeader(file: string): string {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return ''
  const disk = openSync(file, 'r')
  try {
    const bytes = Buffer.alloc(HEADER.length)
    return bytes.toString('latin1', 0, readSync(disk, bytes, 0, HEADER.length, 0))
  } finally {
    closeSync(disk)
  }
}

/** Other errors are reported when the file is opened for use. */
function isSound(file: string): boolean {
  try {
    const database = new DatabaseSync(file)
    try {
      return database.prepare('PRAGMA quick_check(1)').get()?.['quick_check'] === 'ok'
    } finally {
      database.close()
    }
  } catch (error) {
    return !isDamage(error)
  }
}

export function isDamage(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && DAMAGED.includes(Number(error.errcode))
}
