/**
 * Reads JSON that exceeds the length of a string. Yields the objects of the outermost object, or of one of its arrays,
 * one by one.
 */
import { type Bytes, LIMITS, LimitError, ReportError } from '../format.ts'
import { bounded } from '../input.ts'
import { reportTexts } from '../texts.ts'
import { toUtf8 } from '../utf16.ts'
import { isObject, type Json, parseJson } from './json.ts'
import { parseStrictJson } from './strict-json.ts'

const QUOTE = 34
const COMMA = 44
const COLON = 58
const OPEN_LIST = 91
const BACKSLASH = 92
const CLOSE_LIST = 93
const OPEN = 123
const CLOSE = 125

/** The placeholder in the remaining document for an object that was handed out. */
const TAKEN = '0'
const BOM = /^\ufeff/
/** A longer name cannot be the requested one. */
const MAX_NAME = 200

interface Scan {
  /** The array whose objects are handed out; null for those of the outermost object. */
  readonly key: string | null
  readonly visit: (element: Json) => void
  /** The depth of the objects that are handed out. */
  readonly level: number
  taken: number
  depth: number
  isText: boolean
  isEscaped: boolean
  /** The last string in the outermost object, raw: the name of a member if a colon follows. */
  name: string
  isName: boolean
  /** True inside of the requested array. */
  isInList: boolean
  rest: Collector
  /** The object that is being collected. */
  element: Collector | null
}

interface Collector {
  readonly decoder: InstanceType<typeof TextDecoder>
  text: string
  size: number
}

/**
 * Returns the outermost object without the objects of its array `key`, which `visit` received in order. Members after
 * the array are known only after all visits. @throws ReportError for text that is not JSON, has duplicate keys, is
 * nested too deep, or exceeds LIMITS.fileBytes in total or LIMITS.jsonBytes in one part.
 */
export function readElements(bytes: Bytes, key: string, visit: (element: Json) => void): Json {
  const root = readParts(bytes, key, visit)
  if (!isObject(root) || !Array.isArray(root[key])) throw new ReportError(`holds no \`${key}\``)
  return root
}

/**
 * Returns the outermost object, whose objects `visit` received in order; the number of each, from 0, replaces it.
 * @throws ReportError like `readElements`.
 */
export function readMembers(bytes: Bytes, visit: (member: Json) => void): Json {
  const root = readParts(bytes, null, visit)
  if (!isObject(root)) throw new ReportError('is no object')
  return root
}

function readParts(bytes: Bytes, key: string | null, visit: (element: Json) => void): unknown {
  const scan: Scan = {
    key,
    visit,
    level: key === null ? 1 : 2,
    taken: 0,
    depth: 0,
    isText: false,
    isEscaped: false,
    name: '',
    isName: false,
    isInList: false,
    rest: collector(),
    element: null,
  }
  let size = 0
  for (const piece of bounded(toUtf8(bytes))) {
    scanPiece(scan, piece)
    size += piece.length
  }
  if (scan.element !== null) throw new ReportError(reportTexts.endsTooEarly(size))
  return parseStrictJson(finished(scan.rest).replace(BOM, ''))
}

const collector = (): Collector => ({ decoder: new TextDecoder('utf-8', { ignoreBOM: true }), text: '', size: 0 })

function collect(into: Collector, piece: Uint8Array): void {
  into.size += piece.length
  if (into.size > LIMITS.jsonBytes) throw new LimitError(reportTexts.partTooLarge(LIMITS.jsonBytes))
  into.text += into.decoder.decode(piece, { stream: true })
}

const finished = (of: Collector): string => of.text + of.decoder.decode()

/** @param from the start of the bytes that were not collected yet */
function scanPiece(scan: Scan, piece: Uint8Array): void {
  let from = 0
  for (let at = 0; at < piece.length; at += 1) {
    if (scan.isText) {
      at = scanText(scan, piece, at)
      continue
    }
    const code = piece[at]
    if (code === QUOTE) beginText(scan)
    else if (code === OPEN || code === OPEN_LIST) {
      if (code === OPEN && isTaken(scan)) {
        collect(scan.rest, piece.subarray(from, at))
        scan.element = collector()
        from = at
      }
      if (code === OPEN_LIST && scan.depth === 1) scan.isInList = scan.isName && isKey(scan)
      scan.depth += 1
    } else if (code === CLOSE || code === CLOSE_LIST) {
      scan.depth -= 1
      if (scan.depth === 1) scan.isInList = false
      if (scan.depth === scan.level && scan.element !== null) {
        collect(scan.element, piece.subarray(from, at + 1))
        from = at + 1
        handOut(scan, scan.element)
      }
    } else if (scan.depth === 1 && code === COLON) scan.isName = true
    else if (scan.depth === 1 && code === COMMA) scan.isName = false
  }
  collect(scan.element ?? scan.rest, piece.subarray(from))
}

function isTaken({ key, depth, level, isInList, isName }: Scan): boolean {
  return depth === level && (key === null ? isName : isInList)
}

function beginText(scan: Scan): void {
  scan.isText = true
  if (scan.depth === 1 && !scan.isName) scan.name = ''
}

/** Skips to the end of a string, or of the chunk. */
function scanText(scan: Scan, piece: Uint8Array, from: number): number {
  let start = scan.isEscaped ? from + 1 : from
  let end = piece.indexOf(QUOTE, start)
  while (end >= 0 && backslashes(piece, start, end) % 2 === 1) {
    start = end + 1
    end = piece.indexOf(QUOTE, start)
  }
  const stop = end < 0 ? piece.length : end
  scan.isEscaped = end < 0 && backslashes(piece, start, stop) % 2 === 1
  scan.isText = end < 0
  if (scan.depth === 1 && !scan.isName) addName(scan, piece.subarray(from, stop))
  return stop
}

/** Counts the backslashes right before `end`. */
function backslashes(piece: Uint8Array, start: number, end: number): number {
  let at = end - 1
  while (at >= start && piece[at] === BACKSLASH) at -= 1
  return end - 1 - at
}

function addName(scan: Scan, bytes: Uint8Array): void {
  scan.name += String.fromCharCode(...bytes.subarray(0, Math.max(0, MAX_NAME - scan.name.length)))
}

/** A name may contain escapes. */
function isKey({ name, key }: Scan): boolean {
  if (key === null) return false
  if (!name.includes('\\')) return name === key
  return name.length < MAX_NAME && parseJson(`"${name}"`) === key
}

function handOut(scan: Scan, element: Collector): void {
  scan.element = null
  const value = parseStrictJson(finished(element))
  if (isObject(value)) scan.visit(value)
  // The placeholder keeps the commas of the remaining document valid.
  scan.rest.text += scan.key === null ? String(scan.taken) : TAKEN
  scan.taken += 1
}
