/** Checks whether files changed without reading them: every write changes the ctime. */
import { createHash, type Hash } from 'node:crypto'
import { type BigIntStats, lstatSync, readdirSync, realpathSync, statSync } from 'node:fs'
import { join, sep } from 'node:path'

/** What {@link getFingerprint} follows and omits. */
interface Extent {
  /** Names of folders directly in one of the given folders that are omitted. */
  readonly omitted: readonly string[]
  /** Links to folders outside of this one are followed; null: none is. */
  readonly home: string | null
  /** Files and folders; with more, there is no fingerprint. */
  readonly limit: number
}

const ALL: Extent = { omitted: [], home: null, limit: Number.POSITIVE_INFINITY }

/**
 * Computes a digest of everything below these folders: path, inode, mode, size, and the time of the last change in
 * nanoseconds.
 * @returns null when there is more than the limit
 */
export function getFingerprint(folders: readonly string[], { omitted, home, limit }: Extent = ALL): string | null {
  const walk: Walk = { hash: createHash('sha256'), home, left: limit, roots: [...folders] }
  // Links add roots while this loop runs.
  for (const root of walk.roots) addPath(walk, root, folders.includes(root) ? omitted : [])
  return walk.left < 0 ? null : walk.hash.digest('hex')
}

interface Walk {
  readonly hash: Hash
  readonly home: string | null
  readonly roots: string[]
  left: number
}

function addPath(walk: Walk, path: string, omitted: readonly string[] = []): void {
  const stats = lstatSync(path, { bigint: true, throwIfNoEntry: false })
  if (stats === undefined || walk.left < 0) return
  walk.left -= 1
  // A folder's own times change when tools add and remove files in it.
  if (!stats.isDirectory()) addFile(walk, path, stats)
  else addFolder(walk, path, stats, omitted)
}

function addFolder(walk: Walk, path: string, { ino, mode }: BigIntStats, omitted: readonly string[]): void {
  walk.hash.update(`${path}\0${ino} ${mode}\n`)
  for (const name of readdirSync(path).toSorted()) if (!omitted.includes(name)) addPath(walk, join(path, name))
}

function addFile({ hash, home, roots }: Walk, path: string, stats: BigIntStats): void {
  hash.update(`${path}\0${stats.ino} ${stats.mode} ${stats.size} ${stats.ctimeNs}\n`)
  if (home === null || !stats.isSymbolicLink() || !statSync(path, { throwIfNoEntry: false })?.isDirectory()) return
  const real = realpathSync(path)
  const isKnown = [home, ...roots].some((root) => real === root || real.startsWith(root + sep))
  if (!isKnown) roots.push(real)
}
