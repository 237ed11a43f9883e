/** Decodes references in XML text: five names and numbers, never entities that a document declares. */
import { wellFormed } from '../utf8.ts'

const NAMED: ReadonlyMap<string, string> = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
])
const AMPERSAND = 38
const SEMICOLON = 59
const HASH = 35
/** `&#x0010ffff;` with a few more zeros. */
const LONGEST = 12
const HEXADECIMAL = /^#x[0-9a-fA-F]{1,8}$/
const DECIMAL = /^#[0-9]{1,10}$/
/** From this length on, a slice in V8 is a view of the whole string. */
const SLICED = 13
/** From this length on, the engine's own replace is faster. */
const LONG = 512
const REPLACEMENT = '\ufffd'

/** Decodes references; an unknown one stays as written. */
export function unescapeXml(text: string): string {
  const at = text.indexOf('&')
  if (at < 0) return text
  return text.length < LONG || text.includes('&#', at) ? unescapeAll(text, at) : unescapeNamed(text)
}

/** Decodes the five names with the engine's own replace; the ampersand last, so that nothing is decoded twice. */
function unescapeNamed(text: string): string {
  return text
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&apos;/g, "'")
    .replace(/&amp;/g, '&')
}

/** Decodes by hand: a pattern with a function takes twice as long. */
function unescapeAll(text: string, first: number): string {
  let at = first
  let decoded = ''
  let from = 0
  for (; at >= 0; at = text.indexOf('&', at + 1)) {
    const end = referenceEnd(text, at + 1)
    const meaning = end < 0 ? undefined : getMeaning(text.slice(at + 1, end))
    if (meaning === undefined) continue
    decoded += text.slice(from, at) + meaning
    from = end + 1
  }
  return wellFormed(decoded + text.slice(from))
}

function referenceEnd(text: string, from: number): number {
  const last = Math.min(text.length, from + LONGEST)
  for (let at = from; at < last; at += 1) {
    const code = text.charCodeAt(at)
    if (code === SEMICOLON) return at
    if (code === AMPERSAND) return -1
  }
  return -1
}

function getMeaning(name: string): string | undefined {
  if (name.charCodeAt(0) !== HASH) return NAMED.get(name)
  if (DECIMAL.test(name)) return character(Number(name.slice(1)))
  return HEXADECIMAL.test(name) ? character(Number.parseInt(name.slice(2), 16)) : undefined
}

/** Decodes the value of an attribute: white space becomes a space too, as XML demands. */
export function attributeValue(text: string): string {
  return /[&\t\n\r]/.test(text) ? unescapeXml(text.replace(/\r\n|[\t\n\r]/g, ' ')) : text
}

/**
 * Control characters are forgiven (terminal colours are cleaned away later); what is no character at all is replaced.
 * Halves of a pair stay, since old writers make two references of one character.
 */
function character(code: number): string {
  const isNone = code === 0 || code > 0x10ffff || (code & 0xfffe) === 0xfffe
  return isNone ? REPLACEMENT : String.fromCodePoint(code)
}

/** A copy that does not keep the window it was cut from in memory. */
export function own(text: string): string {
  // Shorter ones are always copied; flattening a joined string copies just what it holds, without a detour over bytes.
  return text.length < SLICED ? text : ` ${text}`.slice(1)
}
