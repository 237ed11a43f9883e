/** Computes the anchors of a Markdown page's headings, as GitHub and the docs site do. */

/** The anchor of one heading, by the rule of GitHub (github/html-pipeline, `TableOfContentsFilter`). */
export function toAnchor(heading: string): string {
  const words = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
  return words
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
    .replaceAll(' ', '-')
}

/** The anchors of a page in order; a heading that comes again gets a number, from 1 on. */
export function toAnchors(markdown: string): readonly string[] {
  const headings = markdown.replace(/^```.*?^```$/gms, '').matchAll(/^#{1,6} (.+)$/gm)
  const seen = new Map<string, number>()
  return [...headings].map(([, heading = '']) => {
    const anchor = toAnchor(heading)
    const before = seen.get(anchor) ?? 0
    seen.set(anchor, before + 1)
    return before === 0 ? anchor : `${anchor}-${before}`
  })
}

/** A group of links, as the menu of the docs site takes it. */
export interface MenuGroup {
  readonly text: string
  readonly items: readonly { readonly text: string; readonly link: string }[]
}

/** The menu that a map describes: a group for each heading with a list of links. */
export function toMenu(map: string): readonly MenuGroup[] {
  const groups = map.split(/^## /m).slice(1)
  return groups
    .map((group) => ({
      text: group.split('\n', 1)[0] ?? '',
      items: [...group.matchAll(/^- \[([^\]]+)\]\(([^)]+)\.md\)$/gm)].map(([, text = '', path]) => ({
        text,
        link: `/${path}`,
      })),
    }))
    .filter(({ items }) => items.length > 0)
}
