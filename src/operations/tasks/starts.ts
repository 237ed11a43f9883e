/** Reads the first commits of tasks: which task a branch began with, and by which plan. */
import type { Plan } from '../../core/model/plan.ts'
import { readStartMessage, readStartTrailers } from '../../evidence/start-message.ts'
import { BRANCHES } from '../../git/range.ts'
import type { Repository } from '../../git/repository.ts'

interface BranchStart {
  readonly sha: string
  readonly task: string
  /** Null where the message does not carry the plan. */
  readonly tag: string | null
  /** sha256 of the canonical JSON of the plan. */
  readonly planDigest: string
}

/** Returns whether the task began here, whatever its plan was then. */
export function isStartOf({ task, tag }: BranchStart, plan: Pick<Plan, 'id' | 'tag'>): boolean {
  return task === plan.id && (tag === null || tag === plan.tag)
}

/** Of many branches only the newest starts are read. */
const MAX_STARTS = 200

/** Returns the start of the branch; null for a branch of another origin. @param base a revision that the branch begins from */
export async function readBranchStart(
  repository: Repository,
  branch: string,
  base: string,
): Promise<BranchStart | null> {
  return (await readStarts(repository, `refs/heads/${branch}`, base)).at(-1) ?? null
}

interface TaskBranches {
  /** Returns the branch on which a task is in work, here or on a remote; null for none. */
  readonly find: (task: Pick<Plan, 'id' | 'tag'>) => Promise<string | null>
}

/** Reads which tasks are in work on branches that the base does not contain. */
export async function readTaskBranches(repository: Repository, base: string): Promise<TaskBranches> {
  const starts = await readStarts(repository, '--all', base)
  const find = async (task: Pick<Plan, 'id' | 'tag'>) => {
    const start = starts.find((one) => isStartOf(one, task))
    if (start === undefined) return null
    const search = ['--format=%(refname)', `--contains=${start.sha}`, ...BRANCHES.toReversed()]
    const [ref = ''] = (await repository.git(['for-each-ref', ...search])).toString().split('\n')
    // `git switch` finds a branch of a remote by its own name.
    return ref === '' ? null : ref.replace(/^refs\/(?:heads|remotes\/[^/]+)\//, '')
  }
  return { find }
}

/** @returns the newest one in front */
async function readStarts(repository: Repository, tips: string, base: string): Promise<readonly BranchStart[]> {
  const search = ['--grep=^Phase: start$', `--max-count=${MAX_STARTS}`, '-z', '--format=%H%n%B']
  const log = (await repository.git(['log', ...search, tips, '--not', base, '--'])).toString()
  return log.split('\0').flatMap((entry) => {
    const [sha = '', ...lines] = entry.split('\n')
    const message = lines.join('\n')
    const trailers = readStartTrailers(message)
    return trailers === null ? [] : [{ sha, ...trailers, tag: readStartMessage(message)?.tag ?? null }]
  })
}
