/**
 * Tokenizes XML reports as a stream: tolerates wrong characters, never broken structure. It declares no entities, fetches
 * nothing, takes linear time for unfinished tokens, and skips unrequested text without decoding it. Grammar:
 * https://www.w3.org/TR/xml/
 */
import { type Bytes, LIMITS, LimitError, ReportError } from '../format.ts'
import { reportTexts } from '../texts.ts'
import { attributesIn } from './attributes.ts'
import { BrokenXml, RefusedXml } from './broken.ts'
import { decodeXml, type Piece } from './decode.ts'
import { COMMENT, readText, readTokens, refuseToken, type Scan, type XmlHandler } from './scan.ts'
import { NO_MAKE, type Spots } from './tag.ts'
import { getWindowText, type Hold, holdWindow, NO_WINDOW } from './window.ts'

export type { XmlHandler } from './scan.ts'
export type { Attributes, TagAttributes } from './tag.ts'

export interface XmlEnd {
  /** Why the document is broken: mismatched, unclosed, truncated, empty. Everything before the break was passed on. */
  readonly brokenBy: ReportError | null
  readonly warnings: readonly string[]
}

/** Passes the tags and texts of one document to a handler, in order. */
export type Tokenize = (handler: XmlHandler) => XmlEnd

/** An unfinished token below this size is read again with every chunk, a longer one after it has doubled. */
const TIME_LIMIT = 65_536
const NEWLINE = '\n'

/**
 * Passes the tags and texts of a document to the handler.
 * @throws ReportError when a limit is passed (it is named); broken structure is returned instead.
 */
export function tokenizeXml(bytes: Bytes, handler: XmlHandler): XmlEnd {
  const warnings = new Set<string>()
  const scan = newScan(handler, warnings)
  const hold = holdWindow()
  let last: Piece | null = null
  let wanted = 0
  try {
    for (const piece of decodeXml(bytes, (warning) => warnings.add(warning))) {
      last = piece
      hold.add(piece.bytes)
      if (hold.size() < wanted) continue
      const rest = advance(scan, hold)
      wanted = rest < TIME_LIMIT ? 0 : rest * 2
    }
    finish(scan, hold)
  } catch (error) {
    if (!(error instanceof BrokenXml)) throw error
    const brokenBy = located(scan, error, last)
    if (error instanceof RefusedXml) throw brokenBy
    return { brokenBy, warnings: [...warnings] }
  }
  return { brokenBy: null, warnings: [...warnings] }
}

function newScan(handler: XmlHandler, warnings: Set<string>): Scan {
  const spots: Spots = { window: NO_WINDOW, make: NO_MAKE, values: [], lookups: 0 }
  return {
    handler,
    warnings,
    open: [],
    names: new Map(),
    likely: [],
    spots,
    attributes: attributesIn(spots),
    window: NO_WINDOW,
    lines: 0,
    skipTo: null,
    roots: 0,
    isBlank: true,
  }
}

function located(scan: Scan, error: BrokenXml, last: Piece | null): ReportError {
  const Kind = error instanceof RefusedXml ? LimitError : ReportError
  if (error.at === null) return new Kind(error.message)
  const { bytes, text } = scan.window
  const offset = last === null ? 0 : last.bytesSoFar - last.sizeOf(bytes.subarray(error.at))
  return new Kind(`${error.message} (byte ${offset})`, scan.lines + newlines(text, error.at) + 1)
}

/** Reads the complete tokens of the window. @returns the size of the rest */
function advance(scan: Scan, hold: Hold): number {
  scan.window = hold.window()
  const at = readTokens(scan)
  const rest = scan.window.text.length - at
  if (rest > LIMITS.tokenBytes) refuseToken(at)
  scan.lines += newlines(scan.window.text, at)
  hold.drop(at)
  return rest
}

function finish(scan: Scan, hold: Hold): void {
  scan.window = hold.window()
  const { text } = scan.window
  const at = readTokens(scan)
  const isText = scan.skipTo === null && !text.startsWith('<', at)
  if (isText) readText(scan, at, text.length)
  if (scan.skipTo !== null || text.startsWith(COMMENT, at)) throw new BrokenXml(reportTexts.endsInComment, text.length)
  if (!isText && at < text.length) throw new BrokenXml(reportTexts.endsInTag, at)
  const open = scan.open.at(-1)
  if (open !== undefined) throw new BrokenXml(reportTexts.endsInElement(getWindowText(open.raw)), text.length)
  if (scan.isBlank) throw new BrokenXml('the report is empty', null)
  if (scan.roots === 0) throw new BrokenXml('the report holds no XML element', null)
}

function newlines(text: string, end: number): number {
  let count = 0
  for (let at = text.indexOf(NEWLINE); at >= 0 && at < end; at = text.indexOf(NEWLINE, at + 1)) count += 1
  return count
}
