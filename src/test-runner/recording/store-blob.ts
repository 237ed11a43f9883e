/** Stores the files of a run by the sha256 of their bytes, without secrets, each once, within limits. */
import { createHash } from 'node:crypto'
import { closeSync, existsSync, fstatSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { openToRead } from '../../disk.ts'
import type { Redactor } from '../process/redact-secrets.ts'
import { getChunks } from '../reports/read-report.ts'
import type { BlobName, RecordingLimits } from './recording.ts'
import { recordingTexts } from './texts.ts'

export type Stored = BlobName | { readonly reason: string }

export interface BlobStore {
  readonly pathOf: (blob: BlobName) => string
  readonly storeFile: (path: string) => Stored
  readonly storeText: (text: string) => Stored
}

/** Where a blob is written before its name is known. */
const PART = 'part'

/**
 * Opens the store.
 * @param folder created here; its parent must exist
 */
export function openBlobStore(folder: string, redact: Redactor, limits: RecordingLimits): BlobStore {
  mkdirSync(folder)
  const getPath = ({ sha256 }: BlobName) => join(folder, sha256)
  let count = 0
  let total = 0
  const store = (chunks: Iterable<Uint8Array>): Stored => {
    const part = join(folder, PART)
    const blob = writePart(part, redact.bytes(chunks))
    const isNew = !existsSync(getPath(blob))
    const reason = isNew ? excess({ count: count + 1, total: total + blob.bytes }, limits) : null
    if (!isNew || reason !== null) rmSync(part)
    if (reason !== null) return { reason }
    if (!isNew) return blob
    renameSync(part, getPath(blob))
    count += 1
    total += blob.bytes
    return blob
  }
  return {
    pathOf: getPath,
    storeFile: (path) => storeFile(path, store, limits),
    storeText: (text) => store([Buffer.from(text)]),
  }
}

function storeFile(path: string, store: (chunks: Iterable<Uint8Array>) => Stored, { blobBytes }: RecordingLimits) {
  const file = openOrCode(path)
  if (typeof file === 'string') return { reason: `it cannot be opened: ${file}.` }
  try {
    const stats = fstatSync(file)
    if (!stats.isFile()) return { reason: 'it is not a regular file.' }
    if (stats.size > blobBytes) return { reason: recordingTexts.fileTooLarge(stats.size, blobBytes) }
    return store(getChunks(file, stats.size))
  } finally {
    closeSync(file)
  }
}

/** Opens a file. Never follows a link, never blocks on a pipe, even when the file was replaced after it was found. */
function openOrCode(path: string): number | string {
  try {
    return openToRead(path)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'unknown'
  }
}

function writePart(path: string, chunks: Iterable<Uint8Array>): BlobName {
  rmSync(path, { recursive: true, force: true })
  const file = openSync(path, 'wx')
  try {
    const hash = createHash('sha256')
    let bytes = 0
    for (const chunk of chunks) {
      hash.update(chunk)
      for (let at = 0; at < chunk.length; ) at += writeSync(file, chunk, at)
      bytes += chunk.length
    }
    return { sha256: hash.digest('hex'), bytes }
  } finally {
    closeSync(file)
  }
}

function excess({ count, total }: { readonly count: number; readonly total: number }, limits: RecordingLimits) {
  if (count > limits.blobs) return recordingTexts.tooManyFiles(limits.blobs)
  if (total > limits.totalBytes) return recordingTexts.totalTooLarge(limits.totalBytes)
  return null
}
