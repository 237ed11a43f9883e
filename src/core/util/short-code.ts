/** Characters of code that people read. */
const MAX_CODE = 60

/** Writes code on one line, and cuts it. */
export function toShortCode(code: string): string {
  const line = code.replace(/\s+/g, ' ').trim()
  return line.length > MAX_CODE ? `${line.slice(0, MAX_CODE)}…` : line
}
