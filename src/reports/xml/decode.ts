/** Converts an XML document to UTF-8 in pieces: encoding by byte order mark or declaration, otherwise UTF-8. */
import { type Bytes, LIMITS, LimitError } from '../format.ts'
import { reportTexts } from '../texts.ts'
import { utf8Stream } from '../utf8.ts'
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

/** Passes UTF-8 on without its byte order mark, and reports invalid bytes. */
function utf8Decoder(warn: (warning: string) => void): Decoder {
  const stream = utf8Stream(() => warn(reportTexts.invalidUtf8))
  let isFirst = true
  return {
    decode: (bytes, isLast) => {
      const { bytes: text, waiting } = stream.add(bytes, isLast)
      const isMarked = isFirst && text.subarray(0, MARK.length).equals(MARK)
      if (text.length > 0) isFirst = false
      return { bytes: isMarked ? text.subarray(MARK.length) : text, waiting }
    },
    sizeOf: (bytes) => bytes.length,
  }
}
