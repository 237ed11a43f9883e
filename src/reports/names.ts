/** Many names kept as few bytes, where the garbage collector does not look, and made strings again all at once. */

/** The bytes of names of which none has a line end, joined by it; others as they are. */
export type PackedNames = Uint8Array<ArrayBuffer> | readonly string[]

const SEPARATOR = '\n'

export function packNames(names: readonly string[]): PackedNames {
  if (names.length === 0) return names
  const joined = names.join(SEPARATOR)
  // Bytes hold no half of a character.
  if (names.some((name) => name.includes(SEPARATOR)) || !joined.isWellFormed()) return names
  return new TextEncoder().encode(joined)
}

/** The names are views of one string. */
export function unpackNames(names: PackedNames): readonly string[] {
  if (!(names instanceof Uint8Array)) return names
  return Buffer.from(names.buffer, names.byteOffset, names.byteLength).toString().split(SEPARATOR)
}

/** Gives the memory back at once; the names are gone. */
export function freeNames(names: PackedNames): void {
  if (names instanceof Uint8Array) names.buffer.transfer(0)
}
