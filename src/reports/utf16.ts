/** Converts UTF-16 reports (output redirected by PowerShell, XML of Windows) to UTF-8, and makes UTF-8 valid. */
import type { Bytes } from './format.ts'
import { type Utf8Stream, utf8Stream } from './utf8.ts'

const LESS = '<'.charCodeAt(0)

/** Returns valid UTF-8; the first two bytes show whether the report is UTF-16. */
export function* toUtf8(bytes: Bytes): Generator<Uint8Array> {
  let decoder: Utf8Stream | null = null
  let head: Buffer = Buffer.alloc(0)
  for (const piece of bytes) {
    const part = head.length === 0 ? toBuffer(piece) : Buffer.concat([head, piece])
    if (decoder === null && part.length < 2) {
      // The next chunk may reuse this buffer.
      head = Buffer.from(part)
      continue
    }
    head = Buffer.alloc(0)
    decoder ??= getDecoder(part)
    yield decoder.add(part, false).bytes
  }
  yield (decoder ?? utf8Stream()).add(head, true).bytes
}

function getDecoder(head: Uint8Array): Utf8Stream {
  const encoding = utf16In(head)
  if (encoding === null) return utf8Stream()
  const decoder = new TextDecoder(encoding)
  return { add: (bytes, isLast) => ({ bytes: Buffer.from(decoder.decode(bytes, { stream: !isLast })), waiting: 0 }) }
}

const toBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array) => Buffer.from(buffer, byteOffset, byteLength)

/** Detects UTF-16 by the byte order mark, or by the `<` of XML; null for other encodings. */
export function utf16In([first, second]: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if ((first === 0xff && second === 0xfe) || (first === LESS && second === 0)) return 'utf-16le'
  return (first === 0xfe && second === 0xff) || (first === 0 && second === LESS) ? 'utf-16be' : null
}
