/** Stores long texts and many names as bytes, which the garbage collector does not scan. */

/** The bytes of names joined by line ends; an array of strings if a name contains a line end. */
export type PackedNames = Uint8Array<ArrayBuffer> | readonly string[]

const SEPARATOR = '\n'

export function packNames(names: readonly string[]): PackedNames {
  if (names.length === 0 || names.some((name) => name.includes(SEPARATOR))) return names
  const packed = packText(names.join(SEPARATOR))
  return typeof packed === 'string' ? names : packed
}

/** Restores the names as slices of one string. */
export function unpackNames(names: PackedNames): readonly string[] {
  if (!(names instanceof Uint8Array)) return names
  return unpackText(names).split(SEPARATOR)
}

/** Frees the memory at once. The names are lost. */
export function freeNames(names: PackedNames): void {
  if (names instanceof Uint8Array) freeText(names)
}

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
