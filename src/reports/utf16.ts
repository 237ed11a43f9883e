/** Reports that PowerShell redirected, and XML of Windows: UTF-16 as UTF-8. */
import type { Bytes } from './format.ts'

const LESS = '<'.charCodeAt(0)
const NONE = new Uint8Array(0)

/** The same bytes, unless the first two are of UTF-16. */
export function* toUtf8(bytes: Bytes): Generator<Uint8Array> {
  let decoder: InstanceType<typeof TextDecoder> | null | undefined
  let head: Uint8Array = NONE
  const encoder = new TextEncoder()
  for (const piece of bytes) {
    const part = head.length === 0 ? piece : Buffer.concat([head, piece])
    if (decoder === undefined && part.length < 2) {
      // The next piece may be written over this one.
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

/** By the byte order mark, or the `<` that XML begins with; null where it is not UTF-16. */
export function utf16In([first, second]: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if ((first === 0xff && second === 0xfe) || (first === LESS && second === 0)) return 'utf-16le'
  return (first === 0xfe && second === 0xff) || (first === 0 && second === LESS) ? 'utf-16be' : null
}
