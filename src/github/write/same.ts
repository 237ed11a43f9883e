/** Compares texts before writing. GitHub changes line endings in the texts that it stores. */
import { writeTexts } from '../texts.ts'

/** Returns whether two texts are equal except for line endings and trailing whitespace, which GitHub changes. */
export function isSameText(one: string | null | undefined, other: string | null | undefined): boolean {
  return normalize(one) === normalize(other)
}

function normalize(text: string | null | undefined): string {
  return (text ?? '').replaceAll('\r\n', '\n').trimEnd()
}

const CUT = writeTexts.truncated

/**
 * Truncates a text with a note. @param maxBytes of UTF-8: GitHub documents characters, but counts bytes in some places
 */
export function truncateText(text: string, maxBytes: number): string {
  const bytes = Buffer.from(text)
  if (bytes.length <= maxBytes) return text
  const room = maxBytes - Buffer.byteLength(CUT)
  // A character that was split decodes to replacement characters.
  return (
    bytes
      .subarray(0, room)
      .toString('utf8')
      .replace(/\uFFFD+$/, '') + CUT
  )
}
