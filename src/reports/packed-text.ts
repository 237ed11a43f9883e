/** A long text as bytes, where the garbage collector does not look. */

/** As it is where it holds half of a character: bytes cannot. */
export type PackedText = Uint8Array<ArrayBuffer> | string

export function packText(text: string): PackedText {
  return text.isWellFormed() ? new TextEncoder().encode(text) : text
}

export function unpackText(text: PackedText): string {
  return typeof text === 'string' ? text : Buffer.from(text.buffer, text.byteOffset, text.byteLength).toString()
}

/** Gives the memory back at once; the text is gone. */
export function freeText(text: PackedText): void {
  if (typeof text !== 'string') text.buffer.transfer(0)
}
