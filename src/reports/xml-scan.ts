/** Reads the tokens of one window of text: tags, texts, sections; says where the first one begins that is not whole. */
import { LIMITS, ReportError } from './format.ts'
import { type Attributes, BrokenXml, NO_ATTRIBUTES, nameEnd, readAttributes, tagEnd, UNFINISHED } from './xml-tag.ts'
import { own, unescapeXml } from './xml-text.ts'

export { BrokenXml } from './xml-tag.ts'

export interface XmlHandler {
  /** Asked for every opening tag; when false, `open` is given an empty map. Names come without prefix. */
  readonly wantsAttributes: (name: string) => boolean
  /** Asked for every text between two tags. */
  readonly wantsText: () => boolean
  readonly open: (name: string, attributes: Attributes) => void
  readonly close: (name: string) => void
  /** One text may come in several pieces. The string is a view of a large one: copy what is kept long. */
  readonly text: (text: string) => void
}

export interface Scan {
  readonly handler: XmlHandler
  readonly warnings: Set<string>
  /** Raw names of the open elements, and the same without prefix. */
  readonly open: string[]
  readonly names: Map<string, string>
  text: string
  /** Newlines before the window. */
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
  const end = scan.text.indexOf('>', at + 2)
  if (end < 0) return UNFINISHED
  const top = scan.open.at(-1)
  const name = scan.text.slice(at + 2, end).trimEnd()
  if (name !== top)
    throw new BrokenXml(`</${name.slice(0, 80)}> closes ${top === undefined ? 'nothing' : `<${top}>`}`, at)
  scan.open.pop()
  scan.handler.close(localName(scan, name))
  return end + 1
}

function readOpen(scan: Scan, at: number): number {
  const { text, handler, open } = scan
  const from = nameEnd(text, at + 1)
  const end = tagEnd(text, from)
  if (end === UNFINISHED) return UNFINISHED
  if (end - at > LIMITS.tokenBytes) refuseToken()
  const isEmpty = text.charCodeAt(end - 1) === SLASH
  const raw = text.slice(at + 1, from)
  const name = localName(scan, raw)
  const tag = { text, start: at, from, end: isEmpty ? end - 1 : end, name }
  const attributes = handler.wantsAttributes(name)
    ? readAttributes(tag, (key) => scan.warnings.add(`<${name}> has attribute «${key}» twice; the first counts`))
    : NO_ATTRIBUTES
  if (open.length === 0 && ++scan.roots === 2) scan.warnings.add('the report holds more than one document')
  if (open.length >= LIMITS.depth)
    throw new ReportError(`elements are nested deeper than limit depth (${LIMITS.depth})`)
  handler.open(name, attributes)
  if (isEmpty) handler.close(name)
  else open.push(scan.names.has(raw) ? raw : own(raw))
  return end + 1
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

/** One string for each name of the document, whatever its prefix. */
function localName(scan: Scan, raw: string): string {
  const known = scan.names.get(raw)
  if (known !== undefined) return known
  const name = own(raw.slice(raw.lastIndexOf(':') + 1))
  if (scan.names.size < LIMITS.attributes) scan.names.set(own(raw), name)
  return name
}

export function refuseToken(): never {
  throw new ReportError(`one tag or text is longer than limit tokenBytes (${LIMITS.tokenBytes})`)
}
