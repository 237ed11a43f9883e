/** Reads an artifact's zip in memory. Its content is hostile: nothing is written to disk, and every size is bounded. */
import { crc32, inflateRawSync } from 'node:zlib'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { GateError } from '../../../core/model/errors.ts'
import { artifactRefusals } from './texts.ts'

interface ArchiveLimits {
  /** The size of the archive, in bytes. */
  readonly compressedBytes: number
  readonly entries: number
  /** The expanded size of one entry. */
  readonly entryBytes: number
  /** The expanded size of all entries. */
  readonly expandedBytes: number
  /** Ratio of expanded to compressed size, for entries above RATIO_MATTERS_FROM. */
  readonly ratio: number
}

/** Far above the run folder of 250 commits with 50,000 tests each, far below the memory of a runner. */
export const ARCHIVE_LIMITS: ArchiveLimits = {
  compressedBytes: 67_108_864,
  entries: 40_000,
  entryBytes: 134_217_728,
  expandedBytes: 1_073_741_824,
  ratio: 200,
}

export interface Archive {
  /** The names in the order of the archive, without folders. */
  readonly names: readonly string[]
  /**
   * Expands an entry; null when there is none. @param maxBytes a larger entry is refused before it is expanded @throws
   * GateError `bad-artifact` when the content does not match its header
   */
  readonly read: (name: string, maxBytes: number) => Buffer | null
}

/** The position of an entry's bytes, and its declared size. */
interface Slice {
  readonly name: string
  readonly start: number
  readonly end: number
  readonly isStored: boolean
  readonly size: number
  readonly crc: number
}

/** Small entries of repeated lines may have an extreme ratio without being harmful. */
const RATIO_MATTERS_FROM = 1_048_576
const MAX_QUOTE = 80
const STORED = 0
const DEFLATED = 8
/**
 * Unix file types, in the upper half of the external attributes:
 * https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT
 */
const FILE_TYPE = 0o170000
const LINK = 0o120000
const PLAIN_TYPES = [0, 0o100000, 0o040000]

/**
 * Opens an archive. @param bytes the downloaded zip @param isAllowed whether a name may be in the archive; one other
 * name, and the whole archive is refused @throws GateError `bad-artifact` with the reason: bounds, names, links,
 * duplicates, encryption, or not a zip
 */
export async function openArchive(
  bytes: Buffer,
  isAllowed: (name: string) => boolean,
  limits: ArchiveLimits = ARCHIVE_LIMITS,
): Promise<Archive> {
  if (bytes.length > limits.compressedBytes)
    throw invalidArtifact(artifactRefusals.archiveTooLarge(limits.compressedBytes))
  const slices = await readDirectory(bytes, isAllowed, limits)
  refuseOverlaps(slices)
  const byName = new Map(slices.map((slice) => [slice.name, slice]))
  return {
    names: [...byName.keys()],
    read: (name, maxBytes) => {
      const slice = byName.get(name)
      if (slice === undefined) return null
      if (slice.size > maxBytes)
        throw invalidArtifact(artifactRefusals.entryTooLarge(quote(name), slice.size, maxBytes))
      return expand(bytes, slice)
    },
  }
}

/** The error for an artifact that cannot be trusted or read. */
export class ArtifactError extends GateError {
  /** The reason, as a clause. */
  readonly reason: string
  /** `of-others`: made for another pull request or base. `unsettled`: a required service did not answer. */
  readonly kind: 'final' | 'of-others' | 'unsettled'
  constructor(reason: string, kind: ArtifactError['kind'] = 'final', cause?: unknown) {
    super('bad-artifact', `The artifact is refused: ${reason}.`, 'Run the job again to measure again.', cause)
    this.reason = reason
    this.kind = kind
  }
}

export function invalidArtifact(reason: string, cause?: unknown): ArtifactError {
  return new ArtifactError(reason, 'final', cause)
}

async function readDirectory(
  bytes: Buffer,
  isAllowed: (name: string) => boolean,
  limits: ArchiveLimits,
): Promise<Slice[]> {
  try {
    const zip = await fromBufferPromise(bytes, { strictFileNames: true })
    const claimed = (zip as ZipFile & { entryCount: number }).entryCount
    if (claimed > limits.entries) throw invalidArtifact(artifactRefusals.tooManyEntries(claimed, limits.entries))
    return await readEntries(zip, isAllowed, limits)
  } catch (error) {
    if (error instanceof GateError) throw error
    throw invalidArtifact(artifactRefusals.noZip(quote(error instanceof Error ? error.message : String(error))), error)
  }
}

