/**
 * Tokenizes XML reports: tolerates wrong characters, never broken structure. It declares no entities, fetches nothing and
 * takes linear time.
 */
import { type Bytes, LimitError, ReportError } from '../format.ts'
import { reportTexts } from '../texts.ts'
import { decoded, decodeXml } from './decode.ts'
import { readMarkup, readText, type XmlHandler, type XmlScan } from './markup.ts'
import { BrokenXml, RefusedXml, UNFINISHED } from './tag.ts'

export type { XmlHandler } from './markup.ts'
export type { Attributes } from './tag.ts'

export interface XmlEnd {
  /** Why the document is broken: mismatched, unclosed, truncated, empty. Everything before the break was passed on. */
  readonly brokenBy: ReportError | null
  readonly warnings: readonly string[]
}

/** Passes the tags and texts of one document to a handler, in order. */
export type Tokenize = (handler: XmlHandler) => XmlEnd

/** A shorter unfinished token is read again with every chunk. */
const SHORT = 65_536

/**
 * Passes the tags and texts of a document to the handler.
 * @throws ReportError when a limit is passed (it is named); broken structure is returned instead.
 */
export function tokenizeXml(bytes: Bytes, handler: XmlHandler): XmlEnd {
  const warnings = new Set<string>()
  const scan: XmlScan = {
    handler,
    warnings,
    open: [],
    names: new Map(),
    roots: 0,
    isBlank: true,
    text: '',
    isLast: false,
    bytes: 0,
    lines: 0,
    sizeOf: (text) => text.length,
  }
  try {
    let wanted = 0
    for (const { text, sizeOf } of decodeXml(bytes, (warning) => warnings.add(warning))) {
      scan.sizeOf = sizeOf
      scan.text += text
      if (scan.text.length < wanted) continue
      readTokens(scan)
      // An unfinished token is read again when it has doubled, so that it takes linear time.
      wanted = scan.text.length < SHORT ? 0 : scan.text.length * 2
    }
    scan.isLast = true
    readTokens(scan)
    finish(scan)
    return { brokenBy: null, warnings: [...warnings] }
  } catch (error) {
    if (!(error instanceof BrokenXml)) throw error
    const brokenBy = located(scan, error)
    if (error instanceof RefusedXml) throw brokenBy
    return { brokenBy, warnings: [...warnings] }
  }
}

function located({ text, bytes, lines, sizeOf }: XmlScan, error: BrokenXml): ReportError {
  const Kind = error instanceof RefusedXml ? LimitError : ReportError
  if (error.at === null) return new Kind(error.message)
  const before = text.slice(0, error.at)
  return new Kind(`${error.message} (byte ${bytes + sizeOf(before)})`, lines + newlines(before) + 1)
}

/** Reads the tokens that are whole, and drops their text. */
function readTokens(scan: XmlScan): void {
  const { text, isLast } = scan
  let at = 0
  while (at < text.length) {
    const tag = text.indexOf('<', at)
    if (tag < 0 && !isLast && scan.open.length > 0 && scan.handler.wantsText()) break
    const to = tag < 0 ? text.length : tag
    if (to > at) readText(scan, at, to)
    at = to
    if (tag < 0) break
    const next = readMarkup(scan, tag)
    if (next === UNFINISHED && isLast) throw new BrokenXml(reportTexts.endsInTag, tag)
    if (next === UNFINISHED) break
    at = next
  }
  const over = text.slice(0, at)
  scan.bytes += scan.sizeOf(over)
  scan.lines += newlines(over)
  scan.text = text.slice(at)
}

function finish({ open, isBlank, roots, text }: XmlScan): void {
  const last = open.at(-1)
  if (last !== undefined) throw new BrokenXml(reportTexts.endsInElement(decoded(last.raw)), text.length)
  if (isBlank) throw new BrokenXml('the report is empty', null)
  if (roots === 0) throw new BrokenXml('the report holds no XML element', null)
}

function newlines(text: string): number {
  let count = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1
  return count
}
