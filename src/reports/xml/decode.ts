/** Decodes an XML document: by byte order mark or declaration, otherwise as UTF-8. */
import type { Bytes } from '../format.ts'
import { bounded } from '../input.ts'
import { reportTexts } from '../texts.ts'
import { type Utf8Stream, utf8Stream } from '../utf8.ts'
import { utf16In } from '../utf16.ts'

/** A part of a document in UTF-8, with one character per byte: it takes half of the memory and is read faster. */
interface XmlPiece {
  readonly text: string
  /** Returns the number of bytes in the document for some of the text. */
  readonly sizeOf: (text: string) => number
}

/** The declaration must be in the first bytes. */
const DETECTED = 256
const DECLARED = /^\s*<\?xml[^>]{0,120}?encoding\s*=\s*["']([\w.:-]{1,40})["']/
/** A declaration that is readable as ASCII is not UTF-16, even if it claims so: .NET writes that into UTF-8 files. */
const IS_UTF8 = /^(?:utf-?(?:8|16(?:le|be)?)|us-ascii|ascii)$/i
const BEYOND_ASCII = /[^\u0000-\u007f]/
const NONE = Buffer.alloc(0)

/** @throws ReportError past LIMITS.fileBytes. */
export function* decodeXml(bytes: Bytes, warn: (warning: string) => void): Generator<XmlPiece> {
  let decoder: Decoder | null = null
  let head: Buffer = NONE
  for (const { buffer, byteOffset, byteLength } of bounded(bytes)) {
    const chunk = Buffer.from(buffer, byteOffset, byteLength)
    const bytes = head.length === 0 ? chunk : Buffer.concat([head, chunk])
    if (decoder === null && bytes.length < DETECTED) {
      // The next chunk may overwrite this one.
      head = Buffer.from(bytes)
      continue
    }
    head = NONE
    decoder ??= decoderFor(bytes, warn)
    yield { text: decoder.add(bytes, false).bytes.toString('latin1'), sizeOf: decoder.sizeOf }
  }
  const { add, sizeOf } = decoder ?? decoderFor(head, warn)
  yield { text: add(head, true).bytes.toString('latin1'), sizeOf }
}

interface Decoder extends Pick<XmlPiece, 'sizeOf'>, Utf8Stream {}

function decoderFor(head: Buffer, warn: (warning: string) => void): Decoder {
  const encoding = utf16In(head)
  const label = encoding ?? DECLARED.exec(head.toString('latin1', 0, DETECTED))?.[1] ?? 'utf-8'
  if (encoding !== null || !IS_UTF8.test(label)) {
    try {
      const decoder = new TextDecoder(label, { ignoreBOM: true })
      return {
        add: (bytes, isLast) => ({ bytes: Buffer.from(decoder.decode(bytes, { stream: !isLast })), waiting: 0 }),
        sizeOf: (text) => decoded(text).length * (encoding === null ? 1 : 2),
      }
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      warn(reportTexts.unknownEncoding(label))
    }
  }
  return { ...utf8Stream(() => warn(reportTexts.invalidUtf8)), sizeOf: (text) => text.length }
}

/** Decodes a part of the text. */
export function decoded(part: string): string {
  return BEYOND_ASCII.test(part) ? Buffer.from(part, 'latin1').toString() : part
}
