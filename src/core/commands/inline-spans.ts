/**
 * Finds parts of a paragraph that may span lines and are not plain text: code, tags, links, mathematics, struck-out
 * text.
 */
import { linkSpans, type TextSpan } from './link-spans.ts'

/** A whole tag as CommonMark defines it (https://spec.commonmark.org/0.31.2/#raw-html); attributes may span lines. */
export const TAG =
  /<(?:\/[a-z][a-z0-9-]*\s*|[a-z][a-z0-9-]*(?:\s+[a-z_:][\w.:-]*(?:\s*=\s*(?:[^\s"'=<>`]+|'[^']*'|"[^"]*"))?)*\s*\/?)>/iy
const BLANK = /\s/

/**
 * Finds the spans.
 * @returns too many rather than too few where readers differ: everything possibly inside counts as inside
 */
export function inlineSpans(text: string): readonly TextSpan[] {
  const code = codeSpans(text)
  return [
    ...code,
    ...tagSpans(text),
    ...linkSpans(text),
    ...bracketSpans(text),
    ...bracketSpans(blanked(text, code)),
    ...pairSpans(text, '$'),
    ...pairSpans(text, '~'),
  ]
}

export function isInside(spans: readonly TextSpan[], at: number): boolean {
  return spans.some(([from, to]) => from < at && at < to)
}

/**
 * Computes the same for many places of one text.
 * @returns for each place how many spans contain it
 */
export function getCover(spans: readonly TextSpan[], length: number): Int32Array {
  const cover = new Int32Array(length + 2)
  for (const [from, to] of spans) {
    if (to - from < 2) continue
    cover[from + 1] = (cover[from + 1] ?? 0) + 1
    cover[to] = (cover[to] ?? 0) - 1
  }
  for (let at = 1; at < cover.length; at += 1) cover[at] = (cover[at] ?? 0) + (cover[at - 1] ?? 0)
  return cover
}

/** Pairs backticks as CommonMark does: a run ends at the next run of the same length. */
export function codeSpans(text: string): readonly TextSpan[] {
  const runs = [...text.matchAll(/(?<slashes>\\*)(?<ticks>`+)/g)].map(({ index, groups = {} }) => {
    const { slashes = '', ticks = '' } = groups
    return { from: index + slashes.length, ticks: ticks.length, isEscaped: slashes.length % 2 === 1 }
  })
  const byTicks = Map.groupBy(runs, ({ ticks }) => ticks)
  /** How many runs of each length were passed. */
  const passed = new Map<number, number>()
  const spans: TextSpan[] = []
  let end = 0
  for (const { from, ticks, isEscaped } of runs) {
    if (from < end) continue
    const width = isEscaped ? ticks - 1 : ticks
    const same = byTicks.get(width) ?? []
    let first = passed.get(width) ?? 0
    while ((same[first]?.from ?? Number.POSITIVE_INFINITY) <= from) first += 1
    passed.set(width, first)
    const close = same[first]
    if (close === undefined) continue
    end = close.from + width
    spans.push([from, end])
  }
  return spans
}

/** Tries every place, so that a tag inside another hides none. */
function tagSpans(text: string): readonly TextSpan[] {
  const spans: TextSpan[] = []
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at + 1)) {
    TAG.lastIndex = at
    const [found] = TAG.exec(text) ?? []
    if (found?.includes('\n')) spans.push([at, at + found.length])
  }
  return spans
}

function bracketSpans(text: string): readonly TextSpan[] {
  const open: number[] = []
  const spans: TextSpan[] = []
  for (const { 0: sign, index } of text.matchAll(/\\.|[[\]]/gs)) {
    if (sign === '[') open.push(index)
    const from = sign === ']' ? open.pop() : undefined
    if (from !== undefined) spans.push([from, index])
  }
  return spans
}

/**
 * Returns the span from the first sign that may open to the last that may close. As in emphasis, neither is next to a
 * blank there.
 */
function pairSpans(text: string, sign: '$' | '~'): readonly TextSpan[] {
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

/** Blanks spans; all places stay the same. */
function blanked(text: string, spans: readonly TextSpan[]): string {
  let kept = ''
  for (const [from, to] of spans) kept += text.slice(kept.length, from) + ' '.repeat(to - from)
  return kept + text.slice(kept.length)
}
