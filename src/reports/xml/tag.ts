/** Reads one opening tag from a window: name, attributes, end. */
import { LIMITS } from '../format.ts'
import { reportTexts } from '../texts.ts'
import { BrokenXml, RefusedXml } from './broken.ts'
import { own } from './text.ts'
import { getWindowText, type Window } from './window.ts'

/** The attributes of a tag. A document has one view that moves from tag to tag: copy what is kept. */
export interface Attributes extends Iterable<readonly [name: string, value: string]> {
  readonly size: number
  readonly has: (name: string) => boolean
  /** Returns a new string. */
  readonly get: (name: string) => string | undefined
  readonly keys: () => Iterable<string>
}

/** The attributes of the current tag. */
export interface TagAttributes extends Attributes {
  /** Passes the raw bytes of a value on, with undecoded references; nothing where the attribute is absent. */
  readonly written: (name: string, take: (bytes: Buffer, from: number, to: number) => void) => void
  /** Returns which of the names are present; computed once for all tags with the same attributes. Pass the same set. */
  readonly among: (names: ReadonlySet<string>) => readonly string[]
}

/** Shared by tags with the same attributes in the same order, which is usual for one writer. */
export interface Make {
  /** As written. */
  readonly names: readonly string[]
  /** The text before each value, where single spaces separate the attributes. */
  readonly leads: readonly string[]
  /** The index of each name in `names`. */
  readonly places: ReadonlyMap<string, number>
  /** The last requested value of each: neighbours often share it. */
  readonly last: (Value | undefined)[]
  /** The requested names of such a tag in order, with their indexes: they are always the same. */
  readonly lookups: { readonly name: string; readonly place: number | undefined }[]
  /** By requested set: the names that are present. */
  among: { readonly names: ReadonlySet<string>; readonly found: readonly string[] } | null
}

interface Value {
  readonly written: string
  readonly text: string
}

/** The positions of the values of the last tag in the window: value n from `values[2n]` to `values[2n + 1]`. */
export interface Spots {
  window: Window
  make: Make
  readonly values: number[]
  /** The number of requests to this tag. */
  lookups: number
}

export const NO_MAKE: Make = { names: [], leads: [], places: new Map(), last: [], lookups: [], among: null }
/** Bound on the attribute lists that are remembered for an element. */
const MAX_MAKES = 8
/** 80 characters of UTF-8. */
export const MAX_SHOWN_BYTES = 320
const TAB = 9
const NEWLINE = 10
const RETURN = 13
const SPACE = 32
const DOUBLE = 34
const SINGLE = 39
const SLASH = 47
const EQUALS = 61
const CLOSE = 62
/** The window ends before the token does. */
export const UNFINISHED = -1

export const NO_ATTRIBUTES: TagAttributes = Object.assign(new Map<string, string>(), {
  written: () => {},
  among: () => [],
})

function isSpace(code: number): boolean {
  return code === SPACE || code === NEWLINE || code === TAB || code === RETURN
}

/** Returns the end of a name that starts at `from`. */
export function nameEnd(text: string, from: number): number {
  let at = from
  while (at < text.length && !endsName(text, at)) at += 1
  return at
}

/** Returns 0 after the end: an access out of bounds would make the engine drop its fast code. */
export function characterAt(text: string, at: number): number {
  return at < text.length ? text.charCodeAt(at) : 0
}

export function endsName(text: string, at: number): boolean {
  const code = characterAt(text, at)
  return code === CLOSE || code === SLASH || isSpace(code)
}

/** Returns the position of `>` outside of quotes; UNFINISHED when the window ends first. */
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

export interface Tag {
  readonly name: string
  readonly start: number
  /** Start and end of its attributes. */
  readonly from: number
  readonly end: number
  /** The attribute list of the last tag with this name. */
  readonly make: Make
}

/** Returns the position of `>` of a tag that is written like the last one, and notes its values; otherwise UNFINISHED. */
export function expectedEnd(text: string, from: number, make: Make, values: number[]): number {
  const { leads } = make
  let at = from
  for (let n = 0; n < leads.length; n += 1) {
    const lead = leads[n] as string
    if (!text.startsWith(lead, at)) return UNFINISHED
    const open = at + lead.length
    const close = text.indexOf('"', open)
    if (close < 0) return UNFINISHED
    values[2 * n] = open
    values[2 * n + 1] = close
    at = close + 1
  }
  const code = characterAt(text, at)
  if (code === CLOSE) return at
  return code === SLASH && characterAt(text, at + 1) === CLOSE ? at + 1 : UNFINISHED
}

/**
 * Finds the attributes of a tag; `spots.make` is `tag.make` when the tag has that list.
 * @throws BrokenXml for an attribute without value or quotes, or a repeated one; RefusedXml past LIMITS.attributes.
 */
export function findAttributes(text: string, tag: Tag, spots: Spots): void {
  const { end } = tag
  const expected = tag.make.names
  let names: string[] | null = null
  let count = 0
  for (let at = skipSpace(text, tag.from, end); at < end; at = skipSpace(text, at, end)) {
    const known = expected[count]
    const isKnown = known !== undefined && text.startsWith(known, at) && text.charCodeAt(at + known.length) === EQUALS
    const nameEnd = isKnown ? at + known.length : attributeNameEnd(text, at, end)
    if (!isKnown) names ??= expected.slice(0, count)
    names?.push(own(text.slice(at, nameEnd)))
    const equals = skipSpace(text, nameEnd, end)
    if (equals >= end || text.charCodeAt(equals) !== EQUALS) throw brokenAt(at, text, tag, 'has no value')
    const open = skipSpace(text, equals + 1, end)
    const quote = open < end ? text.charAt(open) : ''
    const close = quote === '"' || quote === "'" ? text.indexOf(quote, open + 1) : UNFINISHED
    if (close < 0 || close >= end) throw brokenAt(at, text, tag, 'is not quoted')
    spots.values[2 * count] = open + 1
    spots.values[2 * count + 1] = close
    count += 1
    if (count > LIMITS.attributes)
      throw new RefusedXml(reportTexts.tooManyAttributes(tag.name, LIMITS.attributes), tag.start)
    at = close + 1
  }
  if (names === null && count < expected.length) names = expected.slice(0, count)
  spots.make = names === null ? tag.make : getMake(names, tag)
}

/** Returns a known attribute list of the element, if it fits. */
export function knownMake(makes: Make[], make: Make): Make {
  const known = makes.find((one) => one.names.length === make.names.length && one.names.every(isNameOf(make)))
  if (known === undefined && makes.length < MAX_MAKES) makes.push(make)
  return known ?? make
}

const isNameOf = (make: Make) => (name: string, n: number) => name === make.names[n]

function getMake(names: readonly string[], { name: element, start }: Tag): Make {
  const places = new Map<string, number>()
  for (const [n, name] of names.entries()) {
    const text = getWindowText(name)
    if (places.has(text)) throw new BrokenXml(`<${element}> has attribute «${shown(text)}» twice`, start)
    places.set(text, n)
  }
  return { names, leads: names.map((name) => ` ${name}="`), places, last: [], lookups: [], among: null }
}

const shown = (name: string) => name.slice(0, 80)

function brokenAt(at: number, text: string, { name, start, end }: Tag, why: string): BrokenXml {
  const key = shown(getWindowText(text.slice(at, attributeNameEnd(text, at, end)).slice(0, MAX_SHOWN_BYTES)))
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
