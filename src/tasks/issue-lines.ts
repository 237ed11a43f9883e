/** Reads the text of an issue line by line as GitHub renders it, and separates lists from code, HTML and comments. */
import { codeSpans, isInside } from '../core/commands/inline-spans.ts'
import { endOfHtml } from './html-block.ts'

export interface IssueLine {
  readonly kind: 'heading' | 'item' | 'text' | 'blank'
  /** The number of items that contain it; an item contains itself. */
  readonly depth: number
  readonly isQuoted: boolean
  /** The characters before the text: indentation and list marker. */
  readonly mark: string
  readonly text: string
  /** Null: not an item of a checklist. */
  readonly isTicked: boolean | null
}

type Draft = { -readonly [K in keyof IssueLine]: IssueLine[K] }

/** A quotation, or a list item with the column at which its content starts. */
type Container = 'quote' | number

/** A block whose lines are not Markdown until `isEnd`, or until its container ends. */
interface Block {
  readonly depth: number
  readonly isEnd: (line: string) => boolean
}

interface Reader {
  readonly lines: Draft[]
  readonly containers: Container[]
  block: Block | null
  /** The lines of the open paragraph; empty: none. */
  paragraph: Draft[]
  /** True while the last list item has no text yet. */
  isEmptyItem: boolean
}

const TAB = 4
/** Deeper nesting is not read. */
const MAX_DEPTH = 100
/** Indentation, in columns, from which text is code: https://spec.commonmark.org/0.31.2/#indented-code-blocks */
const CODE = 4
const QUOTE = /^ {0,3}> ?/
const FENCE = /^(?:(`{3,})[^`]*|(~{3,}).*)$/
const HEADING = /^#{1,6}(?: +(.*?))??(?: +#+)? *$/
const UNDERLINE = /^(?:=+|-+) *$/
const BREAK = /^(?:(?:\* *){3,}|(?:- *){3,}|(?:_ *){3,})$/
const ITEM = /^([-+*]|(\d{1,9})[.)])(?: +|$)/
const TASK = /^\[([ xX])\] +(?=\S)/
const CONTROLS = /[\p{Cc}\p{Cf}]/gu

/**
 * Returns the lines of an issue in order, without code, HTML and comments. Takes linear time. @param body the text as
 * people wrote it
 */
export function linesOfIssue(body: string): readonly IssueLine[] {
  const reader: Reader = { lines: [], containers: [], block: null, paragraph: [], isEmptyItem: false }
  for (const line of body.split(/\r\n|\r|\n/)) readLine(reader, withoutTabs(line))
  endParagraph(reader)
  return reader.lines.map((line) => ({ ...line, text: line.text.replace(CONTROLS, '').trimEnd() }))
}

function withoutTabs(line: string): string {
  if (!line.includes('\t')) return line
  let text = ''
  for (const [index, part] of line.split('\t').entries())
    text += index === 0 ? part : ' '.repeat(TAB - (text.length % TAB)) + part
  return text
}

function readLine(reader: Reader, line: string): void {
  const { depth, rest } = descend(reader.containers, line)
  if (reader.block !== null && depth >= reader.block.depth) {
    if (reader.block.isEnd(rest)) reader.block = null
    return
  }
  reader.block = null
  if (rest.trim() === '') readBlank(reader, depth)
  else {
    reader.isEmptyItem = false
    readRest(reader, depth, rest)
  }
}

/** Counts the containers that continue in this line. */
function descend(containers: readonly Container[], line: string): { readonly depth: number; readonly rest: string } {
  let rest = line
  for (const [depth, container] of containers.entries()) {
    const width = container === 'quote' ? (QUOTE.exec(rest)?.[0].length ?? -1) : container
    const goesOn = container === 'quote' ? width > 0 : rest.trim() === '' || getIndent(rest) >= width
    if (!goesOn) return { depth, rest }
    rest = rest.slice(width)
  }
  return { depth: containers.length, rest }
}

function readBlank(reader: Reader, depth: number): void {
  endParagraph(reader)
  reader.containers.length = depth
  // A list item may start with at most one empty line.
  if (reader.isEmptyItem) reader.containers.pop()
  reader.isEmptyItem = false
  push(reader, { kind: 'blank', mark: '', text: '' })
}

interface Place {
  /** The number of containers that continue. */
  readonly depth: number
  readonly indent: number
  readonly text: string
  /** True inside a paragraph, which continues unless another block starts. */
  readonly isWithin: boolean
}

/** Reads the rest of a line after its containers: starts or continues a block. */
function readRest(reader: Reader, depth: number, rest: string): void {
  const indent = getIndent(rest)
  const text = rest.slice(indent)
  const isParagraph = reader.paragraph.length > 0
  const place: Place = { depth, indent, text, isWithin: isParagraph && depth === reader.containers.length }
  const isCode = indent >= CODE
  if (!isCode && (isUnderline(reader, place) || beginsContainer(reader, place) || beginsBlock(reader, place))) return
  if (!isParagraph) close(reader, depth)
  // A lazy continuation line may be indented less than its paragraph.
  if (isParagraph || !isCode) reader.paragraph.push(push(reader, { kind: 'text', mark: '', text: text }))
}

