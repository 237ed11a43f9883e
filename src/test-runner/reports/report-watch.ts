/**
 * Watches the report files of one run while it writes them. A command may start a program several times, and each start
 * may write the same file: then only the last one's results are left. The kernel tells of changes after they happened, so
 * that a version which lived for less than some milliseconds goes unseen.
 */
import { closeSync, type FSWatcher, fstatSync, lstatSync, readSync, watch } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { openToRead } from '../../disk.ts'
import type { ReportFile, ReportPlace } from './collect.ts'

/** What a file was before something else took its place. */
export interface EarlierVersion {
  readonly path: string
  readonly bytes: Buffer
}

interface ReportWatch {
  readonly stop: () => void
  /** Returns the versions that the files, as they are now, do not begin with. */
  readonly getEarlier: (files: readonly ReportFile[]) => readonly EarlierVersion[]
}

interface Version {
  readonly inode: number
  /** Larger than what it holds, so that a file may grow by many small pieces. */
  buffer: Buffer
  size: number
}

/** Bounds on what is kept of one run: larger reports are not followed. */
const MAX_KEPT_BYTES = 33_554_432
const MAX_FILES = 2_000
const MAX_VERSIONS = 64
const MAX_FOLDERS = 64
/** Of a report that grows only so much of both ends is compared with what it was, and so much of another one. */
const SAMPLE_BYTES = 4_096
const LARGE_SAMPLE_BYTES = 1_048_576

/** @param globs of the configuration; in the tree only paths without a wildcard are watched */
export function watchReports(globs: readonly string[], place: ReportPlace): ReportWatch {
  const versions = new Map<string, Version[]>()
  const watchers = new Map<string, FSWatcher>()
  let kept = 0
  const look = (path: string) => {
    const known = versions.get(path) ?? []
    const seen = readVersion(path, known.at(-1), MAX_KEPT_BYTES - kept)
    if (seen === null || (known.length === 0 && versions.size >= MAX_FILES) || known.length >= MAX_VERSIONS) return
    kept += seen.added
    if (seen.version !== known.at(-1)) versions.set(path, [...known, seen.version])
  }
  const follow = (folder: string, isOurs: (name: string) => boolean) => {
    if (watchers.has(folder) || watchers.size >= MAX_FOLDERS) return
    const watcher = openWatcher(folder, (name) => {
      const path = join(folder, name)
      if (!isOurs(name)) return
      if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory()) follow(path, () => true)
      else look(path)
    })
    if (watcher !== null) watchers.set(folder, watcher)
  }
  follow(place.reports, () => true)
  for (const [folder, names] of getFolders(globs, place)) follow(folder, (name) => names.has(name))
  return {
    stop: () => {
      for (const watcher of watchers.values()) watcher.close()
    },
    getEarlier: (files) => files.flatMap(({ path }) => getEarlier(path, versions.get(path) ?? [])),
  }
}

/** A machine may have too few watchers left, and a folder may not be there yet. */
function openWatcher(folder: string, onChange: (name: string) => void): FSWatcher | null {
  try {
    const watcher = watch(folder, { persistent: false }, (_, name) => name !== null && onChange(name))
    watcher.on('error', () => watcher.close())
    return watcher
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error
    return null
  }
}

function getFolders(globs: readonly string[], { directory }: ReportPlace): ReadonlyMap<string, ReadonlySet<string>> {
  const paths = globs.filter((glob) => !/^\{reports\}|[*?[{]/.test(glob)).map((glob) => resolve(directory, glob))
  const byFolder = Map.groupBy(paths, (path) => dirname(path))
  return new Map([...byFolder].map(([folder, all]) => [folder, new Set(all.map((path) => basename(path)))]))
}

/** Reads what is new in a file. Returns null when it cannot be read, is no file, or is too large to keep. */
function readVersion(path: string, last: Version | undefined, most: number) {
  const file = openReport(path)
  if (file === null) return null
  try {
    const stats = fstatSync(file)
    if (!stats.isFile() || stats.size > most) return null
    const isGrown = last !== undefined && last.inode === stats.ino && beginsWith(file, last, stats.size)
    const version = isGrown ? last : { inode: stats.ino, buffer: Buffer.alloc(0), size: 0 }
    const added = readPart(file, version.size, stats.size - version.size)
    append(version, added)
    return { version, added: added.length }
  } finally {
    closeSync(file)
  }
}

/** Never follows a link, and never waits for a pipe: tests may have put it there. */
function openReport(path: string): number | null {
  try {
    return openToRead(path)
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error
    return null
  }
}

function append(version: Version, bytes: Buffer): void {
  const size = version.size + bytes.length
  if (size > version.buffer.length) version.buffer = Buffer.concat([getBytes(version)], 2 * size)
  bytes.copy(version.buffer, version.size)
  version.size = size
}

const getBytes = ({ buffer, size }: Version) => buffer.subarray(0, size)

/** Compares samples of both ends. */
function beginsWith(file: number, version: Version, size: number): boolean {
  if (size < version.size) return false
  const sample = size === version.size ? LARGE_SAMPLE_BYTES : SAMPLE_BYTES
  return [0, Math.max(0, version.size - sample)].every((from) => {
    const part = getBytes(version).subarray(from, from + sample)
    return part.equals(readPart(file, from, part.length))
  })
}

function readPart(file: number, from: number, size: number): Buffer {
  const bytes = Buffer.alloc(Math.max(0, size))
  return bytes.subarray(0, readSync(file, bytes, 0, bytes.length, from))
}

function getEarlier(path: string, versions: readonly Version[]): readonly EarlierVersion[] {
  const file = openReport(path)
  if (file === null) return []
  try {
    const { size } = fstatSync(file)
    const isLeft = (bytes: Buffer) => bytes.length <= size && bytes.equals(readPart(file, 0, bytes.length))
    const all = versions.map(getBytes)
    return all.filter((bytes) => bytes.length > 0 && !isLeft(bytes)).map((bytes) => ({ path, bytes }))
  } finally {
    closeSync(file)
  }
}
