/** Checks whether a file still has the content that was written to it: tests run with our rights, and can change it. */
import { createHash } from 'node:crypto'
import { closeSync, fstatSync, rmSync, writeFileSync } from 'node:fs'
import { recordingChanged } from '../../core/errors/measuring.ts'
import { openToRead } from '../../disk.ts'
import { getChunks } from './read-report.ts'

export interface TamperCheck {
  /** Adds written text to the digest. */
  readonly add: (text: string) => void
  /** Returns the sha256 of all added text, hexadecimal: of what was written, whatever the file contains now. */
  readonly digest: () => string
  /**
   * Empties a file with other content, so that its content is never read.
   * @throws GateError `bad-evidence` in this case
   */
  readonly check: () => void
}

/** Creates the check of a file that is empty now. Changes after the last check go unnoticed. */
export function getSeal(path: string): TamperCheck {
  const written = createHash('sha256')
  const digest = () => written.copy().digest('hex')
  return {
    add: (text) => void written.update(text),
    digest,
    check: () => {
      if (toDigest(path) === digest()) return
      rmSync(path, { recursive: true, force: true })
      writeFileSync(path, '', { flag: 'wx' })
      throw recordingChanged()
    },
  }
}

/** Computes the digest of a file; returns null when it is not a regular file. */
function toDigest(path: string): string | null {
  let file: number | null = null
  try {
    file = openToRead(path)
    const stats = fstatSync(file)
    if (!stats.isFile()) return null
    const hash = createHash('sha256')
    for (const chunk of getChunks(file, stats.size)) hash.update(chunk)
    return hash.digest('hex')
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error
    return null
  } finally {
    if (file !== null) closeSync(file)
  }
}
