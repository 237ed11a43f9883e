/** Many names kept as few bytes, where the garbage collector does not look, and made strings again all at once. */
import { freeText, packText, unpackText } from './packed-text.ts'

/** The bytes of names of which none has a line end, joined by it; others as they are. */
export type PackedNames = Uint8Array<ArrayBuffer> | readonly string[]

const SEPARATOR = '\n'

export function packNames(names: readonly string[]): PackedNames {
  if (names.length === 0 || names.some((name) => name.includes(SEPARATOR))) return names
  const packed = packText(names.join(SEPARATOR))
  return typeof packed === 'string' ? names : packed
}

/** The names are views of one string. */
export function unpackNames(names: PackedNames): readonly string[] {
  if (!(names instanceof Uint8Array)) return names
  return unpackText(names).split(SEPARATOR)
}

/** Gives the memory back at once; the names are gone. */
export function freeNames(names: PackedNames): void {
  if (names instanceof Uint8Array) freeText(names)
}
