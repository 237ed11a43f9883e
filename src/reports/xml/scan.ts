/** Reads the tokens of one window of text: tags, texts, sections. Returns where the first incomplete one starts. */
import { LIMITS } from '../format.ts'
import { reportTexts } from '../texts.ts'
import { BrokenXml, RefusedXml } from './broken.ts'
import { CDATA_END, COMMENT_END, doctypeEnd, passBy, passText, reportComment, type WrittenEnd } from './skip.ts'
import {
  characterAt,
  endsName,
  expectedEnd,
  findAttributes,
  knownMake,
  MAX_SHOWN_BYTES,
  type Make,
  NO_ATTRIBUTES,
  NO_MAKE,
  nameEnd,
  type Spots,
  skipSpace,
  type TagAttributes,
  tagEnd,
  UNFINISHED,
} from './tag.ts'
import { own, unescapeXml } from './text.ts'
import { decoded, getWindowText, type Window } from './window.ts'

export interface XmlHandler {
  /** Called for every opening tag; when false, `open` gets no attributes. Names have no prefix. */
  readonly wantsAttributes: (name: string) => boolean
  /** Called for every text between two tags. */
  readonly wantsText: () => boolean
  /** Called for a text that is not wanted; when true, its end is added to `passed`. */
  readonly wantsEnd?: () => boolean
  readonly passed?: WrittenEnd
  /** Called for every comment. */
  readonly wantsComment?: () => boolean
  /** Gets the start of a comment, up to MAX_COMMENT bytes. */
  readonly comment?: (text: string) => void
  /** The attributes are valid during this call only. */
  readonly open: (name: string, attributes: TagAttributes) => void
  readonly close: (name: string) => void
  /** One text may come in several pieces. The string is a view of a large one: copy what is kept long. */
  readonly text: (text: string) => void
}

/** What all elements of one name share. */
export interface Name {
  /** As written, with its prefix. */
  readonly raw: string
  /** Without its prefix. */
  readonly name: string
  /** The attribute lists of the last such tag, and of earlier ones. */
  make: Make
  readonly makes: Make[]
}

export interface Scan {
  readonly handler: XmlHandler
  readonly warnings: Set<string>
  /** The open elements. */
  readonly open: Name[]
  readonly names: Map<string, Name>
  /** By hash of the first characters: the last such name. It usually repeats, and is found without creating a string. */
  readonly likely: Name[]
  /** Of the last tag whose attributes were requested. */
  readonly spots: Spots
  readonly attributes: TagAttributes
  /** The current window. */
  window: Window
  /** Newlines before it. */
  lines: number
  /** The end mark of the open comment, instruction or skipped section. */
  skipTo: string | null
  roots: number
  isBlank: boolean
}

const LIKELY = 64
const CDATA = '<![CDATA['
export const COMMENT = '<!--'
const SLASH = 47
const BANG = 33
const QUESTION = 63
const CLOSE = 62

