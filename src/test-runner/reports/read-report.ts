/**
 * Reads one report in chunks, in the format that its first bytes show. Bad content gives a reason, not an exception.
 */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { openToRead } from '../../disk.ts'
import { type Bytes, HEAD_CHARACTERS, LIMITS, LimitError, ReportError } from '../../reports/format.ts'
import { utf16In } from '../../reports/utf16.ts'
import { runTexts } from '../texts.ts'

interface Format<T> {
  readonly parse: (bytes: Bytes) => T
}

/** Why a report has no content. */
export interface Unread {
  readonly reason: string
  /** Beyond a limit: smaller reports of the same tests can be read. */
  readonly isTooLarge?: true
}

export type Read<T> = { readonly report: T } | Unread

/** Texts of this size stay in the young generation; larger ones wait for a full collection. */
const CHUNK_BYTES = 65_536

/**
 * Reads a report.
 * @param detect finds the format by the first characters
 */
export function readReport<T>(path: string, detect: (head: string) => Format<T> | null): Read<T> {
  const file = openToRead(path)
  try {
    const { size } = fstatSync(file)
    if (size === 0) return { reason: 'the file is empty.' }
    if (size > LIMITS.fileBytes) return tooLarge(runTexts.reportTooLarge(size, LIMITS.fileBytes))
    const format = detect(getHead(file))
    if (format === null) return { reason: 'it matches no known format.' }
    return { report: format.parse(passingChunks(file, size)) }
  } catch (error) {
    // RangeError: text nested deeper, or longer, than the engine supports.
    if (error instanceof LimitError || error instanceof RangeError) return tooLarge(error.message)
    if (error instanceof ReportError) return { reason: error.message }
    throw error
  } finally {
    closeSync(file)
  }
}

export function tooLarge(reason: string): Unread {
  return { reason, isTooLarge: true }
}

/**
 * Reads the first characters of a file, for detection.
 * @throws a system error when the file cannot be read
 */
export function readBeginning(path: string): string {
  const file = openSync(path, 'r')
  try {
    return getHead(file)
  } finally {
    closeSync(file)
  }
}

function getHead(file: number): string {
  const bytes = Buffer.alloc(HEAD_CHARACTERS)
  const head = bytes.subarray(0, readSync(file, bytes, 0, bytes.length, 0))
  return new TextDecoder(utf16In(head) ?? 'utf-8').decode(head)
}

/** Yields all chunks in one buffer: a reader must copy what it keeps. */
function passingChunks(file: number, size: number): Iterable<Uint8Array> {
  const bytes = Buffer.allocUnsafeSlow(Math.min(CHUNK_BYTES, size))
  return getChunks(file, size, () => bytes)
}

/** Yields chunks, each in its own buffer unless one is given. Stops at the size seen first: the file may still grow. */
export function* getChunks(
  file: number,
  size: number,
  buffer = () => Buffer.allocUnsafe(Math.min(CHUNK_BYTES, size)),
): Generator<Uint8Array> {
  for (let position = 0; position < size; ) {
    const bytes = buffer()
    const read = readSync(file, bytes, 0, Math.min(bytes.length, size - position), position)
    if (read === 0) return
    position += read
    yield bytes.subarray(0, read)
  }
}
