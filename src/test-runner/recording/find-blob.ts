/** Finds blobs of an untrusted recording: regular files whose content matches their name. */
import { createHash } from 'node:crypto'
import { closeSync, fstatSync, lstatSync } from 'node:fs'
import { join } from 'node:path'
import { openToRead } from '../../disk.ts'
import { getChunks } from '../reports/read-report.ts'
import { BLOBS_FOLDER, type BlobName } from './recording.ts'
import { recordingTexts } from './texts.ts'

export type FoundBlob = { readonly path: string } | { readonly reason: string }

/**
 * Opens the blobs. Reads each one only once, however often it is requested.
 * @param folder of the recording
 */
export function openBlobs(folder: string): (blob: BlobName) => FoundBlob {
  const known = new Map<string, string | null>()
  const blobs = join(folder, BLOBS_FOLDER)
  return (blob) => {
    const id = `${blob.sha256} ${blob.bytes}`
    const path = join(blobs, blob.sha256)
    const reason = known.has(id) ? known.get(id) : getFault(blobs, path, blob)
    known.set(id, reason ?? null)
    return reason ? { reason: `${BLOBS_FOLDER}/${blob.sha256}: ${reason}` } : { path }
  }
}

/** Returns why the blob cannot be read; null when it can. Never follows a link, never blocks on a pipe. */
function getFault(blobs: string, path: string, blob: BlobName): string | null {
  try {
    if (!lstatSync(blobs).isDirectory()) return 'the path of the blobs is not a folder.'
    const file = openToRead(path)
    try {
      return contentFault(file, blob)
    } finally {
      closeSync(file)
    }
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error
    return recordingTexts.notOpened((error as NodeJS.ErrnoException).code)
  }
}

function contentFault(file: number, { sha256, bytes }: BlobName): string | null {
  const stats = fstatSync(file)
  if (!stats.isFile()) return 'it is not a regular file.'
  if (stats.size !== bytes) return recordingTexts.otherSize(stats.size, bytes)
  const hash = createHash('sha256')
  for (const chunk of getChunks(file, bytes)) hash.update(chunk)
  return hash.digest('hex') === sha256 ? null : 'its content does not match its name.'
}
