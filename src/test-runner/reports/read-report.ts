/** Reads one report in chunks, in the format its first bytes show. Bad content is a reason, not an exception. */
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { type Bytes, HEAD_CHARACTERS, LIMITS, ReportError } from '../../reports/format.ts'
import { utf16In } from '../../reports/utf16.ts'

interface Format<T> {
  readonly parse: (bytes: Bytes) => T
}

export type Read<T> = { readonly report: T } | { readonly reason: string }

/** Texts of this size live and die in the young generation; larger ones wait for a collection of everything. */
const CHUNK_BYTES = 65_536

/** @param detect finds the format by the first characters */
export function readReport<T>(path: string, detect: (head: string) => Format<T> | null): Read<T> {
  // Not through a link, and never hanging on a pipe, whatever was put there since it was found.
  const file = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0))
  try {
    const { size } = fstatSync(file)
    if (size === 0) return { reason: 'the file is empty.' }
    if (size > LIMITS.fileBytes) return { reason: `it has ${size} bytes, more than the limit of ${LIMITS.fileBytes}.` }
    const format = detect(getHead(file))
    if (format === null) return { reason: 'no known format begins like it.' }
    return { report: format.parse(passingChunks(file, size)) }
  } catch (error) {
    // RangeError: text nested deeper, or longer, than the engine can hold.
    if (error instanceof ReportError || error instanceof RangeError) return { reason: error.message }
    throw error
  } finally {
    closeSync(file)
  }
}

/** The first characters of a file, for detection. @throws the error of the system where it cannot be read */
export function readHead(path: string): string {
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

/** One buffer for all chunks: a reader copies what it keeps. */
function passingChunks(file: number, size: number): Iterable<Uint8Array> {
  const bytes = Buffer.allocUnsafeSlow(Math.min(CHUNK_BYTES, size))
  return getChunks(file, size, () => bytes)
}

/** Each chunk is a buffer of its own unless they are given: a reader may keep it. Not beyond the size seen first: the file may still grow. */
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