/** Returns where the first token starts that the window does not contain completely. */
export function readTokens(scan: Scan): number {
  const { text } = scan.window
  let at = 0
  while (at < text.length) {
    if (scan.skipTo !== null) {
      at = passBy(scan, at)
      if (scan.skipTo !== null) return at
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
  readText(scan, at, scan.window.text.length)
  return scan.window.text.length
}

export function readText(scan: Scan, from: number, to: number): void {
  if (scan.open.length === 0) {
    if (decoded(scan.window, from, to).trim() === '') return
    scan.isBlank = false
    scan.warnings.add(reportTexts.textOutside)
  } else if (scan.handler.wantsText()) {
    if (to - from > LIMITS.tokenBytes) refuseToken(from)
    scan.handler.text(unescapeXml(decoded(scan.window, from, to)))
  } else passText(scan, from, to, false)
}

function readMarkup(scan: Scan, at: number): number {
  const { text } = scan.window
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
  const { text } = scan.window
  const top = scan.open.at(-1)
  const after =
    top !== undefined && text.startsWith(top.raw, at + 2) ? skipSpace(text, at + 2 + top.raw.length) : at + 2
  const end = characterAt(text, after) === CLOSE ? after : text.indexOf('>', after)
  if (end < 0) return UNFINISHED
  if (top === undefined || end !== after) {
    const name = decoded(scan.window, at + 2, Math.min(end, at + 2 + MAX_SHOWN_BYTES))
    const opened = top === undefined ? 'nothing' : `<${getWindowText(top.raw)}>`
    throw new BrokenXml(`</${name.slice(0, 80).trimEnd()}> closes ${opened}`, at)
  }
  scan.open.pop()
  scan.handler.close(top.name)
  return end + 1
}

function readOpen(scan: Scan, at: number): number {
  const { handler, open } = scan
  const { text } = scan.window
  const known = likelyName(scan, at + 1) ?? getName(scan, at + 1)
  const from = at + 1 + known.raw.length
  const isWanted = handler.wantsAttributes(known.name)
  const end = isWanted ? readAttributes(scan, known, at, from) : tagEnd(text, from)
  if (end === UNFINISHED) return UNFINISHED
  if (end - at > LIMITS.tokenBytes) refuseToken(at)
  if (open.length === 0 && ++scan.roots === 2) scan.warnings.add(reportTexts.manyDocuments)
  if (open.length >= LIMITS.depth) throw new RefusedXml(reportTexts.elementsTooDeep(LIMITS.depth), at)
  handler.open(known.name, isWanted ? scan.attributes : NO_ATTRIBUTES)
  if (text.charCodeAt(end - 1) === SLASH) handler.close(known.name)
  else open.push(known)
  return end + 1
}

function likelyName({ likely, window: { text } }: Scan, at: number): Name | null {
  const name = likely[jobsAt(text, at)]
  return name !== undefined && text.startsWith(name.raw, at) && endsName(text, at + name.raw.length) ? name : null
}

/** Returns a hash of the first and the fifth character, which distinguish nearly all names of one document. */
function jobsAt(text: string, at: number): number {
  return (characterAt(text, at) ^ (characterAt(text, at + 4) << 1)) & (LIKELY - 1)
}

/** Returns the end of the tag. */
function readAttributes({ window, spots }: Scan, known: Name, start: number, from: number): number {
  const { text } = window
  spots.window = window
  spots.lookups = 0
  spots.make = known.make
  const expected = known.make === NO_MAKE ? UNFINISHED : expectedEnd(text, from, known.make, spots.values)
  if (expected !== UNFINISHED) return expected
  const end = tagEnd(text, from)
  if (end === UNFINISHED) return UNFINISHED
  if (end - start > LIMITS.tokenBytes) refuseToken(start)
  const { name, make } = known
  findAttributes(text, { name, start, from, end: text.charCodeAt(end - 1) === SLASH ? end - 1 : end, make }, spots)
  if (spots.make === make) return end
  spots.make = knownMake(known.makes, spots.make)
  known.make = spots.make
  return end
}

/** Skips comments and CDATA that is not wanted without keeping them, and a DOCTYPE as a whole. */
function readDeclaration(scan: Scan, at: number): number {
  const { text } = scan.window
  if (text.startsWith(COMMENT, at))
    return reportComment(scan, at + COMMENT.length) ? skip(scan, at + COMMENT.length, COMMENT_END) : UNFINISHED
  if (!text.startsWith(CDATA, at)) return isTruncated(text, at) ? UNFINISHED : doctypeEnd(text, at)
  const from = at + CDATA.length
  if (scan.open.length === 0 || !scan.handler.wantsText()) return skip(scan, from, CDATA_END)
  const end = text.indexOf(CDATA_END, from)
  if (end < 0) return UNFINISHED
  if (end - from > LIMITS.tokenBytes) refuseToken(from)
  scan.handler.text(decoded(scan.window, from, end))
  return end + CDATA_END.length
}

function isTruncated(text: string, at: number): boolean {
  const rest = text.slice(at, at + CDATA.length)
  return COMMENT.startsWith(rest) || CDATA.startsWith(rest)
}

function skip(scan: Scan, from: number, end: string): number {
  scan.skipTo = end
  return passBy(scan, from)
}

/** Returns the entry of a name; one for each name of the document, up to a bound. */
function getName({ likely, names, window: { text } }: Scan, at: number): Name {
  const slice = text.slice(at, nameEnd(text, at))
  const known = names.get(slice)
  const name = known ?? newName(own(slice))
  if (known === undefined && names.size < LIMITS.attributes) names.set(name.raw, name)
  likely[jobsAt(text, at)] = name
  return name
}

function newName(raw: string): Name {
  return { raw, name: shared(getWindowText(raw.slice(raw.lastIndexOf(':') + 1))), make: NO_MAKE, makes: [] }
}

/** Returns the interned string of a name: handlers compare it with the names that they know. */
function shared(name: string): string {
  return Object.keys({ [name]: 0 })[0] ?? name
}

export function refuseToken(at: number): never {
  throw new RefusedXml(reportTexts.tokenTooLong(LIMITS.tokenBytes), at)
}
