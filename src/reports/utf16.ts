/** Reports that PowerShell redirected: UTF-16 with a byte order mark, as UTF-8. */
import type { Bytes } from './format.ts'

/** The same bytes, unless the first two are the mark of UTF-16. */
export function* toUtf8(bytes: Bytes): Generator<Uint8Array> {
  let decoder: InstanceType<typeof TextDecoder> | null | undefined
  let head: Uint8Array = new Uint8Array(0)
  const encoder = new TextEncoder()
  for (const piece of bytes) {
    if (decoder === undefined) {
      head = joined(head, piece)
      if (head.length < 2) continue
      decoder = decoderOf(head)
    }
    const part = head.length === 0 ? piece : head
    head = head.length === 0 ? head : new Uint8Array(0)
    yield decoder === null ? part : encoder.encode(decoder.decode(part, { stream: true }))
  }
  if (head.length > 0) yield head
  if (decoder) yield encoder.encode(decoder.decode())
}

function decoderOf([first, second]: Uint8Array): InstanceType<typeof TextDecoder> | null {
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le')
  return first === 0xfe && second === 0xff ? new TextDecoder('utf-16be') : null
}

function joined(head: Uint8Array, piece: Uint8Array): Uint8Array {
  if (head.length === 0) return piece
  const all = new Uint8Array(head.length + piece.length)
  all.set(head)
  all.set(piece, head.length)
  return all
}
