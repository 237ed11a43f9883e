/** Archives for tests: honest ones by a library, dishonest ones byte by byte. */
import { buffer } from 'node:stream/consumers'
import { crc32, deflateRawSync } from 'node:zlib'
import { ZipFile } from 'yazl'

/** An honest archive. */
export async function zip(files: Readonly<Record<string, string | Buffer>>): Promise<Buffer> {
  const file = new ZipFile()
  for (const [name, content] of Object.entries(files)) file.addBuffer(Buffer.from(content), name)
  file.end()
  return await buffer(file.outputStream)
}

/** One entry; what is not given is as an honest archiver writes it. */
export interface ForgedEntry {
  readonly name: string
  readonly content?: string | Buffer
  readonly method?: number
  readonly flags?: number
  /** Unix mode with file type: 0o120777 is a link. */
  readonly mode?: number
  readonly claimedSize?: number
  readonly crc?: number
  /** The entry whose local header this one points at. */
  readonly at?: number
}

export interface ForgedEnd {
  readonly entryCount?: number
  readonly directoryOffset?: number
}

/** Exactly the archive that is described, whether or not it can be. PKWARE APPNOTE 6.3.10, sections 4.3.7, 4.3.12, 4.3.16. */
export function forge(entries: readonly ForgedEntry[], end: ForgedEnd = {}): Buffer {
  const parts = entries.map(parse)
  const locals: Buffer[] = []
  const offsets: number[] = []
  for (const part of parts) {
    offsets.push(locals.reduce((sum, { length }) => sum + length, 0))
    locals.push(local(part))
  }
  const directory = Buffer.concat(parts.map((part, i) => central(part, offsets[entries[i]?.at ?? i] ?? 0)))
  const body = Buffer.concat(locals)
  const tail = Buffer.alloc(22)
  tail.writeUInt32LE(0x06054b50, 0)
  tail.writeUInt16LE(end.entryCount ?? entries.length, 8)
  tail.writeUInt16LE(end.entryCount ?? entries.length, 10)
  tail.writeUInt32LE(directory.length, 12)
  tail.writeUInt32LE(end.directoryOffset ?? body.length, 16)
  return Buffer.concat([body, directory, tail])
}

interface Part {
  readonly name: Buffer
  readonly data: Buffer
  readonly method: number
  readonly flags: number
  readonly mode: number
  readonly size: number
  readonly crc: number
}

function parse(entry: ForgedEntry): Part {
  const content = Buffer.from(entry.content ?? '')
  const method = entry.method ?? 8
  return {
    name: Buffer.from(entry.name),
    data: method === 8 ? deflateRawSync(content) : content,
    method,
    flags: (entry.flags ?? 0) | 0x800,
    mode: entry.mode ?? 0o100644,
    size: entry.claimedSize ?? content.length,
    crc: entry.crc ?? crc32(content),
  }
}

function local({ name, data, method, flags, size, crc }: Part): Buffer {
  const head = Buffer.alloc(30)
  head.writeUInt32LE(0x04034b50, 0)
  head.writeUInt16LE(20, 4)
  writeSizes(head, 6, { method, flags, crc, compressed: data.length, size, nameLength: name.length })
  return Buffer.concat([head, name, data])
}

function central({ name, data, method, flags, mode, size, crc }: Part, offset: number): Buffer {
  const head = Buffer.alloc(46)
  head.writeUInt32LE(0x02014b50, 0)
  head.writeUInt16LE((3 << 8) | 20, 4)
  head.writeUInt16LE(20, 6)
  writeSizes(head, 8, { method, flags, crc, compressed: data.length, size, nameLength: name.length })
  head.writeUInt32LE((mode << 16) >>> 0, 38)
  head.writeUInt32LE(offset, 42)
  return Buffer.concat([head, name])
}

interface Sizes {
  readonly method: number
  readonly flags: number
  readonly crc: number
  readonly compressed: number
  readonly size: number
  readonly nameLength: number
}

/** The fields that both headers share, in the same order. */
function writeSizes(head: Buffer, at: number, { method, flags, crc, compressed, size, nameLength }: Sizes): void {
  head.writeUInt16LE(flags, at)
  head.writeUInt16LE(method, at + 2)
  head.writeUInt32LE(crc, at + 8)
  head.writeUInt32LE(compressed, at + 12)
  head.writeUInt32LE(size, at + 16)
  head.writeUInt16LE(nameLength, at + 20)
}
