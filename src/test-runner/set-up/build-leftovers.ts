/**
 * Moves files that builds left in a checkout out of it once, and restores them before each execution of the same tree.
 */
import { cpSync, lstatSync, mkdirSync, renameSync, rmSync, type Stats } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { listUntracked } from '../../git/clean.ts'
import type { TreeFiles } from './installed.ts'

export interface Leftovers {
  /** New folders, mounted under each execution. */
  readonly folders: readonly string[]
  /** Files copied for each execution: single new files, and rewritten files of the commit. */
  readonly copies: readonly string[]
  /** Files of the commit that the build removed. */
  readonly removed: readonly string[]
}

interface Taking {
  readonly checkout: string
  readonly files: TreeFiles
  /** Its `tree/` receives the files. */
  readonly folder: string
  /** A file that was written right before the builds. */
  readonly marker: string
  /** Paths that do not belong to the build: installed packages, and their mount points. */
  readonly elsewhere: readonly string[]
  /** True when nothing can be mounted under an execution: new folders are copied as well. */
  readonly isInPlace: boolean
}

/** Moves new files, and copies rewritten ones. Follows no link: a build may point it anywhere. */
export function moveLeftoversOut({ checkout, files, folder, marker, elsewhere, isInPlace }: Taking): Leftovers {
  const left = listUntracked(checkout, files)
    .filter(({ path }) => !elsewhere.includes(path))
    .filter(({ path }) => isCopied(join(checkout, path)))
  const { changed, removed } = compareTracked(checkout, files, lstatSync(marker).ctimeMs)
  const at = (path: string) => {
    const place = join(folder, 'tree', path)
    mkdirSync(dirname(place), { recursive: true })
    return place
  }
  for (const path of changed) copy(join(checkout, path), at(path))
  for (const { path } of left) renameSync(join(checkout, path), at(path))
  const isLaid = ({ isFolder }: (typeof left)[number]) => isFolder && !isInPlace
  return {
    folders: left.filter(isLaid).map(({ path }) => path),
    copies: [...changed, ...left.filter((one) => !isLaid(one)).map(({ path }) => path)],
    removed,
  }
}

function compareTracked(checkout: string, files: TreeFiles, since: number) {
  const isFolder = folderLook(checkout)
  const changed: string[] = []
  const removed: string[] = []
  for (const path of files.keys()) {
    const stats = isFolder(posix.dirname(path)) ? getStats(join(checkout, path)) : undefined
    if (stats === undefined) removed.push(path)
    else if (isPlain(stats) && stats.ctimeMs >= since) changed.push(path)
  }
  return { changed, removed }
}

/** Returns whether a folder of the commit still is a folder, and not behind a link; checks each once. */
function folderLook(checkout: string): (path: string) => boolean {
  const known = new Map([['.', true]])
  const isFolder = (path: string): boolean => {
    const is =
      known.get(path) ?? (isFolder(posix.dirname(path)) && getStats(join(checkout, path))?.isDirectory() === true)
    known.set(path, is)
    return is
  }
  return isFolder
}

const getStats = (path: string) => lstatSync(path, { throwIfNoEntry: false })
const isPlain = (stats: Stats) => stats.isFile() || stats.isSymbolicLink()

/** Sockets and pipes are useless to tests after the build. */
function isCopied(path: string): boolean {
  const stats = lstatSync(path)
  return isPlain(stats) || stats.isDirectory()
}

/** Restores the files in a freshly committed checkout. */
export function restoreLeftovers({ copies, removed }: Leftovers, folder: string, checkout: string): void {
  for (const path of removed) rmSync(join(checkout, path), { recursive: true, force: true })
  for (const path of copies) {
    rmSync(join(checkout, path), { recursive: true, force: true })
    mkdirSync(dirname(join(checkout, path)), { recursive: true })
    copy(join(folder, 'tree', path), join(checkout, path))
  }
}

const copy = (from: string, to: string) =>
  cpSync(from, to, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true, filter: isCopied })
