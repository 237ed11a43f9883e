/** Comparing before writing: what GitHub gives back differs in the ends of lines from what it was given. */

/** What of a text counts when two are compared. */
export type ComparableText = (text: string) => string

/** Whether two texts say the same to a reader; GitHub changes line ends and blanks at the end. */
export function isSameText(
  one: string | null | undefined,
  other: string | null | undefined,
  comparableText: ComparableText = (text) => text,
): boolean {
  return comparableText(settled(one)) === comparableText(settled(other))
}

function settled(text: string | null | undefined): string {
  return (text ?? '').replaceAll('\r\n', '\n').trimEnd()
}

const CUT = '\n\n(cut: this is longer than GitHub takes; the artifact of the run holds the whole)'

/**
 * @param maxBytes of UTF-8: GitHub speaks of characters, and counts bytes in places
 * @returns the text, or as much of it as fits with a word about the rest
 */
export function clip(text: string, maxBytes: number): string {
  const bytes = Buffer.from(text)
  if (bytes.length <= maxBytes) return text
  const room = maxBytes - Buffer.byteLength(CUT)
  // A character that was cut in two decodes to replacement characters.
  return (
    bytes
      .subarray(0, room)
      .toString('utf8')
      .replace(/\uFFFD+$/, '') + CUT
  )
}
