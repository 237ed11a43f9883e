/** Reads the tokens of one window of text: tags, texts, sections; says where the first one begins that is not whole. */
import { LIMITS, ReportError } from './format.ts'
import {
  type Attributes,
  BrokenXml,
  findAttributes,
  type Make,
  NO_ATTRIBUTES,
  NO_MAKE,
  nameEnd,
  type Spots,
  skipSpace,
  type Tag,
  tagEnd,
  UNFINISHED,
} from './xml-tag.ts'
import { own, unescapeXml } from './xml-text.ts'

export { BrokenXml } from './xml-tag.ts'

export interface XmlHandler {
  /** Asked for every opening tag; when false, `open` is given none. Names come without prefix. */
  readonly wantsAttributes: (name: string) => boolean
  /** Asked for every text between two tags. */
  readonly wantsText: () => boolean
  /** The attributes are of this tag as long as this call lasts. */
  readonly open: (name: string, attributes: Attributes) => void
  readonly close: (name: string) => void
  /** One text may come in several pieces. The string is a view of a large one: copy what is kept long. */
  readonly text: (text: string) => void
}

/** What elements of one name have in common. */
export interface Name {
  /** As it is written. */
  readonly raw: string
  /** Without its prefix. */
  readonly name: string
  /** Of the last such tag. */
  make: Make
}

export interface Scan {
  readonly handler: XmlHandler
  readonly warnings: Set<string>
  /** The open elements. */
  readonly open: Name[]
  readonly names: Map<string, Name>
  /** Of the last tag whose attributes were wanted. */
  readonly spots: Spots
  readonly attributes: Attributes
  /** The window that is being read. */
  text: string
  /** Newlines before it. */
  lines: number
  /** What ends the comment, instruction or unwanted section that the window is inside of. */
  skipTo: string | null
  roots: number
  isBlank: boolean
}

const CDATA = '<![CDATA['
const COMMENT = '<!--'
const SLASH = 47
const BANG = 33
const QUESTION = 63
const CLOSE = 62

/** Where the first token begins that the window does not hold whole. */
export function readTokens(scan: Scan): number {
  const { text } = scan
  let at = 0
  while (at < text.length) {
    if (scan.skipTo !== null) {
      const end = text.indexOf(scan.skipTo, at)
      if (end < 0) return Math.max(at, text.length - scan.skipTo.length + 1)
      at = end + scan.skipTo.length
      scan.skipTo = null
      continue
    }
    const tag = text.indexOf('<', at)
    if (tag < 0) return scan.open.length > 0 && scan.handler.wantsText() ? at : skipText(scan, at)
    if (tag > at) readText(scan, at, tag)
    const next = readMarkup(scan, tag)
    if (next === UNFINISHED) return tag
    at = next
  }
  return text.length
}

function skipText(scan: Scan, at: number): number {
  readText(scan, at, scan.text.length)
  return scan.text.length
}

export function readText(scan: Scan, from: number, to: number): void {
  if (scan.open.length === 0) {
    if (scan.text.slice(from, to).trim() === '') return
    scan.isBlank = false
    scan.warnings.add('text outside of the document was passed by')
  } else if (scan.handler.wantsText()) {
    if (to - from > LIMITS.tokenBytes) refuseToken()
    scan.handler.text(unescapeXml(scan.text.slice(from, to)))
  }
}

function readMarkup(scan: Scan, at: number): number {
  const { text } = scan
  if (at + 1 >= text.length) return UNFINISHED
  scan.isBlank = false
  const code = text.charCodeAt(at + 1)
  if (code === SLASH) return readClose(scan, at)
  if (code === QUESTION) return skip(scan, at + 2, '?>')
  if (code === BANG) return readDeclaration(scan, at)
  if (isNameStart(code)) return readOpen(scan, at)
  readText(scan, at, at + 1)
  return at + 1
}

function isNameStart(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95 || code === 58 || code > 127
}

function readClose(scan: Scan, at: number): number {
  const { text } = scan
  const top = scan.open.at(-1)
  const after =
    top !== undefined && text.startsWith(top.raw, at + 2) ? skipSpace(text, at + 2 + top.raw.length) : at + 2
  const end = text.charCodeAt(after) === CLOSE ? after : text.indexOf('>', after)
  if (end < 0) return UNFINISHED
  if (top === undefined || end !== after) {
    const name = text.slice(at + 2, Math.min(end, at + 82)).trimEnd()
    throw new BrokenXml(`</${name}> closes ${top === undefined ? 'nothing' : `<${top.raw}>`}`, at)
  }
  scan.open.pop()
  scan.handler.close(top.name)
  return end + 1
}