/** @returns true when a quotation or a list item starts */
function beginsContainer(reader: Reader, { depth, indent, text, isWithin }: Place): boolean {
  if (depth >= MAX_DEPTH) return false
  const [quote] = QUOTE.exec(text) ?? []
  const item = getItem(text, isWithin)
  if (quote === undefined && item === null) return false
  close(reader, depth)
  if (item !== null) readItem(reader, { ...item, indent, text })
  else {
    reader.containers.push('quote')
    readInner(reader, text.slice(quote?.length))
  }
  return true
}

/** Reads the rest of a line in which a container started. */
function readInner(reader: Reader, rest: string): void {
  if (rest.trim() !== '') readRest(reader, reader.containers.length, rest)
}

function getItem(text: string, isWithin: boolean): { readonly sign: string; readonly after: string } | null {
  const [mark, sign = '', number = '1'] = BREAK.test(text) ? [] : (ITEM.exec(text) ?? [])
  if (mark === undefined) return null
  const after = text.slice(mark.length)
  // Inside a paragraph only `1.` starts a list; other numbers are text.
  return isWithin && (after === '' || Number(number) !== 1) ? null : { sign, after }
}

interface Found {
  readonly sign: string
  readonly after: string
  readonly indent: number
  readonly text: string
}

function readItem(reader: Reader, { sign, after, indent, text: source }: Found): void {
  const blanks = source.length - sign.length - after.length
  const isCode = after !== '' && blanks > CODE
  const width = sign.length + (after === '' || isCode ? 1 : blanks)
  reader.containers.push(indent + width)
  const content = isCode ? source.slice(width) : after
  const [box = '', tick] = TASK.exec(content) ?? []
  const text = content.slice(box.length)
  const mark = `${' '.repeat(indent)}${source.slice(0, width)}${box}`
  const line = push(reader, { kind: 'item', mark, text: '', isTicked: tick === undefined ? null : tick !== ' ' })
  reader.isEmptyItem = content === ''
  const before = reader.lines.length
  readInner(reader, text)
  const [own] = reader.lines.slice(before)
  // The first line of an item is its title, whatever block it is rendered as.
  if (own?.kind === 'text' || own?.kind === 'heading') reader.lines.splice(before, 1)
  if (own?.kind !== 'item') line.text = tick === undefined ? (own?.text ?? '') : text
  if (reader.paragraph[0] === own) reader.paragraph = [line]
  else if (tick !== undefined) line.text = withoutComments(line.text)
}

/** @returns true when a block other than a paragraph starts */
function beginsBlock(reader: Reader, { depth, text, isWithin }: Place): boolean {
  const [, ticks, tildes] = FENCE.exec(text) ?? []
  const fence = ticks ?? tildes
  const heading = HEADING.exec(text)
  const end = fence === undefined ? endOfHtml(text, isWithin) : (line: string) => closes(line, fence)
  if (heading === null && end === null && !BREAK.test(text)) return false
  close(reader, depth)
  if (heading !== null) push(reader, { kind: 'heading', mark: '', text: heading[1] ?? '' })
  else if (end !== null && (fence !== undefined || !end(text))) reader.block = { depth, isEnd: end }
  return true
}

/** Recognises a closing fence: same character, at least as long, and nothing after it. */
function closes(line: string, fence: string): boolean {
  const bare = line.trim()
  return getIndent(line) < CODE && bare.length >= fence.length && bare === (fence[0] ?? '').repeat(bare.length)
}

/** @returns true when this line makes a heading of the paragraph before it */
function isUnderline(reader: Reader, { text, isWithin }: Place): boolean {
  if (!isWithin || !UNDERLINE.test(text)) return false
  const lines = reader.paragraph
  endParagraph(reader)
  // The title of an item remains its title.
  if (lines[0]?.kind === 'item') return true
  reader.lines.length -= lines.length
  push(reader, { kind: 'heading', mark: '', text: lines.map((line) => line.text).join(' ') })
  return true
}

function close(reader: Reader, depth: number): void {
  endParagraph(reader)
  reader.containers.length = depth
}

function endParagraph(reader: Reader): void {
  const text = withoutComments(reader.paragraph.map((line) => line.text).join('\n')).split('\n')
  for (const [index, line] of reader.paragraph.entries()) line.text = text[index] ?? ''
  reader.paragraph = []
}

/** Removes HTML comments outside of code. An unclosed comment is text. Line breaks stay. */
function withoutComments(text: string): string {
  const code = text.includes('<!--') ? codeSpans(text) : []
  let [kept, at] = ['', 0]
  for (let from = text.indexOf('<!--'); from >= 0; from = text.indexOf('<!--', Math.max(at, from + 1))) {
    if (isInside(code, from)) continue
    const end = text.indexOf('-->', from)
    if (end < 0) break
    kept += text.slice(at, from) + text.slice(from, end).replace(/[^\n]/g, '')
    at = end + '-->'.length
  }
  return kept + text.slice(at)
}

function push(reader: Reader, line: Pick<Draft, 'kind' | 'mark' | 'text'> & Partial<Draft>): Draft {
  const depth = reader.containers.filter((container) => container !== 'quote').length
  const draft = { depth, isQuoted: depth < reader.containers.length, isTicked: null, ...line }
  reader.lines.push(draft)
  return draft
}

function getIndent(line: string): number {
  return line.length - line.replace(/^ +/, '').length
}
