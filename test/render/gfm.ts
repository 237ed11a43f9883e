/** A structural reading of GitHub Markdown for tests: what is left to be interpreted once code has been taken out. */

/** The text without fenced blocks; throws when a fence stays open. */
export function withoutFences(markdown: string): string {
  const kept: string[] = []
  let fence = ''
  for (const line of markdown.split('\n')) {
    if (fence !== '') {
      if (/^ {0,3}`{3,}\s*$/.test(line) && line.trim().length >= fence.length) fence = ''
      continue
    }
    fence = /^ {0,3}(`{3,})[^`]*$/.exec(line)?.[1] ?? ''
    if (fence === '') kept.push(line)
  }
  if (fence !== '') throw new Error(`a fence of ${fence.length} backticks stays open`)
  return kept.join('\n')
}

/** A line without its code spans, paired as CommonMark pairs them: a run of backticks ends at the next run of equal length. */
export function withoutCode(line: string): string {
  const runs = [...line.matchAll(/`+/g)].map(({ 0: run, index }) => ({ start: index, end: index + run.length }))
  let left = ''
  let from = 0
  for (let opener = 0; opener < runs.length; opener += 1) {
    const open = runs[opener]
    if (!open || open.start < from) continue
    const length = open.end - open.start
    const close = runs.slice(opener + 1).find(({ start, end }) => end - start === length)
    // cmark pairs no run longer than this.
    if (!close || length > 80) continue
    left += `${line.slice(from, open.start)}\u0001`
    from = close.end
  }
  return left + line.slice(from)
}

/** Cells of a table row as GitHub splits it: a backslash keeps the character after it. */
export function getCells(row: string): readonly string[] {
  return [...row.slice(1).matchAll(/((?:\\.|[^\\|])*)\|/g)].map(([, cell = '']) => cell.trim())
}

/** What could become a link, a mention, a reference, an image, markup, math or an emoji outside of code. */
export const ALIVE = /[@<>[\]*_~&$\\]|#\d|\bGH-\d|:\/\/|www\.\S|\b(?=[0-9a-f]*\d)[0-9a-f]{7,}\b|:\w+:|--/i
