/** Keeps results in folders, the latest used ones. */
import { removeFolder } from '../../git/clean.ts'

/**
 * Puts a result in the last place, and removes the first one where there are too many, with its folder.
 * @param known in the order of their use
 */
export function keepLatest<T extends { readonly folder: string }>(
  known: Map<string, T>,
  key: string,
  result: T,
  most: number,
): void {
  known.delete(key)
  known.set(key, result)
  const [oldest] = known
  if (known.size <= most || oldest === undefined) return
  known.delete(oldest[0])
  removeFolder(oldest[1].folder)
}