async function readEntries(
  zip: ZipFile,
  isAllowed: (name: string) => boolean,
  limits: ArchiveLimits,
): Promise<Slice[]> {
  const slices: Slice[] = []
  const seen = new Set<string>()
  let expanded = 0
  for await (const entry of zip.eachEntry()) {
    const name = entry.fileName
    const reason = reasonAgainst(entry, limits)
    if (reason !== null) throw invalidArtifact(`${quote(name)} ${reason}`)
    if (name.endsWith('/')) continue
    if (!isAllowed(name)) throw invalidArtifact(artifactRefusals.unknownName(quote(name)))
    if (seen.has(name)) throw invalidArtifact(artifactRefusals.nameTwice(quote(name)))
    seen.add(name)
    expanded += entry.uncompressedSize
    if (expanded > limits.expandedBytes) throw invalidArtifact(artifactRefusals.expandsTooFar(limits.expandedBytes))
    slices.push(await getSlice(zip, entry))
  }
  return slices
}

function reasonAgainst(entry: Entry, limits: ArchiveLimits): string | null {
  const { compressedSize, uncompressedSize, compressionMethod } = entry
  const type = (entry.externalFileAttributes >>> 16) & FILE_TYPE
  if (type === LINK) return artifactRefusals.isLink
  if (!PLAIN_TYPES.includes(type)) return artifactRefusals.isIrregular
  if (entry.isEncrypted()) return artifactRefusals.isEncrypted
  if (compressionMethod !== STORED && compressionMethod !== DEFLATED) return artifactRefusals.unknownCompression
  if (entry.fileName.endsWith('/') && uncompressedSize > 0) return artifactRefusals.folderWithContent
  if (uncompressedSize > limits.entryBytes) return artifactRefusals.entryExpands(uncompressedSize, limits.entryBytes)
  const isBomb = uncompressedSize > RATIO_MATTERS_FROM && uncompressedSize > compressedSize * limits.ratio
  return isBomb ? artifactRefusals.isBomb(limits.ratio) : null
}

async function getSlice(zip: ZipFile, entry: Entry): Promise<Slice> {
  const { fileDataStart: start } = await zip.readLocalFileHeaderPromise(entry, { minimal: true })
  return {
    name: entry.fileName,
    start,
    end: start + entry.compressedSize,
    isStored: entry.compressionMethod === STORED,
    size: entry.uncompressedSize,
    crc: entry.crc32,
  }
}

/** Refuses entries that share bytes: they would let a small archive expand without bound, each within its own limit. */
function refuseOverlaps(slices: readonly Slice[]): void {
  const sorted = slices.toSorted((a, b) => a.start - b.start || a.end - b.end)
  sorted.forEach((slice, i) => {
    const before = sorted[i - 1]
    const isShared = before !== undefined && (slice.start < before.end || slice.start === before.start)
    if (isShared) throw invalidArtifact(artifactRefusals.sharedBytes(quote(before.name), quote(slice.name)))
  })
}

function expand(bytes: Buffer, { name, start, end, isStored, size, crc }: Slice): Buffer {
  const raw = bytes.subarray(start, end)
  const content = isStored ? raw : inflate(name, raw, size)
  if (content.length !== size) throw invalidArtifact(artifactRefusals.otherSize(quote(name), content.length, size))
  if (crc32(content) !== crc) throw invalidArtifact(artifactRefusals.otherChecksum(quote(name)))
  return content
}

function inflate(name: string, raw: Buffer, size: number): Buffer {
  try {
    return inflateRawSync(raw, { maxOutputLength: Math.max(size, 1) })
  } catch (error) {
    const isTooLarge = error instanceof RangeError
    throw invalidArtifact(
      `${quote(name)} ${isTooLarge ? 'is larger than its declared size' : 'cannot be expanded'}`,
      error,
    )
  }
}

/** Quotes a name from the artifact: one short line, with terminal control characters escaped. */
function quote(text: string): string {
  const short = text.length > MAX_QUOTE ? `${text.slice(0, MAX_QUOTE)}...` : text
  return JSON.stringify(short).replaceAll(/[^\x20-\x7e]/g, '?')
}
