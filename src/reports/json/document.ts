/** Finds the JSON document in the output of a run, where tests, npm and coverage tools print too. */
import { type Bytes, HEAD_CHARACTERS, LIMITS, LimitError, ReportError } from '../format.ts'
import { bounded } from '../input.ts'
import { endOf } from '../output.ts'
import { reportTexts } from '../texts.ts'
import { toUtf8 } from '../utf16.ts'

const QUOTE = 34
const BACKSLASH = 92
const OPEN_LIST = 91
const CLOSE_LIST = 93
const OPEN = 123
const CLOSE = 125
const BEGINS_AT_ONCE = /^(?:\xef\xbb\xbf|\ufeff)?\s*[[{]/
const ANOTHER = /^[ \t]*(?:\{\s*"|\[\s*\{)/m
const AROUND = 'text around the report is no part of it'

interface JsonDocument {
  readonly bytes: Bytes
  /** Returns the text around the document, known after its bytes were read. */
  readonly printed: () => { readonly output: string; readonly warnings: readonly string[] }
}

/**
 * Finds the document. @param start the beginning of a document of the format at the start of a line; a text that is
 * only a document may begin otherwise @throws ReportError while its bytes are read, when another document follows
 */
export function documentIn(bytes: Bytes, start: RegExp): JsonDocument {
  const around = { before: '', behind: '' }
  return {
    bytes: getParts(bytes, start, around),
    printed: () => {
      const text = [around.before, around.behind].filter((part) => part.trim() !== '').join('\n')
      return text === '' ? { output: '', warnings: [] } : { output: endOf(text), warnings: [AROUND] }
    },
  }
}

/** Returns the head of a report from the start of its document; empty where there is none. */
export function documentHead(head: string, start: RegExp): string {
  const at = beginningIn(head, start)
  return at < 0 ? '' : head.slice(at)
}

function beginningIn(head: string, start: RegExp): number {
  const at = head.search(start)
  return at < 0 && BEGINS_AT_ONCE.test(head) ? 0 : at
}

function* getParts(bytes: Bytes, start: RegExp, around: { before: string; behind: string }): Generator<Uint8Array> {
  const pieces = bounded(toUtf8(bytes))[Symbol.iterator]()
  const { head, at } = getHead(pieces, start)
  around.before = utf8(head.slice(0, at))
  const scan: Scan = { depth: 0, isText: false, isEscaped: false, isOver: false }
  const decoder = new TextDecoder()
  let behind = ''
  for (const piece of inOrder(Buffer.from(head.slice(at), 'latin1'), pieces)) {
    const end = scan.isOver ? 0 : endIn(scan, piece)
    if (end > 0) yield piece.subarray(0, end)
    behind += decoder.decode(piece.subarray(end), { stream: true })
    if (behind.length > LIMITS.jsonBytes) throw new LimitError(reportTexts.tooMuchBehind(LIMITS.jsonBytes))
  }
  around.behind = behind + decoder.decode()
  if (ANOTHER.test(around.behind) || around.behind.search(start) >= 0)
    throw new ReportError('holds more than one JSON document')
}

/** Decodes one character per byte, until the start of the document is found. */
function getHead(pieces: Iterator<Uint8Array>, start: RegExp): { head: string; at: number } {
  let head = ''
  let evaluated = 0
  for (let next = pieces.next(); ; next = pieces.next()) {
    if (next.done !== true) head += Buffer.from(next.value).toString('latin1')
    const isEnough = head.length >= Math.max(HEAD_CHARACTERS, 2 * evaluated)
    if (next.done !== true && !isEnough) continue
    const at = beginningIn(evaluated === 0 ? head.slice(0, HEAD_CHARACTERS) : head, start)
    evaluated = head.length
    const last = at < 0 && next.done === true ? head.search(start) : at
    if (last >= 0 || next.done === true) return { head, at: Math.max(0, last) }
    if (head.length > LIMITS.jsonBytes) throw new ReportError(reportTexts.noDocument(LIMITS.jsonBytes))
  }
}

function* inOrder(first: Uint8Array, pieces: Iterator<Uint8Array>): Generator<Uint8Array> {
  yield first
  for (let next = pieces.next(); next.done !== true; next = pieces.next()) yield next.value
}

interface Scan {
  depth: number
  isText: boolean
  isEscaped: boolean
  /** True after the outermost object or array was closed. */
  isOver: boolean
}

/** Returns the end of the document in a chunk: after its last bracket, or the end of the chunk. */
function endIn(scan: Scan, piece: Uint8Array): number {
  for (let at = 0; at < piece.length; at += 1) {
    const code = piece[at] as number
    if (scan.isEscaped) scan.isEscaped = false
    else if (scan.isText) {
      if (code === BACKSLASH) scan.isEscaped = true
      else if (code === QUOTE) scan.isText = false
    } else if (code === QUOTE) scan.isText = true
    else if (code === OPEN || code === OPEN_LIST) scan.depth += 1
    else if (code === CLOSE || code === CLOSE_LIST) {
      scan.depth -= 1
      scan.isOver = scan.depth <= 0
      if (scan.isOver) return at + 1
    }
  }
  return piece.length
}

const utf8 = (latin1: string) => Buffer.from(latin1, 'latin1').toString('utf8')
