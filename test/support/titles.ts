/** Finds tests by their titles, for pages and tables that name them. */

/** Whether a test, a group of tests, or a row of a table of them has this title; `…` stands for what a row fills in. */
export function hasTitle(source: string, title: string): boolean {
  const escaped = (part: string) => part.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&').replaceAll("'", "\\\\?'")
  const words = title.split('…').map(escaped)
  const places = source.matchAll(new RegExp(`(['"\`])${words.join('(?:%[a-z#]|\\$[\\w.]+)')}\\1`, 'g'))
  return [...places].some(({ index }) =>
    /(?:(?<!\.(?:skip|todo))[([]|\btitle:)$/.test(source.slice(Math.max(0, index - 99), index).trimEnd()),
  )
}
