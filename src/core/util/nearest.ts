/** Finds the nearest known word to a mistyped one, for messages about unknown names. */

/** Longer words are not typing mistakes. */
const MAX_WORD = 64

const oneInThree = (length: number) => Math.floor(length / 3)

/**
 * Returns the nearest word; case, hyphens and underscores do not count. Null when none is near.
 * @param mostEdits how many characters of a word of this length may differ, by default one in three
 */
export function nearest(word: string, known: readonly string[], mostEdits = oneInThree): string | null {
  if (known.includes(word)) return word
  if (word.length > MAX_WORD) return null
  const ranked = known
    .filter((candidate) => candidate.length <= MAX_WORD)
    .map((candidate) => ({ candidate, distance: distanceBetween(fold(word), fold(candidate)) }))
    .filter(({ candidate, distance }) => distance <= mostEdits(Math.max(word.length, candidate.length)))
    .toSorted((a, b) => a.distance - b.distance)
  return ranked[0]?.candidate ?? null
}

/** Returns `; did you mean ...?`, or an empty string. */
export function didYouMean(word: string, known: readonly string[]): string {
  const candidate = nearest(word, known)
  return candidate === null ? '' : `; did you mean \`${candidate}\`?`
}

function fold(word: string): string {
  return word.toLowerCase().replace(/[-_ ]/g, '')
}

/** Counts the characters to add, drop, replace or swap with their neighbour, row by row. */
function distanceBetween(from: string, to: string): number {
  let before: readonly number[] = []
  let row: readonly number[] = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (let index = 0; index < from.length; index += 1) {
    const next = [index + 1]
    for (let column = 1; column <= to.length; column += 1) {
      const replaced = (row[column - 1] ?? 0) + (from[index] === to[column - 1] ? 0 : 1)
      const isSwap = index > 0 && from[index] === to[column - 2] && from[index - 1] === to[column - 1]
      const swapped = isSwap ? (before[column - 2] ?? 0) + 1 : Infinity
      next.push(Math.min(replaced, swapped, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1))
    }
    before = row
    row = next
  }
  return row[to.length] ?? 0
}
