/** Lists that GitHub gives a page at a time, read up to a bound: what lies behind it was not seen. */

/** As many as GitHub gives at once: `per_page` of every list that is read here. */
export const PAGE = 100

/** @param page from 1 */
export type ReadPage<T> = (page: number) => Promise<readonly T[]>

/** What was read of a list. */
export interface Paged<T> {
  readonly items: readonly T[]
  /** All pages that may be read were full: there may be more. */
  readonly isCut: boolean
}

/** @param mostPages reads no more than these @throws as `read` does */
export async function allPaged<T>(read: ReadPage<T>, mostPages: number): Promise<Paged<T>> {
  const items: T[] = []
  for (let page = 1; page <= mostPages; page += 1) {
    const more = await read(page)
    items.push(...more)
    if (more.length < PAGE) return { items, isCut: false }
  }
  return { items, isCut: true }
}

/**
 * @param mostPages reads no more than these
 * @returns the first that fits; null where there is none; `too-many` where it may stand behind what was read
 * @throws as `read` does
 */
export async function findPaged<T>(
  read: ReadPage<T>,
  fits: (item: T) => boolean,
  mostPages: number,
): Promise<T | null | 'too-many'> {
  for (let page = 1; page <= mostPages; page += 1) {
    const items = await read(page)
    const found = items.find(fits)
    if (found !== undefined) return found
    if (items.length < PAGE) return null
  }
  return 'too-many'
}
