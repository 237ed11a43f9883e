/** Which lines of a comment are the writer's own plain words: no quotes, code, HTML comments and raw elements. */

export interface Line {
  readonly number: number
  /** Empty where it is not the writer's own. */
  readonly text: string
}

export type Paragraph = readonly Line[]

const LIST_MARKS = String.raw`[ \t]*(?:(?:[-+*]|\d{1,9}[.)])[ \t]+)*`
const FENCE = new RegExp(String.raw`^(?<indent>${LIST_MARKS})(?<fence>\`{3,}(?=[^\`]*$)|~{3,})`)
const QUOTE = new RegExp(`^${LIST_MARKS}>`)
const CODE = /^(?: {4}| {0,3}\t)/
/** Elements that show what is in them as it is, or as somebody else's. */
const RAW = ['pre', 'code', 'blockquote', 'script', 'style', 'textarea', 'details']
const RAW_TAG = new RegExp(String.raw`<(/?)(${RAW.join('|')})(?=[\s>/])`, 'gi')
const COMMENT = /<!--[\s\S]*?(?:-->|$)/g

/** A fence that is open, and how far in it stands. */
interface Fence {
  readonly mark: string
  readonly indent: number
}

interface Reading {
  /** Whether a line further out than its fence ends it. */
  readonly endsWithList: boolean
  /** From where the most blanks before a closing fence are counted. */
  readonly maxIndent: 'absolute' | 'relative'
}

const MAX_INDENT = 3
const READINGS: readonly Reading[] = [
  { endsWithList: false, maxIndent: 'absolute' },
  { endsWithList: false, maxIndent: 'relative' },
  { endsWithList: true, maxIndent: 'absolute' },
  { endsWithList: true, maxIndent: 'relative' },
]

/**
 * Without a whole Markdown parser three things cannot be told: whether backticks in an HTML comment count, whether a list that
 * a fence stands in has ended, and whether what stands further in than its fence closes it. Every answer is given.
 * @returns one reading for each answer: only what is the writer's own in all of them is
 */
export function ownLines(text: string): readonly (readonly Paragraph[])[] {
  const masked = [text.replace(COMMENT, withoutTicks), text.replace(COMMENT, ticksOnly)]
  return masked.flatMap((read) => READINGS.map((reading) => paragraphsOf(read, reading)))
}

/** Lines stay: what follows a comment on its own line is the rest of that line, and no first word. */
function withoutTicks(comment: string): string {
  return `\u0000${comment.replace(/[^\r\n]/g, '')}\u0000`
}

function ticksOnly(comment: string): string {
  return `\u0000${comment.replace(/[^\r\n`]/g, '\u0000')}\u0000`
}

function paragraphsOf(text: string, { endsWithList, maxIndent }: Reading): readonly Paragraph[] {
  const paragraphs: Paragraph[] = []
  let paragraph: Line[] = []
  let fence: Fence | null = null
  let isQuote = false
  let depth = 0
  const end = () => {
    paragraphs.push(paragraph)
    paragraph = []
    isQuote = false
  }
  for (const [number, line] of text.split(/\r\n|\r|\n/).entries()) {
    if (fence !== null && endsWithList && isFurtherOut(line, fence)) fence = null
    if (fence !== null) {
      if (closes(line, fence, maxIndent)) fence = null
      continue
    }
    const before = depth
    depth = Math.max(0, depth + depthIn(line))
    fence = openedBy(line)
    if (fence !== null || line.trim() === '') end()
    // A line after a quoted one belongs to the quote until a blank one.
    else if (QUOTE.test(line)) isQuote = true
    else paragraph.push({ number, text: isQuote || before > 0 || depth > 0 || CODE.test(line) ? '' : line })
  }
  end()
  return paragraphs
}

function openedBy(line: string): Fence | null {
  const { indent = '', fence } = FENCE.exec(line)?.groups ?? {}
  return fence === undefined ? null : { mark: fence, indent: indent.length }
}

function isFurtherOut(line: string, { indent }: Fence): boolean {
  return line.trim() !== '' && indentOf(line) < indent
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length
}

function closes(line: string, { mark, indent }: Fence, maxIndent: 'absolute' | 'relative'): boolean {
  const bare = line.trim()
  if (indentOf(line) > MAX_INDENT + (maxIndent === 'absolute' ? 0 : indent)) return false
  return bare.length >= mark.length && [...bare].every((character) => character === mark[0])
}

function depthIn(line: string): number {
  if (!line.includes('<')) return 0
  const spans = codeSpans(line)
  const tags = [...line.matchAll(RAW_TAG)].filter(({ index }) => !isInside(spans, index))
  return tags.reduce((depth, [, slash]) => depth + (slash === '/' ? -1 : 1), 0)
}

export type Span = readonly [from: number, to: number]

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
