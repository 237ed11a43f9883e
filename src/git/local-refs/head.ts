/** Reads what HEAD and its neighbours say, from their files where those count: a process costs more than all of them. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Repository } from '../repository.ts'

const MAX_REF = 4096

/** Where the refs of a worktree are. */
export type RefPlace = Pick<Repository, 'gitDir' | 'commonDir' | 'run'>

/** Returns the branch that is checked out; null for a detached HEAD. */
export async function getCurrentBranch(repository: RefPlace): Promise<string | null> {
  if (hasRefFiles(repository)) {
    const [, branch] = /^ref: refs\/heads\/([^\n]+)\n$/.exec(readRefFile(repository, 'HEAD')) ?? []
    if (branch !== undefined) return branch
  }
  const { code, stdout } = await repository.run(['symbolic-ref', '--quiet', '--short', 'HEAD'])
  return code === 0 ? stdout.toString().trim() : null
}

/** Returns whether refs are files. Another store keeps a HEAD of its own, beside a file that says nothing. */
export const hasRefFiles = ({ commonDir }: Pick<RefPlace, 'commonDir'>): boolean =>
  !existsSync(join(commonDir, 'reftable'))

/** Returns whether there may be refs in a folder such as `refs/tdd-gate/`: false only where their files say so. */
export function mayHaveRefs(repository: Pick<RefPlace, 'commonDir'>, folder: string): boolean {
  if (!hasRefFiles(repository) || existsSync(join(repository.commonDir, folder))) return true
  const packed = join(repository.commonDir, 'packed-refs')
  return existsSync(packed) && readFileSync(packed, 'latin1').includes(` ${folder}`)
}

function readRefFile({ gitDir }: RefPlace, name: string): string {
  try {
    return readFileSync(join(gitDir, name), 'utf8').slice(0, MAX_REF)
  } catch {
    return ''
  }
}
