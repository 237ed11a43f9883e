/** The names of cases, made harmless byte by byte as they come: text of millions of them is made when it is asked for. */
import { isUtf8 } from 'node:buffer'
import { MAX_MESSAGE } from '../../core/test-run.ts'
import { type PackedNames, packNames } from '../names.ts'
import { plainText } from '../text.ts'
import { attributeValue, own } from '../xml-text.ts'

export interface Titles {
  /** Takes the name that comes, as it is written in the document. */
  readonly write: (bytes: Buffer, from: number, to: number) => void
  /** The name that came is whole. */
  readonly end: () => void
  /** All names so far, in order. */
  readonly packed: () => PackedNames
  readonly clear: () => void
}

const FIRST_BYTES = 65_536
const NEWLINE = 10
const AMPERSAND = 38
/** References by the bytes that follow the ampersand, and what they stand for. */
const REFERENCES = Object.entries({ 'quot;': '"', 'amp;': '&', 'lt;': '<', 'gt;': '>', 'apos;': "'" }).map(
  ([name, meaning]) => ({ name: Buffer.from(name), meaning: meaning.charCodeAt(0) }),
)
/** Of a control character, white space, a reference by number, or what terminals use. */
const ODD = 1
/** Of something beyond ASCII that may be one of those. */
const LEAD = 2
const REFERENCE = 4
const KINDS = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte < 0x20 || byte === 0x7f || byte === 0x23) return ODD
  if (byte === 0xc2 || byte === 0xe2 || byte === 0xef) return LEAD
  return byte === AMPERSAND ? REFERENCE : 0
})

/** @param limit how many names there may be until they are cleared */
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
    const text = title(attributeValue(bytes.toString('utf8', from, to)))
    if (text.includes('\n')) hasLineEnd = true
    const written = Buffer.from(text)
    room(written.length + 1)
    size += written.copy(held, size)
  }
  return {
    write: (bytes, from, to) => {
      room(to - from + 1)
      const copy = held
      const start = size
      let kinds = 0
      for (let at = from; at < to; at += 1) {
        const byte = bytes[at] as number
        copy[start + at - from] = byte
        kinds |= KINDS[byte] as number
      }
      const isOdd = (kinds & ODD) > 0 || to - from > MAX_MESSAGE || ((kinds & LEAD) > 0 && hasOdd(bytes, from, to))
      if (isOdd) writeOdd(bytes, from, to)
      else size = (kinds & REFERENCE) > 0 ? readReferences(copy, start, start + to - from) : start + to - from
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

/** Control characters beyond ASCII, the sign for ESC, the one for what is no character, and their neighbours. */
function hasOdd(bytes: Buffer, from: number, to: number): boolean {
  for (let at = from; at < to - 1; at += 1) {
    const lead = bytes[at] as number
    const next = bytes[at + 1] as number
    if (lead === 0xc2 ? next < 0xa0 : (lead === 0xe2 && next === 0x90) || (lead === 0xef && next === 0xbf)) return true
  }
  return false
}

/** Each becomes what it stands for, and what follows moves to the front. @returns the end of what is left */
function readReferences(bytes: Buffer, from: number, to: number): number {
  let size = from
  for (let at = from; at < to; at += 1) {
    let byte = bytes[at] as number
    if (byte === AMPERSAND)
      for (const { name, meaning } of REFERENCES)
        if (isAt(bytes, at + 1, to, name)) {
          byte = meaning
          at += name.length
          break
        }
    bytes[size++] = byte
  }
  return size
}

function isAt(bytes: Buffer, at: number, to: number, name: Buffer): boolean {
  if (at + name.length > to) return false
  for (let n = 0; n < name.length; n += 1) if (bytes[at + n] !== name[n]) return false
  return true
}

/** One by one: what was no UTF-8 has not been looked at as text. */
function namesIn(bytes: Buffer, ends: Uint32Array): readonly string[] {
  return Array.from(ends, (end, n) => {
    const name = bytes.subarray(n === 0 ? 0 : (ends[n - 1] as number) + 1, end)
    return isUtf8(name) ? name.toString() : title(name.toString())
  })
}

/** A name, without what a terminal would make of it, bounded. */
export function title(text: string): string {
  return plainText(own(text.slice(0, MAX_MESSAGE)))
}
