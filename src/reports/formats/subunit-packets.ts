/** Reads the packets of SubUnit v2 by its specification (testing-cabal/subunit, README, «Version 2»): all numbers are big-endian. */
import { type Bytes, LIMITS } from '../format.ts'
import { bounded } from '../input.ts'

export interface Packet {
  readonly id: string | null
  /** 0 is none, 1 exists, 2 inprogress, 3 success, 4 uxsuccess, 5 skip, 6 fail, 7 xfail. */
  readonly status: number
  readonly atMs: number | null
  readonly file: { readonly name: string; readonly content: Uint8Array } | null
  readonly route: string
}

/** How the stream ended, known once its packets have been read. */
export interface PacketsEnd {
  brokenBy: string | null
  hasText: boolean
}

interface Scan {
  readonly end: PacketsEnd
  /** The offset in the report of the first unread byte. */
  at: number
  held: Uint8Array
  /** The number of bytes to collect before the next attempt to read a packet. */
  need: number
  /** Missing bytes of the previous character: 0xb3 is also part of `ó`. */
  lacking: number
  /** Bytes that looked like packets and are none. */
  wasted: number
  isLast: boolean
}

const SIGNATURE = 0xb3
const VERSION = 0x2
const FLAG = { id: 0x800, route: 0x400, time: 0x200, tags: 0x80, file: 0x40, mime: 0x20, unused: 0x8, status: 0x7 }
/** Signature, flags, a length of one byte and the checksum. */
const SMALLEST = 8
const CHECKSUM_BYTES = 4
/** Signature, flags and the longest length. */
const HEADER = 6

/** Yields packets in order. A damaged packet ends the list, because its end is unknown. @throws ReportError past the byte limit. */
export function* getPackets(bytes: Bytes, end: PacketsEnd): Generator<Packet> {
  const scan: Scan = { end, at: 0, held: new Uint8Array(0), need: 1, lacking: 0, wasted: 0, isLast: false }
  let pieces: Uint8Array[] = []
  let size = 0
  for (const piece of bounded(bytes)) {
    size += piece.length
    if (size < scan.need) {
      // The next chunk may overwrite this one.
      pieces.push(Buffer.from(piece))
      continue
    }
    scan.held = Buffer.concat([...pieces, piece], size)
    yield* packetsIn(scan)
    if (end.brokenBy !== null) return
    pieces = [scan.held]
    size = scan.held.length
  }
  scan.held = Buffer.concat(pieces, size)
  scan.isLast = true
  yield* packetsIn(scan)
}

function* packetsIn(scan: Scan): Generator<Packet> {
  const { held, end } = scan
  let at = 0
  scan.need = 1
  while (at < held.length && end.brokenBy === null) {
    const found = held[at] === SIGNATURE ? packetAt(scan, at) : 'text'
    if (found === 'more') break
    if (found === 'text') {
      pass(scan, held[at] ?? 0)
      at += 1
    } else if (found !== null) {
      scan.lacking = 0
      yield found.packet
      at += found.length
    }
  }
  scan.at += at
  scan.held = held.subarray(at)
}

/** Returns a packet; `text` where none starts; `more` where it is incomplete; null where it is damaged. */
function packetAt(scan: Scan, at: number): { packet: Packet; length: number } | 'text' | 'more' | null {
  const { held, end } = scan
  const available = held.length - at
  const isJob = scan.lacking > 0
  const cut = (need: number) => {
    scan.need = need
    if (!scan.isLast) return 'more'
    if (isJob) return 'text'
    end.brokenBy = `the report ends inside the packet at byte ${scan.at + at}`
    return null
  }
  if (available < HEADER) return cut(HEADER)
  const flags = ((held[at + 1] ?? 0) << 8) | (held[at + 2] ?? 0)
  if (flags >> 12 !== VERSION || (flags & FLAG.unused) !== 0) return 'text'
  const [length, width] = numberAt(held, at + 3)
  if (width < 4 && length >= SMALLEST && available < length) return cut(length)
  const packet = width < 4 && length >= SMALLEST ? readPacket(held.subarray(at, at + length), flags, 3 + width) : null
  if (packet !== null) return { packet, length }
  scan.wasted += length
  if (isJob && scan.wasted < LIMITS.fileBytes) return 'text'
  end.brokenBy = `the packet at byte ${scan.at + at} is damaged`
  return null
}

/** Records how many more bytes the character of this byte has. */
function pass(scan: Scan, byte: number): void {
  scan.end.hasText = true
  if (scan.lacking > 0 && byte >> 6 === 0b10) scan.lacking -= 1
  else scan.lacking = byte >= 0xf0 ? 3 : byte >= 0xe0 ? 2 : byte >= 0xc0 ? 1 : 0
}

/** Returns null where the checksum does not match, or a part exceeds the packet. */
function readPacket(packet: Uint8Array, flags: number, from: number): Packet | null {
  const body = packet.subarray(0, packet.length - CHECKSUM_BYTES)
  const sum = new DataView(packet.buffer, packet.byteOffset + body.length).getUint32(0)
  if (checksum(body) !== sum) return null
  const cursor = { at: from, isOver: false }
  const take = (length: number) => {
    const part = body.subarray(cursor.at, cursor.at + length)
    cursor.at += length
    if (part.length < length) cursor.isOver = true
    return part
  }
  const number = () => {
    const [value, width] = numberAt(body, cursor.at)
    take(width)
    return value
  }
  const text = () => new TextDecoder().decode(take(number()))
  const has = (flag: number) => (flags & flag) !== 0
  const seconds = has(FLAG.time) ? getNumber(take(4)) : null
  const nanoseconds = seconds === null ? 0 : number()
  const id = has(FLAG.id) ? text() : null
  if (has(FLAG.tags)) for (let count = number(); count > 0 && !cursor.isOver; count -= 1) text()
  if (has(FLAG.mime)) text()
  const file = has(FLAG.file) ? { name: text(), content: take(number()) } : null
  const route = has(FLAG.route) ? text() : ''
  const atMs = seconds === null ? null : seconds * 1e3 + nanoseconds / 1e6
  return cursor.isOver ? null : { id, status: flags & FLAG.status, atMs, file, route }
}

/** Reads a number of one to four bytes; its first two bits contain the length. */
function numberAt(bytes: Uint8Array, at: number): readonly [value: number, width: number] {
  const first = bytes[at] ?? 0
  const width = (first >> 6) + 1
  return [getNumber([first & 0x3f, ...bytes.subarray(at + 1, at + width)]), width]
}

const getNumber = (bytes: Iterable<number>) => [...bytes].reduce((value, byte) => value * 256 + byte, 0)

const POLYNOMIAL = 0xedb88320
const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? POLYNOMIAL ^ (value >>> 1) : value >>> 1
  return value
})

/** CRC-32 as in zlib. */
function checksum(bytes: Uint8Array): number {
  let value = 0xffffffff
  for (const byte of bytes) value = (TABLE[(value ^ byte) & 0xff] ?? 0) ^ (value >>> 8)
  return (value ^ 0xffffffff) >>> 0
}
