/** Formats a number with its noun. */

/** `1 commit`, `2 commits`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}
