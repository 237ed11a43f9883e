/** Writes texts in one of the ways that mean the same. */

/** Joins the lines of a text of JSX, as its compilers do. */
export function toJsxText(text: string): string {
  const lines = text.split('\n')
  const trimmed = lines.map((line, n) => {
    const end = n === lines.length - 1 ? line : line.trimEnd()
    return n === 0 ? end : end.trimStart()
  })
  return trimmed.filter((line) => line !== '').join(' ')
}

/**
 * Writes a string with one kind of quotes, between which formatters choose.
 * @param unless what it must not hold; null where each kind has a meaning
 */
export function toPlainQuotes(own: string, unless: RegExp | null): string {
  const { prefix = '', inner } = (unless && /^(?<prefix>[a-zA-Z]*)(["'])(?<inner>.*)\2$/s.exec(own)?.groups) ?? {}
  return inner === undefined || unless?.test(inner) === true ? own : `${prefix}"${inner}"`
}
