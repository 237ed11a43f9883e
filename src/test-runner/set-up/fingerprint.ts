/** Checks whether files changed without reading them: every write changes the ctime. */
import { createHash, type Hash } from 'node:crypto'
import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Computes a digest of everything below these folders: path, inode, mode, size, and the time of the last change in
 * nanoseconds.
 */
export function getFingerprint(folders: readonly string[]): string {
  const hash = createHash('sha256')
  for (const folder of folders) addPath(hash, folder)
  return hash.digest('hex')
}

function addPath(hash: Hash, path: string): void {
  const stats = lstatSync(path, { bigint: true, throwIfNoEntry: false })
  if (stats === undefined) return
  // A folder's own times change when tools add and remove files in it.
  if (!stats.isDirectory()) {
    hash.update(`${path}\0${stats.ino} ${stats.mode} ${stats.size} ${stats.ctimeNs}\n`)
    return
  }
  hash.update(`${path}\0${stats.ino} ${stats.mode}\n`)
  for (const name of readdirSync(path).toSorted()) addPath(hash, join(path, name))
}
