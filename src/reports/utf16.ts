/** Reports that PowerShell redirected: UTF-16 with a byte order mark, as UTF-8. */
import type { Bytes } from './format.ts'

/** The same bytes, unless the first two are the mark of UTF-16. */
export function* toUtf8(bytes: Bytes): Generator<Uint8Array> {
  let decoder: InstanceType<typeof TextDecoder> | null | undefined
  let head: Uint8Array = new Uint8Array(0)
  const encoder = new TextEncoder()
  for (const piece of bytes) {
    if (decoder === undefined) {
      head = head.length === 0 ? piece : Buffer.concat([head, piece])
      if (head.length < 2) continue
      const encoding = utf16In(head)
      decoder = encoding && new TextDecoder(encoding)
    }
    const part = head.length === 0 ? piece : head
    head = head.length === 0 ? head : new Uint8Array(0)
    yield decoder === null ? part : encoder.encode(decoder.decode(part, { stream: true }))
  }
  if (head.length > 0) yield head
  if (decoder) yield encoder.encode(decoder.decode())
}

/** By the byte order mark; null where there is none of UTF-16. */
export function utf16In([first, second]: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : null
}
