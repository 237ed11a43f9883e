/** Stores a long text as bytes, which the garbage collector does not scan. */

/** A string if it contains an unpaired surrogate, which UTF-8 cannot represent. */
export type PackedText = Uint8Array<ArrayBuffer> | string

export function packText(text: string): PackedText {
  return text.isWellFormed() ? new TextEncoder().encode(text) : text
}

export function unpackText(text: PackedText): string {
  return typeof text === 'string' ? text : Buffer.from(text.buffer, text.byteOffset, text.byteLength).toString()
}

/** Frees the memory at once. The text is lost. */
export function freeText(text: PackedText): void {
  if (typeof text !== 'string') text.buffer.transfer(0)
}
