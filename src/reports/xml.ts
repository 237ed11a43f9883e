/**
 * A streaming XML tokenizer for reports: forgives characters, never structure. It declares no entities and fetches nothing;
 * takes linear time on unfinished tokens, and passes by what nobody asked for.
 */
import { type Bytes, LIMITS, ReportError } from './format.ts'
import { decodeXml, type Piece } from './xml-decode.ts'
import { BrokenXml, readText, readTokens, refuseToken, type Scan, type XmlHandler } from './xml-scan.ts'
import { attributesIn, NO_MAKE, type Spots } from './xml-tag.ts'

export type { XmlHandler } from './xml-scan.ts'
export type { Attributes } from './xml-tag.ts'

export interface XmlEnd {
  /** Why the document is not one: mismatched, unclosed, truncated, empty. What came before has been handed out. */
  readonly brokenBy: ReportError | null
  readonly warnings: readonly string[]
}

/** An unfinished token under this size is looked at with every chunk, a longer one when it has doubled. */
const PATIENCE = 65_536
/**
 * Hands the tags and texts of a document to the handler.
 * @throws ReportError when a limit is passed (it is named); broken structure is returned instead.
 */
export function tokenizeXml(bytes: Bytes, handler: XmlHandler): XmlEnd {
  const warnings = new Set<string>()
  const spots: Spots = { text: '', make: NO_MAKE, values: [] }
  const scan: Scan = {
    handler,
    warnings,
    open: [],
    names: new Map(),
    spots,
    attributes: attributesIn(spots),
    text: '',
    lines: 0,
    skipTo: null,
    roots: 0,
    isBlank: true,
  }
  let last: Piece | null = null
  let waiting: string[] = []
  let size = 0
  let wanted = 0
  try {
    for (const piece of decodeXml(bytes, (warning) => warnings.add(warning))) {
      last = piece
      waiting.push(piece.text)
      size += piece.text.length
      if (size < wanted) continue
      scan.text = waiting.join('')
      const rest = advance(scan)
      waiting = [rest]
      size = rest.length
      wanted = size < PATIENCE ? 0 : size * 2
    }
    scan.text = waiting.join('')
    finish(scan)
  } catch (error) {
    if (error instanceof BrokenXml) return { brokenBy: located(scan, error, last), warnings: [...warnings] }
    throw error
  }
  return { brokenBy: null, warnings: [...warnings] }
}

function located(scan: Scan, error: BrokenXml, last: Piece | null): ReportError {
  if (error.at === null) return new ReportError(error.message)
  const offset = last === null ? 0 : last.bytesSoFar - last.sizeOf(scan.text.slice(error.at))
  return new ReportError(`${error.message} (byte ${offset})`, scan.lines + newlines(scan.text, error.at) + 1)
}

/** Reads what is whole in the window and gives what is left of it. */
function advance(scan: Scan): string {
  const at = readTokens(scan)
  if (scan.text.length - at > LIMITS.tokenBytes) refuseToken()
  scan.lines += newlines(scan.text, at)
  return scan.text.slice(at)
}

function finish(scan: Scan): void {
  const at = readTokens(scan)
  const isText = scan.skipTo === null && !scan.text.startsWith('<', at)
  if (isText) readText(scan, at, scan.text.length)
  if (scan.skipTo !== null) throw new BrokenXml('the report ends inside a comment or section', scan.text.length)
  if (!isText && at < scan.text.length) throw new BrokenXml('the report ends inside a tag', at)
  const open = scan.open.at(-1)
  if (open !== undefined) throw new BrokenXml(`the report ends inside <${open.raw}>`, scan.text.length)
  if (scan.isBlank) throw new BrokenXml('the report is empty', null)
  if (scan.roots === 0) throw new BrokenXml('the report holds no XML element', null)
}

function newlines(text: string, end: number): number {
  let count = 0
  for (let at = text.indexOf('\n'); at >= 0 && at < end; at = text.indexOf('\n', at + 1)) count += 1
  return count
}
