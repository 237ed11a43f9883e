/**
 * Finds the lines of a comment that are the author's own plain text: no quotes, code, HTML comments and raw elements.
 */

import { type OpenElements, openAfter, startsBlock } from './html.ts'

export interface Line {
  readonly number: number
  readonly text: string
  /** Whether the line is neither a quote nor code; the paragraph around it may still change its meaning. */
  readonly isOwn: boolean
}

export type Paragraph = readonly Line[]

const LIST_MARKS = String.raw`[ \t]*(?:(?:[-+*]|\d{1,9}[.)])[ \t]+)*`
const FENCE = new RegExp(String.raw`^(?<indent>${LIST_MARKS})(?<fence>\`{3,}(?=[^\`]*$)|~{3,})`)
const QUOTE = new RegExp(`^${LIST_MARKS}>`)
const ITEM = /^[ \t]*(?:[-+*]|\d{1,9}[.)])(?:[ \t]|$)/
const CODE = /^(?: {4}| {0,3}\t)/
/** A footnote, which is rendered elsewhere; a row under which a table begins. */
const FOOTNOTE = new RegExp(String.raw`^${LIST_MARKS}\[\^[^\]]*\]:`)
const TABLE = /^[ \t]*(?=[^|:]*[|:])\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/
/** Comments, instructions, declarations, character data, and blocks of mathematics. */
const HIDDEN =
  /<!--[\s\S]*?(?:-->|$)|<\?[\s\S]*?(?:\?>|$)|<!\[CDATA\[[\s\S]*?(?:\]\]>|$)|<![a-z][\s\S]*?(?:>|$)|\$\$[\s\S]*?\$\$/gi

/** An open fence, and its indentation. */
interface Fence {
  readonly mark: string
  readonly indent: number
}

interface Reading {
  /** Whether a line with less indentation than its fence ends it. */
  readonly endsWithList: boolean
  /** What the maximal indentation of a closing fence is relative to. */
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
 * Reads the lines. Without a full Markdown parser some questions stay open. Is an HTML comment one, and do its
 * backticks count? Has a list around a fence ended? Does deeper text close a fence? So it returns every answer.
 * @returns one reading per answer: a line counts only when all readings show it as the author's own
 */
export function ownLines(text: string): readonly (readonly Paragraph[])[] {
  const redacted = new Set([text, text.replace(HIDDEN, withoutTicks), text.replace(HIDDEN, ticksOnly)])
  return [...redacted].flatMap((read) => READINGS.map((reading) => getParagraphs(read, reading)))
}

/** Keeps line numbers: text after a comment is the rest of its line, not the line's first word. */
function withoutTicks(comment: string): string {
  return `\u0000${comment.replace(/[^\r\n]/g, '')}\u0000`
}

function ticksOnly(comment: string): string {
  return `\u0000${comment.replace(/[^\r\n`]/g, '\u0000')}\u0000`
}

function getParagraphs(text: string, { endsWithList, maxIndent }: Reading): readonly Paragraph[] {
  const paragraphs: Paragraph[] = []
  let paragraph: Line[] = []
  let fence: Fence | null = null
  let isForeign = false
  let isBlock = false
  let isList = false
  let open: OpenElements = null
  const end = () => {
    paragraphs.push(paragraph)
    paragraph = []
    isForeign = false
    isBlock = false
  }
  for (const [number, line] of text.split(/\r\n|\r|\n/).entries()) {
    if (fence !== null && endsWithList && isFurtherOut(line, fence)) fence = null
    if (fence !== null) {
      if (closes(line, fence, maxIndent)) fence = null
      continue
    }
    isBlock ||= startsBlock(line)
    const before = open
    open = openAfter(line, number, open, isBlock)
    fence = openedBy(line)
    if (fence !== null || line.trim() === '') {
      end()
      continue
    }
    if (paragraph.length === 0 && getIndent(line) === 0) isList = false
    isList ||= ITEM.test(line)
    // A line after a quoted one belongs to the quote until a blank one; the same applies to footnotes, tables and HTML.
    // An item has lines after a blank one too, as long as they are moved in.
    isForeign ||=
      isList || isBlock || QUOTE.test(line) || FOOTNOTE.test(line) || (paragraph.length > 0 && TABLE.test(line))
    const isOwn = !isForeign && before === null && open === null && !CODE.test(line)
    paragraph.push({ number, text: line, isOwn })
  }
  end()
  return paragraphs
}

function openedBy(line: string): Fence | null {
  const { indent = '', fence } = FENCE.exec(line)?.groups ?? {}
  return fence === undefined ? null : { mark: fence, indent: indent.length }
}

function isFurtherOut(line: string, { indent }: Fence): boolean {
  return line.trim() !== '' && getIndent(line) < indent
}

function getIndent(line: string): number {
  return line.length - line.trimStart().length
}

function closes(line: string, { mark, indent }: Fence, maxIndent: 'absolute' | 'relative'): boolean {
  const bare = line.trim()
  if (getIndent(line) > MAX_INDENT + (maxIndent === 'absolute' ? 0 : indent)) return false
  return bare.length >= mark.length && [...bare].every((character) => character === mark[0])
}
