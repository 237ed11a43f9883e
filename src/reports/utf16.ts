/** Converts UTF-16 reports (output redirected by PowerShell, XML of Windows) to UTF-8. */
import type { Bytes } from './format.ts'

const LESS = '<'.charCodeAt(0)
const NONE = new Uint8Array(0)

/** Returns the same bytes, unless the first two are UTF-16. */
export function* toUtf8(bytes: Bytes): Generator<Uint8Array> {
  let decoder: InstanceType<typeof TextDecoder> | null | undefined
  let head: Uint8Array = NONE
  const encoder = new TextEncoder()
  for (const piece of bytes) {
    const part = head.length === 0 ? piece : Buffer.concat([head, piece])
    if (decoder === undefined && part.length < 2) {
      // The next chunk may reuse this buffer.
      head = Buffer.from(part)
      continue
    }
    head = NONE
    if (decoder === undefined) {
      const encoding = utf16In(part)
      decoder = encoding && new TextDecoder(encoding)
    }
    yield decoder === null ? part : encoder.encode(decoder.decode(part, { stream: true }))
  }
  if (head.length > 0) yield head
  if (decoder) yield encoder.encode(decoder.decode())
}

/** Detects UTF-16 by the byte order mark, or by the `<` of XML; null for other encodings. */
export function utf16In([first, second]: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if ((first === 0xff && second === 0xfe) || (first === LESS && second === 0)) return 'utf-16le'
  return (first === 0xfe && second === 0xff) || (first === 0 && second === LESS) ? 'utf-16be' : null
}
