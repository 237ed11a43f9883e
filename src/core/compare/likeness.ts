/** Measures how alike two names are. */

/** Characters that are compared: hostile names are longer. */
const MAX_COMPARED = 300

/** @returns the share of pairs of characters that both have: 0 to 1 */
export function getLikeness(one: string, other: string): number {
  const [pairs, left] = [getPairs(one), getPairs(other)]
  const total = pairs.length + left.length
  const counts = new Map<string, number>()
  for (const pair of left) counts.set(pair, (counts.get(pair) ?? 0) + 1)
  let common = 0
  for (const pair of pairs) {
    const count = counts.get(pair) ?? 0
    if (count > 0) common += 1
    counts.set(pair, count - 1)
  }
  return total === 0 ? 1 : (2 * common) / total
}

function getPairs(text: string): readonly string[] {
  const short = text.slice(-MAX_COMPARED)
  return Array.from({ length: Math.max(0, short.length - 1) }, (_, n) => short.slice(n, n + 2))
}
