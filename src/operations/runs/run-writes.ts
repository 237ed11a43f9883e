/** Writes the files of a task's run. */
import { dirname, join } from 'node:path'
import { readIfThere, replaceFile } from '../../disk.ts'
import { makeFolder } from '../../folders.mjs'
import { checkPath, type RunFile } from './run-folder.ts'

/** Replaces a file of a run as a whole. A result that is there stays: its first file knows most. */
export function writeRunFile(folder: string, file: RunFile): void {
  const { path, text } = file
  if (isKnownResult(folder, file)) return
  const target = join(folder, ...checkPath(path))
  makeFolder(dirname(target), 0o700)
  replaceFile(target, text)
}

/** The next call reuses its measurement. */
function isKnownResult(folder: string, { path, text }: RunFile): boolean {
  if (!path.startsWith('test-results/')) return false
  const [old, now] = [parseObject(readIfThere(join(folder, path)) ?? ''), parseObject(text)]
  return 'commit' in old && 'commit' in now && old.commit === now.commit && toVerdict(old) === toVerdict(now)
}

const toVerdict = (result: object): unknown => ('verdict' in result ? result.verdict : null)

/** Returns an empty object for what is no object. */
export function parseObject(text: string): object {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}
