/** Lists a page at a time, with links to the others as GitHub gives them. */
import type { Answered, Asked } from './route.ts'

const PER_PAGE = 30
const MOST_PER_PAGE = 100

/** @param wrap for lists that stand inside a record, beside their count */
export function paged<T>(
  { parameters, url }: Pick<Asked, 'parameters' | 'url'>,
  items: readonly T[],
  toData: (item: T) => unknown,
  wrap: (page: readonly unknown[], total: number) => unknown = (page) => page,
): Answered {
  const { per_page = PER_PAGE, page = 1 } = parameters as { per_page?: number; page?: number }
  const size = Math.min(Math.max(per_page, 1), MOST_PER_PAGE)
  const last = Math.max(Math.ceil(items.length / size), 1)
  const shown = items.slice((page - 1) * size, page * size)
  const link = getLinks(url, page, last)
  return { status: 200, data: wrap(shown.map(toData), items.length), headers: link === '' ? {} : { link } }
}

/** The same for lists that are walked by cursors instead of numbers; ours are places in the list. */
export function byCursor<T>(
  { parameters, url }: Pick<Asked, 'parameters' | 'url'>,
  items: readonly T[],
  toData: (item: T) => unknown,
): Answered {
  const { per_page = PER_PAGE, after = '0' } = parameters as { per_page?: number; after?: string }
  const end = Number(after) + Math.min(Math.max(per_page, 1), MOST_PER_PAGE)
  const next = new URL(url)
  next.searchParams.set('after', String(end))
  const headers = end < items.length ? { headers: { link: `<${next}>; rel="next"` } } : {}
  return { status: 200, data: items.slice(Number(after), end).map(toData), ...headers }
}

function getLinks(url: URL, page: number, last: number): string {
  const pages = {
    prev: page > 1 ? page - 1 : 0,
    next: page < last ? page + 1 : 0,
    last: page < last ? last : 0,
    first: page > 1 ? 1 : 0,
  }
  return Object.entries(pages)
    .filter(([, target]) => target > 0)
    .map(([name, target]) => {
      const link = new URL(url)
      link.searchParams.set('page', String(target))
      return `<${link}>; rel="${name}"`
    })
    .join(', ')
}
