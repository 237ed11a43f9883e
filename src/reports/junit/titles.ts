/** Sanitises the names of cases byte by byte. Strings are created on demand, because there may be millions. */
import { isUtf8 } from 'node:buffer'
import { MAX_MESSAGE } from '../../core/model/test-run.ts'
import { type PackedNames, packNames } from '../packed-text.ts'
import { plainText } from '../text.ts'
import { attributeValue, own } from '../xml/text.ts'

export interface Titles {
  /** Receives raw bytes of a name. */
  readonly write: (bytes: Buffer, from: number, to: number) => void
  /** Ends the name. */
  readonly end: () => void
  /** All names so far, in order. */
  readonly packed: () => PackedNames
  readonly clear: () => void
}

const FIRST_BYTES = 65_536
const NEWLINE = 10
const AMPERSAND = 38
/** References by the bytes after the ampersand, with their characters. */
const REFERENCES = Object.entries({ 'quot;': '"', 'amp;': '&', 'lt;': '<', 'gt;': '>', 'apos;': "'" }).map(
  ([name, meaning]) => ({ name: Buffer.from(name), meaning: meaning.charCodeAt(0) }),
)
/** Marks control characters, white space, numeric references and bytes of terminal codes. */
const ODD = 1
/** Marks lead bytes of characters beyond ASCII that may be one of those. */
const LEAD = 2
const REFERENCE = 3
const ODD_NAME = -1
const KINDS = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte < 0x20 || byte === 0x7f || byte === 0x23) return ODD
  if (byte === 0xc2 || byte === 0xe2 || byte === 0xef) return LEAD
  return byte === AMPERSAND ? REFERENCE : 0
})

/** Creates the store. @param limit the number of names until it is cleared */
export function gatherTitles(limit: number): Titles {
  const ends = new Uint32Array(limit)
  let held = Buffer.allocUnsafeSlow(FIRST_BYTES)
  let size = 0
  let count = 0
  let hasLineEnd = false
  const room = (more: number) => {
    if (size + more <= held.length) return
    const larger = Buffer.allocUnsafeSlow(2 * (size + more))
    held.copy(larger, 0, 0, size)
    held = larger
  }
  const writeOdd = (bytes: Buffer, from: number, to: number) => {
    const text = cleanTitle(attributeValue(bytes.toString('utf8', from, to)))
    if (text.includes('\n')) hasLineEnd = true
    const written = Buffer.from(text)
    room(written.length + 1)
    size += written.copy(held, size)
  }
  return {
    write: (bytes, from, to) => {
      room(to - from + 1)
      const end = to - from > MAX_MESSAGE ? ODD_NAME : copyPlain(bytes, from, to, held, size)
      if (end === ODD_NAME) writeOdd(bytes, from, to)
      else size = end
    },
    end: () => {
      room(1)
      ends[count++] = size
      held[size++] = NEWLINE
    },
    packed: () => {
      if (count === 0) return []
      const bytes = held.subarray(0, size - 1)
      return hasLineEnd || !isUtf8(bytes) ? packNames(namesIn(bytes, ends.subarray(0, count))) : new Uint8Array(bytes)
    },
    clear: () => {
      size = 0
      count = 0
      hasLineEnd = false
    },
  }
}

/** Copies a name and decodes its references. @returns its end, or ODD_NAME where it needs sanitising */
function copyPlain(bytes: Buffer, from: number, to: number, target: Buffer, start: number): number {
  let size = start
  for (let at = from; at < to; at += 1) {
    const byte = bytes[at] as number
    const kind = KINDS[byte] as number
    if (kind === REFERENCE) {
      const reference = referenceAt(bytes, at + 1, to)
      target[size++] = reference?.meaning ?? byte
      at += reference?.name.length ?? 0
      continue
    }
    if (kind === ODD || (kind === LEAD && at + 1 < to && isOdd(byte, bytes[at + 1] as number))) return ODD_NAME
    target[size++] = byte
  }
  return size
}

/** Matches control characters beyond ASCII, the symbol for ESC, the replacement character, and their neighbours. */
function isOdd(lead: number, next: number): boolean {
  return lead === 0xc2 ? next < 0xa0 : (lead === 0xe2 && next === 0x90) || (lead === 0xef && next === 0xbf)
}

function referenceAt(bytes: Buffer, at: number, to: number) {
  for (const reference of REFERENCES) if (isAt(bytes, at, to, reference.name)) return reference
  return null
}

function isAt(bytes: Buffer, at: number, to: number, name: Buffer): boolean {
  if (at + name.length > to) return false
  for (let n = 0; n < name.length; n += 1) if (bytes[at + n] !== name[n]) return false
  return true
}

/** Decodes names one by one, because invalid UTF-8 was not sanitised yet. */
function namesIn(bytes: Buffer, ends: Uint32Array): readonly string[] {
  return Array.from(ends, (end, n) => {
    const name = bytes.subarray(n === 0 ? 0 : (ends[n - 1] as number) + 1, end)
    return isUtf8(name) ? name.toString() : cleanTitle(name.toString())
  })
}

/** Returns a name without terminal codes, bounded. */
export function cleanTitle(text: string): string {
  return plainText(own(text.slice(0, MAX_MESSAGE)))
}
