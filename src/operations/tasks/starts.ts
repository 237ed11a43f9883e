/** Reads the first commits of tasks: which task a branch began with, and by which plan. */
import { readStartTrailers } from '../../evidence/start-message.ts'
import type { Repository } from '../../git/repository.ts'

export interface TaskStart {
  readonly sha: string
  readonly task: string
  /** sha256 of the canonical JSON of the plan. */
  readonly planDigest: string
}

/** Of many branches only the newest starts are read. */
const MAX_STARTS = 200

/** Returns the start of the branch; null for a branch of another origin. @param base a revision that the branch begins from */
export async function readStart(repository: Repository, branch: string, base: string): Promise<TaskStart | null> {
  return (await readStarts(repository, `refs/heads/${branch}`, base)).at(-1) ?? null
}

/** @returns the newest one in front */
async function readStarts(repository: Repository, tips: string, base: string): Promise<readonly TaskStart[]> {
  const search = ['--grep=^Phase: start$', `--max-count=${MAX_STARTS}`, '-z', '--format=%H%n%B']
  const log = (await repository.git(['log', ...search, tips, '--not', base, '--'])).toString()
  return log.split('\0').flatMap((entry) => {
    const [sha = '', ...lines] = entry.split('\n')
    const trailers = readStartTrailers(lines.join('\n'))
    return trailers === null ? [] : [{ sha, ...trailers }]
  })
}
