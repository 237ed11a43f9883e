/** Detects the runners of a working tree, for those who set it up: nothing is judged by it. */
import { existsSync, lstatSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { GateError } from '../core/errors.ts'
import { runGit } from '../measure/git.ts'
import { type DetectedSuites, detectSuites } from '../measure/runners/detect.ts'

/** Larger files are no manifests. */
const MAX_MANIFEST_BYTES = 1_048_576

/** Tracked and new files; null when no runner is found. */
export async function detectInWorkingTree(dir: string): Promise<DetectedSuites | null> {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const { code, stdout } = existsSync(dir) ? await runGit(dir, args) : { code: 1, stdout: '' }
  const files = code === 0 ? stdout.toString().split('\0').slice(0, -1) : []
  try {
    return detectSuites({ files, read: (path) => readText(join(dir, path)) })
  } catch (error) {
    if (error instanceof GateError && error.code === 'runner-not-found') return null
    throw error
  }
}

function readText(file: string): string | null {
  const entry = lstatSync(file, { throwIfNoEntry: false })
  return entry?.isFile() && entry.size <= MAX_MANIFEST_BYTES ? readFileSync(file, 'utf8') : null
}
