/** Converts an XML document to UTF-8 in pieces: encoding by byte order mark or declaration, otherwise UTF-8. */
import { isUtf8 } from 'node:buffer'
import { type Bytes, LIMITS, LimitError } from '../format.ts'
import { reportTexts } from '../texts.ts'
import { utf16In } from '../utf16.ts'

/** Some bytes of UTF-8 and their origin. They are valid until the next piece: copy what is kept. */
export interface Piece {
  readonly bytes: Buffer
  /** The position in the document after them. */
  readonly bytesSoFar: number
  /** The number of bytes in the document for the last of these bytes. */
  readonly sizeOf: (bytes: Buffer) => number
}

/** The declaration must be in the first bytes. */
const DETECTED = 256
const MARK = Buffer.from('\ufeff')
const NONE = Buffer.alloc(0)

interface Decoder {
  /** Converts `taken` bytes of the document to `bytes`; the others wait for the next chunk. */
  readonly decode: (bytes: Buffer, isLast: boolean) => { readonly bytes: Buffer; readonly waiting: number }
  readonly sizeOf: Piece['sizeOf']
}

/** @throws ReportError past LIMITS.fileBytes. */
export function* decodeXml(bytes: Bytes, warn: (warning: string) => void): Generator<Piece> {
  let decoder: Decoder | null = null
  let held: Buffer = NONE
  let bytesSoFar = 0
  const getPiece = (known: Decoder, isLast: boolean) => {
    const { bytes, waiting } = known.decode(held, isLast)
    return { bytes, bytesSoFar: bytesSoFar - waiting, sizeOf: known.sizeOf }
  }
  for (const chunk of bytes) {
    bytesSoFar += chunk.length
    if (bytesSoFar > LIMITS.fileBytes) throw new LimitError(reportTexts.fileTooLarge(LIMITS.fileBytes))
    held = held.length === 0 ? view(chunk) : Buffer.concat([held, chunk])
    if (decoder === null && held.length < DETECTED) {
      // The next chunk may overwrite this one.
      held = Buffer.from(held)
      continue
    }
    decoder ??= decoderFor(held, warn)
    yield getPiece(decoder, false)
    held = NONE
  }
  yield getPiece(decoder ?? decoderFor(held, warn), true)
}

function view(chunk: Uint8Array): Buffer {
  return Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
}

function decoderFor(head: Buffer, warn: (warning: string) => void): Decoder {
  const label = getEncoding(head)
  if (label === 'utf-8') return utf8Decoder(warn)
  try {
    const decoder = new TextDecoder(label)
    const width = label.startsWith('utf-16') ? 2 : 1
    return {
      decode: (bytes, isLast) => ({ bytes: Buffer.from(decoder.decode(bytes, { stream: !isLast })), waiting: 0 }),
      sizeOf: (bytes) => bytes.toString().length * width,
    }
  } catch {
    warn(reportTexts.unknownEncoding(label))
    return utf8Decoder(warn)
  }
}

function getEncoding(head: Buffer): string {
  const marked = utf16In(head)
  if (marked !== null) return marked
  const declared = /^\s*<\?xml[^>]{0,120}?encoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(
    head.toString('latin1', 0, DETECTED),
  )?.[1]
  // A declaration that is readable as ASCII is not UTF-16, even if it claims so: .NET writes that into UTF-8 files.
  if (declared === undefined || /^(?:utf-?(?:8|16(?:le|be)?)|us-ascii|ascii)$/i.test(declared)) return 'utf-8'
  return declared
}

/** Passes UTF-8 on: keeps characters complete, and reports invalid bytes. */
function utf8Decoder(warn: (warning: string) => void): Decoder {
  let cut: Buffer = NONE
  let isFirst = true
  let isValid = true
  return {
    decode: (bytes, isLast) => {
      const whole = cut.length === 0 ? bytes : Buffer.concat([cut, bytes])
      const end = isLast ? whole.length : wholeCharacters(whole)
      cut = Buffer.from(whole.subarray(end))
      const text = whole.subarray(0, end)
      if (isValid && !isUtf8(text)) {
        isValid = false
        warn(reportTexts.invalidUtf8)
      }
      const isMarked = isFirst && text.subarray(0, MARK.length).equals(MARK)
      if (end > 0) isFirst = false
      return { bytes: isMarked ? text.subarray(MARK.length) : text, waiting: cut.length }
    },
    sizeOf: (bytes) => bytes.length,
  }
}

/** Returns the end of the last complete character. */
function wholeCharacters(bytes: Buffer): number {
  for (let back = 1; back <= 3 && back <= bytes.length; back += 1) {
    const byte = bytes[bytes.length - back] as number
    if (byte < 0x80) break
    if (byte >= 0xc0) return back < sequenceLength(byte) ? bytes.length - back : bytes.length
  }
  return bytes.length
}

function sequenceLength(lead: number): number {
  if (lead >= 0xf8) return 1
  if (lead >= 0xf0) return 4
  return lead >= 0xe0 ? 3 : 2
}
