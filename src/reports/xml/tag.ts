/** Reads one opening tag: name, attributes, end. */
import { LIMITS } from '../format.ts'
import { reportTexts } from '../texts.ts'
import { decoded } from './decode.ts'
import { attributeValue, own } from './text.ts'

export type Attributes = ReadonlyMap<string, string>

/** Broken structure; everything before it stays. `at` is the place in the text, null for the whole document. */
export class BrokenXml extends Error {
  readonly at: number | null
  constructor(message: string, at: number | null) {
    super(message)
    this.name = 'BrokenXml'
    this.at = at
  }
}

/** The document exceeds a limit: nothing of it is reported. */
export class RefusedXml extends BrokenXml {}

/** An opening tag from its `<` to its `>`. */
export interface Tag {
  readonly name: string
  readonly start: number
  /** Start and end of its attributes. */
  readonly from: number
  readonly end: number
}

/** The text ends before the token does. */
export const UNFINISHED = -1
export const NO_ATTRIBUTES: Attributes = new Map()
const MAX_SHOWN = 80
/** A value without these characters needs no decoding. */
const TO_DECODE = /[^ -%'-~]/
const TAB = 9
const NEWLINE = 10
const RETURN = 13
const SPACE = 32
const DOUBLE = 34
const SINGLE = 39
const SLASH = 47
const EQUALS = 61
const CLOSE = 62

function isSpace(code: number): boolean {
  return code === SPACE || code === NEWLINE || code === TAB || code === RETURN
}

/** Returns the end of the element name that starts at `from`. */
export function nameEnd(text: string, from: number): number {
  let at = from
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === CLOSE || code === SLASH || isSpace(code)) break
  }
  return at
}

/** Returns the position of `>` outside of quotes; UNFINISHED when the text ends first. */
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

/** An attribute of the last tag with some name: the next one mostly has the same name, and often the same value. */
export interface LastAttribute {
  readonly name: string
  /** What stands before the value. */
  readonly lead: string
  readonly written: string
  readonly value: string
}

/**
 * Returns the attributes of a tag. @param last of the tag with this name before; those of this tag replace them
 * @throws BrokenXml for an attribute without value or quotes, or a repeated one; RefusedXml past LIMITS.attributes.
 */
export function readAttributes(text: string, tag: Tag, last: LastAttribute[]): Attributes {
  const attributes = new Map<string, string>()
  let twice: string | null = null
  let count = 0
  for (let at = tag.from; ; count += 1) {
    const before = last[count]
    const isSame = before !== undefined && text.startsWith(before.lead, at)
    const from = isSame ? at : skipSpace(text, at, tag.end)
    if (from >= tag.end) break
    const open = isSame ? at + before.lead.length : valueStart(text, from, tag)
    const close = text.indexOf(text.charCodeAt(open - 1) === DOUBLE ? '"' : "'", open)
    if (close < 0 || close >= tag.end) throw brokenAt(text, from, tag, 'is not quoted')
    if (count >= LIMITS.attributes)
      throw new RefusedXml(reportTexts.tooManyAttributes(tag.name, LIMITS.attributes), tag.start)
    const name = isSame ? before.name : decoded(own(text.slice(from, attributeNameEnd(text, from, tag.end))))
    const isKnown = isSame && before.written.length === close - open && text.startsWith(before.written, open)
    const written = isKnown ? before.written : own(text.slice(open, close))
    const value = isKnown ? before.value : TO_DECODE.test(written) ? attributeValue(decoded(written)) : written
    if (!isKnown) last[count] = { name, lead: isSame ? before.lead : own(text.slice(at, open)), written, value }
    attributes.set(name, value)
    if (attributes.size <= count) twice ??= name
    at = close + 1
  }
  if (twice !== null) throw new BrokenXml(`<${tag.name}> has attribute «${twice.slice(0, MAX_SHOWN)}» twice`, tag.start)
  return attributes
}

/** Returns the place after the quote that opens a value. */
function valueStart(text: string, from: number, tag: Tag): number {
  const equals = skipSpace(text, attributeNameEnd(text, from, tag.end), tag.end)
  if (equals >= tag.end || text.charCodeAt(equals) !== EQUALS) throw brokenAt(text, from, tag, 'has no value')
  const open = skipSpace(text, equals + 1, tag.end)
  const quote = open < tag.end ? text.charCodeAt(open) : 0
  if (quote !== DOUBLE && quote !== SINGLE) throw brokenAt(text, from, tag, 'is not quoted')
  return open + 1
}

function brokenAt(text: string, at: number, { name, start, end }: Tag, why: string): BrokenXml {
  const key = decoded(text.slice(at, attributeNameEnd(text, at, end))).slice(0, MAX_SHOWN)
  return new BrokenXml(`attribute «${key}» of <${name}> ${why}`, start)
}

function attributeNameEnd(text: string, from: number, end: number): number {
  let at = from
  while (at < end && text.charCodeAt(at) !== EQUALS && !isSpace(text.charCodeAt(at))) at += 1
  return at
}

export function skipSpace(text: string, from: number, end = text.length): number {
  let at = from
  while (at < end && isSpace(text.charCodeAt(at))) at += 1
  return at
}

/** Quotes, brackets and comments of the internal subset may contain `>`. */
export function doctypeEnd(text: string, from: number): number {
  const marks = /["'[\]>]|<!--/g
  marks.lastIndex = from
  for (let depth = 0, mark = marks.exec(text); mark !== null; mark = marks.exec(text)) {
    const [found] = mark
    if (found === '>' && depth <= 0) return mark.index + 1
    if (found === '[') depth += 1
    else if (found === ']') depth -= 1
    else if (found !== '>') {
      const close = text.indexOf(found === '<!--' ? '-->' : found, marks.lastIndex)
      if (close < 0) return UNFINISHED
      marks.lastIndex = close + 1
    }
  }
  return UNFINISHED
}
