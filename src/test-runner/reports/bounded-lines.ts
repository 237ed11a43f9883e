/** Reads the lines of a file, and never holds more than the longest allowed line. */
import { readSync } from 'node:fs'
import { runTexts } from '../texts.ts'

interface LineLimits {
  readonly lines: number
  readonly lineBytes: number
  /** Of all lines together. */
  readonly indexBytes: number
}

/** `number` counts from 1. */
type BoundedLine =
  | { readonly number: number; readonly text: string }
  | { readonly number: number; readonly reason: string }

const CHUNK_BYTES = 1_048_576
const NEW_LINE = 0x0a

/**
 * Yields lines. A line that exceeds a limit, is not UTF-8 or has no end yields a reason; reading stops at the maximal
 * number of lines.
 * @param onBytes receives every byte of a line before the line is yielded
 */
export function* linesWithin(
  file: number,
  { lines, lineBytes, indexBytes }: LineLimits,
  onBytes: (bytes: Buffer) => void = () => undefined,
): Generator<BoundedLine> {
  let number = 1
  let parts: Buffer[] = []
  let size = 0
  let before = 0
  for (const chunk of getChunks(file)) {
    onBytes(chunk)
    let start = 0
    for (let end = chunk.indexOf(NEW_LINE); end !== -1; end = chunk.indexOf(NEW_LINE, start)) {
      if (number > lines) return yield { number, reason: runTexts.tooManyLines(lines) }
      if (before + end >= indexBytes) break
      size += end - start
      if (size > lineBytes) yield { number, reason: runTexts.lineTooLong(lineBytes) }
      else yield toText(number, [...parts, chunk.subarray(start, end)])
      number += 1
      ;[parts, size, start] = [[], 0, end + 1]
    }
    before += chunk.length
    if (before > indexBytes) return yield { number, reason: runTexts.fileTooLong(indexBytes) }
    size += chunk.length - start
    parts = size > lineBytes ? [] : [...parts, chunk.subarray(start)]
  }
  if (size > 0) yield { number, reason: runTexts.unendedLine }
}

function* getChunks(file: number): Generator<Buffer> {
  for (;;) {
    const bytes = Buffer.allocUnsafe(CHUNK_BYTES)
    const read = readSync(file, bytes)
    if (read === 0) return
    yield bytes.subarray(0, read)
  }
}

function toText(number: number, parts: readonly Buffer[]): BoundedLine {
  try {
    return { number, text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.concat(parts)) }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return { number, reason: 'it is not UTF-8.' }
  }
}
