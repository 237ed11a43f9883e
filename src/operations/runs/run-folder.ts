/**
 * Writes the folder that becomes the run's artifact. Every file is new, no write follows a link, and the log only
 * grows.
 */
import { createHash } from 'node:crypto'
import { closeSync, constants, lstatSync, mkdirSync, openSync, readdirSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { outputExists, outputNotWritten } from '../../core/errors/action.ts'
import { GateError } from '../../core/model/errors.ts'

/** A file of the run folder: its path there, separated by `/`. */
export interface RunFile {
  readonly path: string
  readonly text: string
}

/** An event for the log: plain values, with a time (ISO 8601) and a name. */
export interface RunEvent {
  readonly at: string
  readonly event: string
  readonly [name: string]: string | number | boolean | null
}

/** Formats the next log line from the last one; null: the first line. */
export type AppendEntry = (previousLine: string | null, event: RunEvent) => string

interface WrittenFile {
  readonly path: string
  readonly sha256: string
  readonly bytes: number
}

export interface RunFolder {
  readonly path: string
  /** The folder of a recording; the recorder creates it. */
  readonly recording: string
  /**
   * Writes a file.
   * @throws GateError `file-exists` when the path is taken, `disk-full`
   */
  readonly write: (file: RunFile) => void
  readonly log: (event: RunEvent) => void
  /** Returns null before the first event. */
  readonly lastLogLine: () => string | null
  /** Lists the written files, sorted by path. */
  readonly files: () => readonly WrittenFile[]
  /** Closes the log: no event follows. */
  readonly close: () => void
}

export const LOG = 'log.jsonl'
const MAX_PATH = 255
const NAME = /^[\w-][\w.-]*$/
/** Opens a new file only; the last part of the path cannot be a link. */
const NEW_FILE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW

/**
 * Creates the folder, or takes an empty one.
 * @throws GateError `file-exists` when the path is taken, `disk-full` when it cannot be created
 */
export function openRunFolder(path: string, appendEntry: AppendEntry): RunFolder {
  guarded(path, () => takeFolder(path))
  const written = new Map<string, WrittenFile>()
  const log = { hash: createHash('sha256'), bytes: 0, line: null as string | null, file: null as number | null }
  return {
    path,
    recording: join(path, 'recording'),
    write: (file) => {
      const parts = checkPath(file.path)
      guarded(join(path, file.path), () => {
        makeFolders(path, parts.slice(0, -1))
        writeNew(join(path, file.path), file.text)
      })
      written.set(file.path, toDigest(file))
    },
    log: (event) => {
      const line = appendEntry(log.line, event)
      guarded(join(path, LOG), () => {
        log.file ??= openSync(join(path, LOG), NEW_FILE | constants.O_APPEND, 0o644)
        writeAll(log.file, `${line}\n`)
      })
      log.line = line
      log.hash.update(`${line}\n`)
      log.bytes += Buffer.byteLength(line) + 1
      written.set(LOG, { path: LOG, sha256: log.hash.copy().digest('hex'), bytes: log.bytes })
    },
    lastLogLine: () => log.line,
    close: () => {
      if (log.file !== null) closeSync(log.file)
    },
    files: () => [...written.values()].toSorted((a, b) => (a.path < b.path ? -1 : 1)),
  }
}

function takeFolder(path: string): void {
  mkdirSync(dirname(path), { recursive: true })
  makeFolder(path)
  if (readdirSync(path).length > 0) throw outputExists(path)
}

function makeFolders(root: string, names: readonly string[]): void {
  let folder = root
  for (const name of names) {
    folder = join(folder, name)
    makeFolder(folder)
  }
}

function makeFolder(path: string): void {
  const there = lstatSync(path, { throwIfNoEntry: false })
  if (there === undefined) mkdirSync(path)
  else if (!there.isDirectory()) throw outputExists(path)
}

function writeNew(path: string, text: string): void {
  const file = openSync(path, NEW_FILE, 0o644)
  try {
    writeAll(file, text)
  } finally {
    closeSync(file)
  }
}

/** One call may write only a part. */
function writeAll(file: number, text: string): void {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at)
}

function toDigest({ path, text }: RunFile): WrittenFile {
  return { path, sha256: createHash('sha256').update(text).digest('hex'), bytes: Buffer.byteLength(text) }
}

/** Returns the parts of a path in a run folder. @throws Error where one of them may lead elsewhere */
export function checkPath(path: string): readonly string[] {
  const parts = path.split('/')
  if (path.length > MAX_PATH || !parts.every((part) => NAME.test(part)))
    throw new Error(`${JSON.stringify(path.slice(0, MAX_PATH))} is not a valid file name in the run folder.`)
  return parts
}

function guarded(path: string, act: () => void): void {
  try {
    act()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (error instanceof GateError) throw error
    if (code === 'EEXIST' || code === 'ELOOP' || code === 'ENOTDIR') throw outputExists(path, error)
    throw outputNotWritten(path, error)
  }
}
