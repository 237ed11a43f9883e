/** Turns the bytes of an XML document into text, piece by piece: encoding by byte order mark or declaration, else UTF-8. */
import { type Bytes, LIMITS, ReportError } from './format.ts'

/** One piece of text and how many bytes the document had up to its end. */
export interface Piece {
  readonly text: string
  readonly bytesSoFar: number
  /** Bytes that this text took in the document; exact unless bytes were repaired. */
  readonly sizeOf: (text: string) => number
}

/** A declaration is looked for in so many bytes. */
const SNIFFED = 256

interface Decoder {
  readonly decode: (bytes: Buffer, isLast: boolean) => string
  readonly sizeOf: (text: string) => number
}

/** @throws ReportError past LIMITS.fileBytes. */
export function* decodeXml(bytes: Bytes, warn: (warning: string) => void): Generator<Piece> {
  let decoder: Decoder | null = null
  let held: Buffer = Buffer.alloc(0)
  let bytesSoFar = 0
  for (const chunk of bytes) {
    bytesSoFar += chunk.length
    if (bytesSoFar > LIMITS.fileBytes)
      throw new ReportError(`the report is larger than limit fileBytes (${LIMITS.fileBytes})`)
    held = held.length === 0 ? view(chunk) : Buffer.concat([held, chunk])
    if (decoder === null && held.length < SNIFFED) continue
    decoder ??= decoderFor(held, warn)
    yield { text: decoder.decode(held, false), bytesSoFar, sizeOf: decoder.sizeOf }
    held = Buffer.alloc(0)
  }
  decoder ??= decoderFor(held, warn)
  yield { text: decoder.decode(held, true), bytesSoFar, sizeOf: decoder.sizeOf }
}

function view(chunk: Uint8Array): Buffer {
  return Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
}

function decoderFor(head: Buffer, warn: (warning: string) => void): Decoder {
  const label = encodingOf(head)
  if (label === 'utf-8') return utf8Decoder(warn)
  try {
    const decoder = new TextDecoder(label)
    const width = label.startsWith('utf-16') ? 2 : 1
    return {
      decode: (bytes, isLast) => decoder.decode(bytes, { stream: !isLast }),
      sizeOf: (text) => text.length * width,
    }
  } catch {
    warn(`the report declares the encoding «${label}», which is unknown; it was read as UTF-8`)
    return utf8Decoder(warn)
  }
}

function encodingOf(head: Buffer): string {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  if (head[0] === 0x3c && head[1] === 0) return 'utf-16le'
  if (head[0] === 0 && head[1] === 0x3c) return 'utf-16be'
  const declared = /^\s*<\?xml[^>]{0,120}?encoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(
    head.toString('latin1', 0, SNIFFED),
  )?.[1]
  // A declaration that can be read as ASCII is not UTF-16, whatever it says: .NET writes that into UTF-8 files.
  if (declared === undefined || /^(?:utf-?(?:8|16(?:le|be)?)|us-ascii|ascii)$/i.test(declared)) return 'utf-8'
  return declared
}

/** Buffer's own decoder gives one-byte strings for ASCII and is several times faster than a streaming TextDecoder. */
function utf8Decoder(warn: (warning: string) => void): Decoder {
  let cut: Buffer = Buffer.alloc(0)
  let isFirst = true
  return {
    decode: (bytes, isLast) => {
      const whole = cut.length === 0 ? bytes : Buffer.concat([cut, bytes])
      const end = isLast ? whole.length : wholeCharacters(whole)
      cut = Buffer.from(whole.subarray(end))
      const text = whole.toString('utf8', 0, end)
      if (text.includes('\ufffd') && isRepaired(text, whole, end)) warn('bytes that are not valid UTF-8 were replaced')
      const isMarked = isFirst && text.startsWith('\ufeff')
      if (text !== '') isFirst = false
      return isMarked ? text.slice(1) : text
    },
    sizeOf: (text) => Buffer.byteLength(text),
  }
}

/** Where the last character ends that is there whole. */
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

/** True unless every U+FFFD of the text was written as one. */
function isRepaired(text: string, bytes: Buffer, end: number): boolean {
  const written = bytes.toString('latin1', 0, end).split('\u00ef\u00bf\u00bd').length
  return text.split('\ufffd').length !== written
}
