/** Reads one opening tag out of a window of text: its name, its attributes, where it ends. */
import { LIMITS, ReportError } from './format.ts'
import { attributeValue } from './xml-text.ts'

export type Attributes = ReadonlyMap<string, string>

/** Structure that cannot be read; what was read before it stays. `at` is the place in the window, null for the whole document. */
export class BrokenXml extends Error {
  readonly at: number | null
  constructor(message: string, at: number | null) {
    super(message)
    this.name = 'BrokenXml'
    this.at = at
  }
}

const TAB = 9
const NEWLINE = 10
const RETURN = 13
const SPACE = 32
const DOUBLE = 34
const SINGLE = 39
const SLASH = 47
const EQUALS = 61
const CLOSE = 62
/** What stands for «the window ends before this does». */
export const UNFINISHED = -1

export const NO_ATTRIBUTES: Attributes = new Map()

export function isSpace(code: number): boolean {
  return code === SPACE || code === NEWLINE || code === TAB || code === RETURN
}

/** The end of a name that starts at `from`. */
export function nameEnd(text: string, from: number): number {
  let at = from
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === CLOSE || code === SLASH || isSpace(code)) break
  }
  return at
}

/** Where `>` is, quotes respected; UNFINISHED when the window ends first. */
export function tagEnd(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === CLOSE) return at
    if (code === DOUBLE || code === SINGLE) {
      at = text.indexOf(code === DOUBLE ? '"' : "'", at + 1)
      if (at < 0) return UNFINISHED
    }
  }
  return UNFINISHED
}

/**
 * The attributes between a name's end and the tag's end; the first of two equal ones counts.
 * @throws BrokenXml for one without value or quotes, ReportError past LIMITS.attributes.
 */
export function readAttributes(
  tag: { text: string; start: number; from: number; end: number; name: string },
  twice: (key: string) => void,
): Attributes {
  const { text, end } = tag
  const attributes = new Map<string, string>()
  let count = 0
  for (let at = skipSpace(text, tag.from, end); at < end; at = skipSpace(text, at, end)) {
    const keyEnd = attributeNameEnd(text, at, end)
    const key = text.slice(at, keyEnd)
    const equals = skipSpace(text, keyEnd, end)
    if (equals >= end || text.charCodeAt(equals) !== EQUALS)
      throw new BrokenXml(`attribute «${key.slice(0, 80)}» of <${tag.name}> has no value`, tag.start)
    const open = skipSpace(text, equals + 1, end)
    const quote = open < end ? text.charAt(open) : ''
    const close = quote === '"' || quote === "'" ? text.indexOf(quote, open + 1) : UNFINISHED
    if (close < 0 || close >= end)
      throw new BrokenXml(`attribute «${key.slice(0, 80)}» of <${tag.name}> is not quoted`, tag.start)
    if (attributes.has(key)) twice(key)
    else attributes.set(key, attributeValue(text.slice(open + 1, close)))
    count += 1
    if (count > LIMITS.attributes)
      throw new ReportError(`<${tag.name}> has more attributes than limit attributes (${LIMITS.attributes})`)
    at = close + 1
  }
  return attributes
}

function attributeNameEnd(text: string, from: number, end: number): number {
  let at = from
  while (at < end && text.charCodeAt(at) !== EQUALS && !isSpace(text.charCodeAt(at))) at += 1
  return at
}

function skipSpace(text: string, from: number, end: number): number {
  let at = from
  while (at < end && isSpace(text.charCodeAt(at))) at += 1
  return at
}
