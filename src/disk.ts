/** Optional files on this machine's disk, and folders of the PATH. */
import { accessSync, constants, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { delimiter } from 'node:path'

/** Why a look-up reaches nothing: none is there, may not be entered, or its name leads nowhere. */
const UNREACHABLE: ReadonlySet<unknown> = new Set(['ENOTDIR', 'EACCES', 'EPERM', 'ELOOP', 'ENAMETOOLONG', 'EISDIR'])

export const isAbsent = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || UNREACHABLE.has(error.code))

/** Returns what is looked up; undefined where this user can reach nothing. @throws every other error */
export function ifThere<T>(look: () => T): T | undefined {
  try {
    return look()
  } catch (error) {
    if (isAbsent(error)) return undefined
    throw error
  }
}

/** Reads an optional file; null where this user can reach none. */
export const readIfThere = (path: string): string | null => ifThere(() => readFileSync(path, 'utf8')) ?? null

/**
 * Opens a file for reading. Never follows a link, never blocks on a pipe, even when the file was replaced after it was
 * found.
 * @throws NodeJS.ErrnoException
 */
export const openToRead = (path: string): number =>
  openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0))

/**
 * Removes the folders of a PATH that cannot be searched: the system stops there, and misses the programs after them.
 * A folder that does not exist stays: a set-up may create it.
 */
export function searchablePath(path: string): string {
  return path
    .split(delimiter)
    .filter((entry) => entry === '' || !isClosed(entry))
    .join(delimiter)
}

function isClosed(entry: string): boolean {
  try {
    accessSync(entry, constants.X_OK)
    return false
  } catch (error) {
    return UNREACHABLE.has((error as NodeJS.ErrnoException).code)
  }
}

/**
 * Writes a file of this program's own folder as a whole: no reader, and no end of this process, sees a part of it.
 * @throws NodeJS.ErrnoException
 */
export function replaceFile(path: string, text: string): void {
  const temporary = `${path}.${process.pid}`
  writeFileSync(temporary, text, { mode: 0o600 })
  renameSync(temporary, path)
}
