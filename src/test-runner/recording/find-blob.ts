/** Finds blobs of a recording that anybody may have written: regular files that hold what their name says. */
import { createHash } from 'node:crypto'
import { closeSync, constants, fstatSync, lstatSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { getChunks } from '../reports/read-report.ts'
import { BLOBS_FOLDER, type BlobName } from './recording.ts'

export type FoundBlob = { readonly path: string } | { readonly reason: string }

/** Each blob is read through once, however often it is asked for. @param folder of the recording */
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

/** Why the blob is not to be read; null for none. Never through a link, and never hanging on a pipe. */
function getFault(blobs: string, path: string, blob: BlobName): string | null {
  try {
    if (!lstatSync(blobs).isDirectory()) return 'the folder of the blobs is no folder.'
    const file = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0))
    try {
      return contentFault(file, blob)
    } finally {
      closeSync(file)
    }
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error
    return `it cannot be opened: ${(error as NodeJS.ErrnoException).code}.`
  }
}

function contentFault(file: number, { sha256, bytes }: BlobName): string | null {
  const stats = fstatSync(file)
  if (!stats.isFile()) return 'it is no regular file.'
  if (stats.size !== bytes) return `it has ${stats.size} bytes, and the recording says ${bytes}.`
  const hash = createHash('sha256')
  for (const chunk of getChunks(file, bytes)) hash.update(chunk)
  return hash.digest('hex') === sha256 ? null : 'its content is not what its name says.'
}
