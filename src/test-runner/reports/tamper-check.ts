/** Whether a file is still what was written into it: tests run with our rights, and can reach it. */
import { createHash } from 'node:crypto'
import { closeSync, constants, fstatSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { GateError } from '../../core/model/errors.ts'
import { getChunks } from './read-report.ts'

export interface TamperCheck {
  /** Notes text that is written. */
  readonly add: (text: string) => void
  /** sha256 of what was noted, hexadecimal: of what was written, whatever lies there now. */
  readonly digest: () => string
  /**
   * Empties a file that is not what was noted, so that nobody ever reads what stood there.
   * @throws GateError `bad-evidence` then
   */
  readonly check: () => void
}

/** Of a file that is empty now. What happens to it after the last check is not seen. */
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
      throw new GateError(
        'bad-evidence',
        'What was recorded was changed while tests ran, so nothing of it counts.',
        'Find the test, or what it starts, that writes outside its own folder; then re-run all jobs of the workflow.',
      )
    },
  }
}

/** Null where no regular file is. */
function toDigest(path: string): string | null {
  let file: number | null = null
  try {
    file = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0))
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
