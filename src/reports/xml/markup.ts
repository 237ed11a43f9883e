/** Reads the markup of a document, and the texts around it. Grammar: https://www.w3.org/TR/xml/ */
import { LIMITS } from '../format.ts'
import { reportTexts } from '../texts.ts'
import { decoded } from './decode.ts'
import {
  type Attributes,
  BrokenXml,
  doctypeEnd,
  type LastAttribute,
  NO_ATTRIBUTES,
  nameEnd,
  RefusedXml,
  readAttributes,
  skipSpace,
  tagEnd,
  UNFINISHED,
} from './tag.ts'
import { own, unescapeXml } from './text.ts'

export interface XmlHandler {
  /** Called for every opening tag; when false, `open` gets no attributes. Names have no prefix. */
  readonly wantsAttributes: (name: string) => boolean
  /** Called for every text between two tags. */
  readonly wantsText: () => boolean
  /** Called for every comment. */
  readonly wantsComment?: () => boolean
  /** Gets the start of a comment, up to MAX_COMMENT bytes. */
  readonly comment?: (text: string) => void
  readonly open: (name: string, attributes: Attributes) => void
  readonly close: (name: string) => void
  /** One text may come in several pieces. The string is a view of a long one: copy what is kept. */
  readonly text: (text: string) => void
}

export interface XmlScan {
  readonly handler: XmlHandler
  readonly warnings: Set<string>
  /** The open elements. */
  readonly open: Name[]
  readonly names: Map<string, Name>
  roots: number
  isBlank: boolean
  /** What was read and is not over, and whether the document ends with it. */
  text: string
  isLast: boolean
  /** The size of the document before it. */
  bytes: number
  lines: number
  sizeOf: (text: string) => number
}

interface Name {
  readonly raw: string
  /** Without its prefix. */
  readonly name: string
  readonly last: LastAttribute[]
}

const COMMENT = '<!--'
const CDATA = '<![CDATA['
const MAX_COMMENT = 65_536
const MAX_SHOWN = 80
const SLASH = 47
const BANG = 33
const QUESTION = 63
const CLOSE = 62

export function readText(scan: XmlScan, from: number, to: number): void {
  if (scan.open.length > 0) {
    if (scan.handler.wantsText()) scan.handler.text(unescapeXml(decoded(scan.text.slice(from, to))))
  } else if (decoded(scan.text.slice(from, to)).trim() !== '') {
    scan.isBlank = false
    scan.warnings.add(reportTexts.textOutside)
  }
}

/** Returns the end of the markup at a `<`; UNFINISHED where the text ends first. */
export function readMarkup(scan: XmlScan, at: number): number {
  const { text } = scan
  if (at + 1 >= text.length) return UNFINISHED
  scan.isBlank = false
  const code = text.charCodeAt(at + 1)
  if (code === SLASH) return readClose(scan, at)
  if (code === QUESTION) return sectionEnd(scan, at + 2, '?>')
  if (code === BANG) return readDeclaration(scan, at)
  if (isNameStart(code)) return readOpen(scan, at)
  readText(scan, at, at + 1)
  return at + 1
}

function isNameStart(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95 || code === 58 || code > 127
}

function readClose({ text, open, handler }: XmlScan, at: number): number {
  const top = open.at(-1)
  const after =
    top !== undefined && text.startsWith(top.raw, at + 2) ? skipSpace(text, at + 2 + top.raw.length) : at + 2
  const end = after < text.length && text.charCodeAt(after) === CLOSE ? after : text.indexOf('>', after)
  if (end < 0) return UNFINISHED
  if (top === undefined || end !== after) {
    const name = decoded(text.slice(at + 2, end))
      .slice(0, MAX_SHOWN)
      .trimEnd()
    throw new BrokenXml(`</${name}> closes ${top === undefined ? 'nothing' : `<${decoded(top.raw)}>`}`, at)
  }
  open.pop()
  handler.close(top.name)
  return end + 1
}

function readOpen(scan: XmlScan, at: number): number {
  const { text, handler, open } = scan
  const element = getName(scan, text.slice(at + 1, nameEnd(text, at + 1)))
  const { name } = element
  const isWanted = handler.wantsAttributes(name)
  const from = at + 1 + element.raw.length
  const close = tagEnd(text, from)
  if (close === UNFINISHED) return UNFINISHED
  const isEmpty = text.charCodeAt(close - 1) === SLASH
  const attributes = isWanted
    ? readAttributes(text, { name, start: at, from, end: isEmpty ? close - 1 : close }, element.last)
    : NO_ATTRIBUTES
  if (open.length === 0 && ++scan.roots === 2) scan.warnings.add(reportTexts.manyDocuments)
  if (open.length >= LIMITS.depth) throw new RefusedXml(reportTexts.elementsTooDeep(LIMITS.depth), at)
  handler.open(name, attributes)
  if (isEmpty) handler.close(name)
  else open.push(element)
  return close + 1
}

/** Returns the entry of a name; one for each name of the document, up to a bound. */
function getName({ names }: XmlScan, slice: string): Name {
  const known = names.get(slice)
  if (known !== undefined) return known
  const raw = own(slice)
  const name = { raw, name: shared(decoded(raw.slice(raw.lastIndexOf(':') + 1))), last: [] }
  if (names.size < LIMITS.attributes) names.set(raw, name)
  return name
}

/** Returns the interned string of a name: handlers compare it with the names that they know. */
function shared(name: string): string {
  return Object.keys({ [name]: 0 })[0] ?? name
}

/** Comments and sections whose text is not wanted are skipped, and a DOCTYPE as a whole. */
function readDeclaration(scan: XmlScan, at: number): number {
  const { text, open, handler, isLast } = scan
  const start = text.slice(at, at + CDATA.length)
  if (!isLast && (COMMENT.startsWith(start) || (start !== CDATA && CDATA.startsWith(start)))) return UNFINISHED
  if (start.startsWith(COMMENT)) {
    const from = at + COMMENT.length
    const end = sectionEnd(scan, from, '-->')
    if (end !== UNFINISHED && handler.wantsComment?.())
      handler.comment?.(unescapeXml(decoded(text.slice(from, Math.min(end - 3, from + MAX_COMMENT)))))
    return end
  }
  if (start !== CDATA) return doctypeEnd(text, at)
  const from = at + CDATA.length
  const end = text.indexOf(']]>', from)
  if (end < 0 && !isLast) return UNFINISHED
  if (open.length > 0 && handler.wantsText()) handler.text(decoded(text.slice(from, end < 0 ? text.length : end)))
  return end < 0 ? cutOff(text) : end + 3
}

function sectionEnd({ text, isLast }: XmlScan, from: number, mark: string): number {
  const end = text.indexOf(mark, from)
  if (end < 0) return isLast ? cutOff(text) : UNFINISHED
  return end + mark.length
}

function cutOff(text: string): never {
  throw new BrokenXml(reportTexts.endsInComment, text.length)
}
