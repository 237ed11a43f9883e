/** Keeps a file of the working tree out of all commits, on this machine only. */
import { appendFileSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Repository } from './repository.ts'

/** Characters with a meaning in patterns of git. */
const SPECIAL = /[\\*?[\]!# ]/g

/**
 * Adds the path to git's list of ignored files for this repository: https://git-scm.com/docs/gitignore
 * @returns false where the repository can only be read
 */
export function excludeFile({ commonDir }: Repository, path: string): boolean {
  const file = join(commonDir, 'info/exclude')
  try {
    mkdirSync(dirname(file), { recursive: true })
    appendFileSync(file, `\n/${path.replace(SPECIAL, '\\$&')}\n`)
    return true
  } catch {
    return false
  }
}
