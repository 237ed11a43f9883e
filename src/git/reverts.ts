/** Detects commits that only undo a commit of the base: found by their message, confirmed by their patch. */
import type { Commit, Sha } from '../core/model/commit.ts'
import type { Scratch } from './scratch.ts'

const NAMED = /^This reverts commit ([0-9a-f]{7,64})\b/m
/** The patch as git prints it under any configuration, white space included. */
const PATCH = [
  ...['diff-tree', '-r', '-p', '--text', '--no-renames', '--full-index', '--no-color', '--no-ext-diff'],
  ...['--no-textconv', '--no-prefix', '--diff-algorithm=myers', '--submodule=short', '--no-commit-id', '--root'],
]

/** Returns the commit of the base that this one undoes exactly; null when it does anything else. */
export async function revertedBy(
  scratch: Scratch,
  base: Sha | null,
  { sha, message, parents }: Pick<Commit, 'sha' | 'message' | 'parents'>,
): Promise<Sha | null> {
  const named = NAMED.exec(message)?.[1]
  if (named === undefined || base === null || parents.length !== 1) return null
  const found = await scratch.run(['rev-parse', '--verify', '--quiet', '--end-of-options', `${named}^{commit}`])
  const reverted = found.stdout.toString().trim()
  if (found.code !== 0 || (await isMerge(scratch, reverted))) return null
  const ancestry = await scratch.run(['merge-base', '--is-ancestor', '--end-of-options', reverted, base])
  if (ancestry.code !== 0) return null
  const [undone, done] = [await getPatch(scratch, reverted, ['-R']), await getPatch(scratch, sha, [])]
  return undone !== '' && undone === done ? reverted : null
}

async function isMerge(scratch: Scratch, sha: Sha): Promise<boolean> {
  return (await scratch.run(['rev-parse', '--verify', '--quiet', '--end-of-options', `${sha}^2`])).code === 0
}

/** Returns the patch without line numbers: its lines may have moved since. */
async function getPatch(scratch: Scratch, sha: Sha, options: readonly string[]): Promise<string> {
  const { code, stdout } = await scratch.run([...PATCH, ...options, '--end-of-options', sha])
  if (code !== 0) return ''
  const lines = stdout.toString('latin1').split('\n')
  return lines
    .filter((line) => !line.startsWith('index '))
    .map((line) => (line.startsWith('@@ ') ? '@@' : line))
    .join('\n')
}
