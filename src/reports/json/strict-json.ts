/** Parses JSON strictly: refuses duplicate keys, which JSON.parse accepts silently, and deep nesting. */
import { type Bytes, LIMITS, LimitError, ReportError } from '../format.ts'
import { getText } from '../input.ts'
import { reportTexts } from '../texts.ts'
import { parseJson } from './json.ts'

const QUOTE = 34
const COMMA = 44
const COLON = 58
const OPEN_LIST = 91
const BACKSLASH = 92
const CLOSE_LIST = 93
const OPEN = 123
const CLOSE = 125

/** Up to this number of keys, searching an array is faster than a set. */
const FEW = 8

/** The keys of one object so far; null for an array. */
type Keys = string[] | Set<string> | null

/**
 * Parses the bytes. @throws ReportError when the text is not JSON, exceeds a limit, or has a key twice in one object.
 */
export function readStrictJson(bytes: Bytes): unknown {
  const text = getText(bytes)
  refuseDoubles(text)
  return parseJson(text)
}

/**
 * Checks for duplicate keys and deep nesting. Text that is not JSON is accepted here: the parser reports it. @returns
 * the end of the document: after its last bracket, or the end of the text @throws ReportError
 */
export function refuseDoubles(text: string): number {
  const open: Keys[] = []
  let isKey = false
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) {
      const end = stringEnd(text, at)
      if (isKey) noteKey(open, text, at, end)
      isKey = false
      at = end
    } else if (code === OPEN || code === OPEN_LIST) {
      if (open.length >= LIMITS.depth) throw new LimitError(reportTexts.jsonTooDeep(LIMITS.depth), getLine(text, at))
      open.push(code === OPEN ? [] : null)
      isKey = code === OPEN
    } else if (code === CLOSE || code === CLOSE_LIST) {
      open.pop()
      if (open.length === 0) return at + 1
      isKey = false
    } else if (code === COMMA) isKey = Array.isArray(open.at(-1)) || open.at(-1) instanceof Set
    else if (code === COLON) isKey = false
  }
  return text.length
}

function stringEnd(text: string, from: number): number {
  let at = text.indexOf('"', from + 1)
  while (at >= 0 && isEscaped(text, at)) at = text.indexOf('"', at + 1)
  return at < 0 ? text.length : at
}

function isEscaped(text: string, at: number): boolean {
  let back = at - 1
  while (text.charCodeAt(back) === BACKSLASH) back -= 1
  return (at - back) % 2 === 0
}

function noteKey(open: Keys[], text: string, from: number, to: number): void {
  const keys = open.at(-1) ?? null
  if (keys === null) return
  const raw = text.slice(from + 1, to)
  const key = raw.includes('\\') && to < text.length ? String(parseJson(`"${raw}"`)) : raw
  const isKnown = Array.isArray(keys) ? keys.includes(key) : keys.has(key)
  if (isKnown) throw new ReportError(reportTexts.keyTwice(key.slice(0, 200)), getLine(text, from))
  if (!Array.isArray(keys)) keys.add(key)
  else if (keys.length < FEW) keys.push(key)
  else open[open.length - 1] = new Set([...keys, key])
}

function getLine(text: string, at: number): number {
  let line = 1
  for (let end = text.indexOf('\n'); end >= 0 && end < at; end = text.indexOf('\n', end + 1)) line += 1
  return line
}
