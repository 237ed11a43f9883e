/** Takes from several lists in turn, so that a bound cuts each of them. */

/** The first of each list, then the second of each, and so on. */
export function takeTurns<T>(lists: readonly (readonly T[])[]): readonly T[] {
  const most = Math.max(0, ...lists.map(({ length }) => length))
  return Array.from({ length: most }, (_, n) => lists.flatMap((own) => own.slice(n, n + 1))).flat()
}
