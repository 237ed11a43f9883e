/** Reads one opening tag out of a window: its name, its attributes, where it ends. */
import { LIMITS, ReportError } from './format.ts'
import { attributeValue, own } from './xml-text.ts'

/** Of one tag; of equal names, the first. Those of a document are one view that moves from tag to tag: copy what is kept. */
export interface Attributes extends Iterable<readonly [name: string, value: string]> {
  readonly size: number
  readonly has: (name: string) => boolean
  readonly get: (name: string) => string | undefined
  readonly keys: () => Iterable<string>
}

/** Structure that cannot be read; what was read before it stays. `at` is the place in the window, null for the whole document. */
export class BrokenXml extends Error {
  readonly at: number | null
  constructor(message: string, at: number | null) {
    super(message)
    this.name = 'BrokenXml'
    this.at = at
  }
}

/** What tags have in common whose attributes are the same in the same order, as those of one writer mostly are. */
export interface Make {
  readonly names: readonly string[]
  /** The place of each name in `names`; of equal ones, the first. */
  readonly places: ReadonlyMap<string, number>
}

/** Where the values of the last tag stand in the window: value n from `values[2n]` to `values[2n + 1]`. */
export interface Spots {
  text: string
  make: Make
  readonly values: number[]
}

export const NO_MAKE: Make = { names: [], places: new Map() }
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

/** A view of the tag that `spots` tell of: a value becomes text when it is asked for; for most of them nobody asks. */
export function attributesIn(spots: Spots): Attributes {
  const { values } = spots
  const valueAt = (n: number) => attributeValue(spots.text.slice(values[2 * n], values[2 * n + 1]))
  return {
    get size() {
      return spots.make.places.size
    },
    has: (name) => spots.make.places.has(name),
    get: (name) => {
      const n = spots.make.places.get(name)
      return n === undefined ? undefined : valueAt(n)
    },
    keys: () => spots.make.places.keys(),
    *[Symbol.iterator]() {
      for (const [name, n] of spots.make.places) yield [name, valueAt(n)]
    },
  }
}

export interface Tag {
  readonly name: string
  readonly start: number
  /** Where its attributes start and end. */
  readonly from: number
  readonly end: number
  /** Of the last tag of this name. */
  readonly make: Make
}

/**
 * Finds the attributes of a tag; `spots.make` is `tag.make` when that is what it is.
 * @throws BrokenXml for one without value or quotes, ReportError past LIMITS.attributes.
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
      throw new ReportError(`<${tag.name}> has more attributes than limit attributes (${LIMITS.attributes})`)
    at = close + 1
  }
  spots.text = text
  if (names === null && count < expected.length) names = expected.slice(0, count)
  spots.make = names === null ? tag.make : makeOf(names)
}

function makeOf(names: readonly string[]): Make {
  const places = new Map<string, number>()
  for (const [n, name] of names.entries()) if (!places.has(name)) places.set(name, n)
  return { names, places }
}

function brokenAt(at: number, text: string, { name, start, end }: Tag, why: string): BrokenXml {
  const key = text.slice(at, attributeNameEnd(text, at, end)).slice(0, 80)
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
