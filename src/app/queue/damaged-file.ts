/** A damaged inbox is no reason to stay away: what it held GitHub still has, and a sweep looks everywhere. */
import { closeSync, existsSync, openSync, readSync, renameSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

const HEADER = 'SQLite format 3\0'
/** SQLite's numbers: the file is damaged, or no database. */
const DAMAGED = [11, 26]
/** What SQLite keeps beside the file. */
const BESIDE = ['', '-wal', '-shm']

/**
 * @param now milliseconds since 1970
 * @returns where the damaged file is now, with what belongs to it; null where it is sound, not there yet, or somebody's document
 */
export function setAsideDamaged(file: string, now: () => number): string | null {
  if (!isDatabase(file) || isSound(file)) return null
  const aside = `${file}.damaged-${new Date(now()).toISOString().replaceAll(/[:.]/g, '-')}`
  for (const part of BESIDE) if (existsSync(file + part)) renameSync(file + part, aside + part)
  return aside
}

/** By its first bytes, or where those are lost by its name: a file that was named by mistake is not ours to move. */
function isDatabase(file: string): boolean {
  return file.endsWith('.sqlite') ? existsSync(file) : getHeader(file) === HEADER
}

function getHeader(file: string): string {
  if (!existsSync(file)) return ''
  const disk = openSync(file, 'r')
  try {
    const bytes = Buffer.alloc(HEADER.length)
    return bytes.toString('latin1', 0, readSync(disk, bytes, 0, HEADER.length, 0))
  } finally {
    closeSync(disk)
  }
}

/** What cannot be opened for another reason is told when it is opened to be used. */
function isSound(file: string): boolean {
  try {
    const database = new DatabaseSync(file)
    try {
      return database.prepare('PRAGMA quick_check(1)').get()?.['quick_check'] === 'ok'
    } finally {
      database.close()
    }
  } catch (error) {
    return !(error instanceof Error && 'errcode' in error && DAMAGED.includes(Number(error.errcode)))
  }
}