function readOpen(scan: Scan, at: number): number {
  const { text, handler, open } = scan
  const from = nameEnd(text, at + 1)
  const end = tagEnd(text, from)
  if (end === UNFINISHED) return UNFINISHED
  if (end - at > LIMITS.tokenBytes) refuseToken()
  const isEmpty = text.charCodeAt(end - 1) === SLASH
  const known = nameOf(scan, text.slice(at + 1, from))
  const { name } = known
  const attributes = handler.wantsAttributes(name)
    ? readAttributes(scan, known, { name, start: at, from, end: isEmpty ? end - 1 : end, make: known.make })
    : NO_ATTRIBUTES
  if (open.length === 0 && ++scan.roots === 2) scan.warnings.add('the report holds more than one document')
  if (open.length >= LIMITS.depth)
    throw new ReportError(`elements are nested deeper than limit depth (${LIMITS.depth})`)
  handler.open(name, attributes)
  if (isEmpty) handler.close(name)
  else open.push(known)
  return end + 1
}

function readAttributes({ text, spots, attributes, warnings }: Scan, known: Name, tag: Tag): Attributes {
  findAttributes(text, tag, spots)
  if (spots.make === known.make) return attributes
  known.make = spots.make
  const { names, places } = spots.make
  if (names.length > places.size)
    for (const [n, name] of names.entries())
      if (places.get(name) !== n) warnings.add(`<${known.name}> has attribute «${name}» twice; the first counts`)
  return attributes
}

/** Comments and unwanted CDATA are passed by without being kept; a DOCTYPE is passed by whole. */
function readDeclaration(scan: Scan, at: number): number {
  const { text } = scan
  if (text.startsWith(COMMENT, at)) return skip(scan, at + COMMENT.length, '-->')
  if (!text.startsWith(CDATA, at)) return isCut(text, at) ? UNFINISHED : doctypeEnd(text, at)
  const from = at + CDATA.length
  if (scan.open.length === 0 || !scan.handler.wantsText()) return skip(scan, from, ']]>')
  const end = text.indexOf(']]>', from)
  if (end < 0) return UNFINISHED
  if (end - from > LIMITS.tokenBytes) refuseToken()
  scan.handler.text(text.slice(from, end))
  return end + 3
}

function isCut(text: string, at: number): boolean {
  const rest = text.slice(at, at + CDATA.length)
  return COMMENT.startsWith(rest) || CDATA.startsWith(rest)
}

function skip(scan: Scan, from: number, end: string): number {
  const at = scan.text.indexOf(end, from)
  if (at >= 0) return at + end.length
  scan.skipTo = end
  return Math.max(from, scan.text.length - end.length + 1)
}

/** Quotes, brackets and comments of the internal subset may hold `>`. */
function doctypeEnd(text: string, from: number): number {
  const marks = /["'[\]>]|<!--/g
  marks.lastIndex = from
  for (let depth = 0, mark = marks.exec(text); mark !== null; mark = marks.exec(text)) {
    const found = mark[0]
    if (found === '>' && depth <= 0) return mark.index + 1
    if (found === '[') depth += 1
    else if (found === ']') depth -= 1
    else if (found !== '>') {
      const close = text.indexOf(found === COMMENT ? '-->' : found, marks.lastIndex)
      if (close < 0) return UNFINISHED
      marks.lastIndex = close + 1
    }
  }
  return UNFINISHED
}

/** One for each name of the document, as long as they are not too many. */
function nameOf(scan: Scan, slice: string): Name {
  const known = scan.names.get(slice)
  if (known !== undefined) return known
  const raw = own(slice)
  const name = { raw, name: own(raw.slice(raw.lastIndexOf(':') + 1)), make: NO_MAKE }
  if (scan.names.size < LIMITS.attributes) scan.names.set(raw, name)
  return name
}

export function refuseToken(): never {
  throw new ReportError(`one tag or text is longer than limit tokenBytes (${LIMITS.tokenBytes})`)
}
