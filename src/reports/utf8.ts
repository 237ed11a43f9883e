/**
 * Makes bytes valid UTF-8, so that names that differ stay different: halves of a pair are joined (CESU-8, as Java writes
 * it), and each byte that is part of no character becomes U+FFFD and its number.
 */
import { isUtf8 } from 'node:buffer'

export interface Utf8Stream {
  /** Returns valid bytes; `waiting` bytes of the last character wait for the next chunk. */
  readonly add: (bytes: Buffer, isLast: boolean) => { readonly bytes: Buffer; readonly waiting: number }
}

const NONE = Buffer.alloc(0)
/** Code points that cannot be decoded become this and their number. */
export const UNREADABLE = '\ufffd'
const HALF_BYTES = 3
const HALF_LEAD = 0xed

/** @param onInvalid called at the first invalid byte */
export function utf8Stream(onInvalid: () => void = () => undefined): Utf8Stream {
  let cut: Buffer = NONE
  let isValid = true
  return {
    add: (bytes, isLast) => {
      const whole = cut.length === 0 ? bytes : Buffer.concat([cut, bytes])
      const end = isLast ? whole.length : wholeCharacters(whole)
      cut = Buffer.from(whole.subarray(end))
      const text = whole.subarray(0, end)
      if (isUtf8(text)) return { bytes: text, waiting: cut.length }
      if (isValid) onInvalid()
      isValid = false
      return { bytes: Buffer.from(repair(text)), waiting: cut.length }
    },
  }
}

/** Replaces halves of a pair that stand alone: U+FFFD and their number, as for bytes. */
export function wellFormed(text: string): string {
  if (text.isWellFormed()) return text
  return text.replace(/\p{Surrogate}/gu, (half) => UNREADABLE + half.charCodeAt(0).toString(16))
}

function repair(bytes: Buffer): string {
  let text = ''
  for (let at = 0; at < bytes.length; ) {
    const size = sequenceLength(bytes[at] as number)
    const character = bytes.subarray(at, at + size)
    if (isUtf8(character)) text += character.toString()
    else if (isHalf(bytes, at)) text += String.fromCharCode(toHalf(bytes, at))
    else text += UNREADABLE + (bytes[at] as number).toString(16)
    at += isUtf8(character) ? size : isHalf(bytes, at) ? HALF_BYTES : 1
  }
  return wellFormed(text)
}

/** Halves are U+D800 to U+DFFF: the second byte is A0 or more. */
const isHalf = (bytes: Buffer, at: number) =>
  bytes[at] === HALF_LEAD && isNext(bytes[at + 1], 0xa0) && isNext(bytes[at + 2], 0x80)
const isNext = (byte: number | undefined, least: number) => byte !== undefined && byte >= least && byte < 0xc0
const toHalf = (bytes: Buffer, at: number) =>
  0xd000 | (((bytes[at + 1] as number) & 0x3f) << 6) | ((bytes[at + 2] as number) & 0x3f)

/** Returns the end of the last complete character; the first half of a pair is not complete. */
function wholeCharacters(bytes: Buffer): number {
  const end = wholeBytes(bytes)
  const isFirstHalf = end >= HALF_BYTES && isHalf(bytes, end - HALF_BYTES) && (bytes[end - 2] as number) < 0xb0
  return isFirstHalf ? end - HALF_BYTES : end
}

function wholeBytes(bytes: Buffer): number {
  for (let back = 1; back <= 3 && back <= bytes.length; back += 1) {
    const byte = bytes[bytes.length - back] as number
    if (byte < 0x80) break
    if (byte >= 0xc0) return back < sequenceLength(byte) ? bytes.length - back : bytes.length
  }
  return bytes.length
}

function sequenceLength(lead: number): number {
  if (lead < 0xc0 || lead >= 0xf8) return 1
  if (lead >= 0xf0) return 4
  return lead >= 0xe0 ? 3 : 2
}
