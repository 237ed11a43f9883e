/** Parts of a paragraph that may go over several lines and are no plain text: code, tags, links, mathematics, what is struck out. */

export type Span = readonly [from: number, to: number]

/** A whole tag as CommonMark has it; attributes may go over lines. */
export const TAG =
  /<(?:\/[a-z][a-z0-9-]*\s*|[a-z][a-z0-9-]*(?:\s+[a-z_:][\w.:-]*(?:\s*=\s*(?:[^\s"'=<>`]+|'[^']*'|"[^"]*"))?)*\s*\/?)>/iy
const TITLE = String.raw`(?:"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\((?:\\.|[^()\\])*\))`
/** To its end: an address before a bracket that closes it goes over no line. */
const ADDRESS = String.raw`(?:<(?:\\.|[^<>\\\n])*>|\S*(?=\s))`
/** What follows the text of a link: address and title. */
const LINK = new RegExp(String.raw`\]\(\s*${ADDRESS}(?:\s+${TITLE})?\s*\)`, 'sy')
/** What follows the name of a definition. */
const DEFINITION = new RegExp(String.raw`\]:\s*${ADDRESS}(?:\s+${TITLE})?`, 'sy')
const BLANK = /\s/
const WORD = /\S*/y

/** @returns more than there are where readers may differ: whatever could be inside is */
export function inlineSpans(text: string): readonly Span[] {
  const code = codeSpans(text)
  return [
    ...code,
    ...matchesAt(text, '<', TAG),
    ...matchesAt(text, '](', LINK),
    ...matchesAt(text, ']:', DEFINITION),
    ...bracketSpans(text),
    ...bracketSpans(blanked(text, code)),
    ...pairSpans(text, '$'),
    ...pairSpans(text, '~'),
  ]
}

export function isInside(spans: readonly Span[], at: number): boolean {
  return spans.some(([from, to]) => from < at && at < to)
}

/** As CommonMark pairs them: a run of backticks ends at the next run of the same length. */
export function codeSpans(text: string): readonly Span[] {
  const runs = [...text.matchAll(/(?<slashes>\\*)(?<ticks>`+)/g)].map(({ index, groups = {} }) => {
    const { slashes = '', ticks = '' } = groups
    return { from: index + slashes.length, ticks: ticks.length, isEscaped: slashes.length % 2 === 1 }
  })
  const byTicks = Map.groupBy(runs, ({ ticks }) => ticks)
  const spans: Span[] = []
  let end = 0
  for (const { from, ticks, isEscaped } of runs) {
    if (from < end) continue
    const width = isEscaped ? ticks - 1 : ticks
    const same = byTicks.get(width) ?? []
    while (same[0] !== undefined && same[0].from <= from) same.shift()
    const close = same[0]
    if (close === undefined) continue
    end = close.from + width
    spans.push([from, end])
  }
  return spans
}

/** Tried at every place: what looks like one inside another hides none. In one word all links end alike. */
function matchesAt(text: string, sign: string, pattern: RegExp): readonly Span[] {
  const spans: Span[] = []
  let wordEnd = -1
  for (let at = text.indexOf(sign); at >= 0; at = text.indexOf(sign, at + 1)) {
    const next = text[at + sign.length] ?? ''
    if (at < wordEnd && sign !== '<' && next !== '<' && !BLANK.test(next)) continue
    if (sign !== '<' && next !== '<') wordEnd = endOfWord(text, at)
    pattern.lastIndex = at
    const [found] = pattern.exec(text) ?? []
    if (found?.includes('\n')) spans.push([at, at + found.length])
  }
  return spans
}

function endOfWord(text: string, at: number): number {
  WORD.lastIndex = at
  return at + (WORD.exec(text)?.[0].length ?? 0)
}

function bracketSpans(text: string): readonly Span[] {
  const open: number[] = []
  const spans: Span[] = []
  for (const { 0: sign, index } of text.matchAll(/\\.|[[\]]/gs)) {
    if (sign === '[') open.push(index)
    const from = sign === ']' ? open.pop() : undefined
    if (from !== undefined) spans.push([from, index])
  }
  return spans
}

/** From the first sign that may open to the last that may close: as emphasis has it, neither stands at a blank there. */
function pairSpans(text: string, sign: '$' | '~'): readonly Span[] {
  const places = [...text.matchAll(/\\.|[$~]/gs)].filter(({ 0: found }) => found === sign).map(({ index }) => index)
  const isBlank = (at: number) => BLANK.test(text[at] ?? ' ')
  const doubled = places.filter((at) => text[at + 1] === sign || text[at - 1] === sign)
  const first = places.find((at) => !isBlank(at + 1))
  const last = places.findLast((at) => !isBlank(at - 1))
  return [
    [first ?? 0, last ?? 0],
    [doubled[0] ?? 0, doubled.at(-1) ?? 0],
  ]
}

/** Places stay. */
function blanked(text: string, spans: readonly Span[]): string {
  let kept = ''
  for (const [from, to] of spans) kept += text.slice(kept.length, from) + ' '.repeat(to - from)
  return kept + text.slice(kept.length)
}
