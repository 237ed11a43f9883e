/** Reads paginated lists of GitHub up to a bound. */

/** The maximum of `per_page`: https://docs.github.com/en/rest/using-the-rest-api/using-pagination-in-the-rest-api */
export const PAGE = 100

/** Reads one page. @param page from 1 */
export type ReadPage<T> = (page: number) => Promise<readonly T[]>

/** The part of a list that was read. */
interface Paged<T> {
  readonly items: readonly T[]
  /** True when all pages up to the bound were full, so that there may be more. */
  readonly isTruncated: boolean
}

/** Reads a list. @param mostPages the bound on pages @throws errors of `read` */
export async function allPaged<T>(read: ReadPage<T>, mostPages: number): Promise<Paged<T>> {
  const items: T[] = []
  for (let page = 1; page <= mostPages; page += 1) {
    const more = await read(page)
    items.push(...more)
    if (more.length < PAGE) return { items, isTruncated: false }
  }
  return { items, isTruncated: true }
}

/**
 * Finds an entry. @param mostPages the bound on pages @returns the first match; null where there is none; `too-many`
 * where it may be on a page beyond the bound @throws errors of `read`
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
