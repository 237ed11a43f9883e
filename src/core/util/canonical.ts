/** Writes JSON with sorted names, so that equal values have equal texts and digests. */

/**
 * Serialises a value.
 * @param value plain data; names with the value undefined count as absent, as in JSON
 * @returns JSON without blanks, names sorted by UTF-16 code units, as RFC 8785 demands
 */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const entries = Object.entries(value).filter(([, part]) => part !== undefined)
  const names = entries.toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `{${names.map(([name, part]) => `${JSON.stringify(name)}:${canonical(part)}`).join(',')}}`
}
