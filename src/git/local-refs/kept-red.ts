/**
 * Keeps a RED that `complete` accepted as a commit that no branch holds yet, under a ref that no push sends. Calls after
 * it judge what is added on top of it, and `commit` makes two commits.
 */
import type { Sha } from '../../core/model/commit.ts'
import { AS_GATE, changedPaths, openPending, type Pending } from '../pending.ts'
import { type Repository, uncommittedPaths } from '../repository.ts'
import { writeCommit } from '../write.ts'
import { getCurrentBranch, mayHaveRefs } from './head.ts'

export interface KeptRed {
  readonly sha: Sha
  readonly tree: Sha
  readonly message: string
}

const FOLDER = 'refs/tdd-gate/red/'
const getRef = (branch: string) => `${FOLDER}${branch}/head`

/**
 * Replaces what is kept for the present branch. What cannot be kept is committed before the code, as without this.
 * @param pending was opened on HEAD
 * @returns the commit; null without a branch, and where the repository cannot be written
 */
export async function keepRed(repository: Repository, pending: Pending, message: string): Promise<Sha | null> {
  const branch = await getCurrentBranch(repository)
  if (branch === null) return null
  const { repository: seeing, tree, parent } = pending
  const sha = await writeCommit(seeing, { tree, parents: [parent], message }, AS_GATE)
  const pack = await seeing.git(['pack-objects', '--quiet', '--revs', '--stdout'], { input: `${sha}\n^${parent}\n` })
  const { code } = await repository.run(['unpack-objects', '-q'], { input: pack })
  if (code !== 0) return null
  return (await repository.run(['update-ref', getRef(branch), sha])).code === 0 ? sha : null
}

/** Returns the kept RED of the present branch; null where it is committed, or where its tests are gone. */
export async function findKeptRed(repository: Repository): Promise<KeptRed | null> {
  const branch = await getCurrentBranch(repository)
  if (branch === null || !mayHaveRefs(repository, FOLDER)) return null
  const ref = getRef(branch)
  const { code, stdout } = await repository.run(['rev-parse', '--verify', '--quiet', ref])
  if (code !== 0) return null
  const sha = stdout.toString().trim()
  const names = await repository.run(['rev-parse', 'HEAD', `${sha}^`, `${sha}^{tree}`])
  const [head, parent, tree = ''] = names.stdout.toString().split('\n')
  if (names.code !== 0 || head !== parent || !(await isInWorkingTree(repository, sha))) return null
  return { sha, tree, message: (await repository.git(['log', '-1', '--format=%B', sha])).toString() }
}

/** Git names a new folder, and not the files in it. */
async function isInWorkingTree(repository: Repository, sha: Sha): Promise<boolean> {
  const [own, changed] = await Promise.all([changedPaths(repository, `${sha}^`, sha), uncommittedPaths(repository)])
  const isChanged = (path: string) => changed.some((one) => one === path || (one.endsWith('/') && path.startsWith(one)))
  return own.some(isChanged)
}

/** Returns the changed paths that a kept RED does not hold as they are now. A new folder stands for its files. */
export async function withoutKeptRed(
  repository: Repository,
  red: KeptRed,
  paths: readonly string[],
): Promise<readonly string[]> {
  if (paths.length === 0) return paths
  await using pending = await openPending(repository, 'working tree', { takesAll: true, onto: red.sha })
  const open = await changedPaths(pending.repository, red.sha, pending.head)
  return paths.flatMap((path) =>
    path.endsWith('/') ? open.filter((one) => one.startsWith(path)) : open.includes(path) ? [path] : [],
  )
}

/** Forgets what is kept for a branch. */
export async function dropKeptRed(repository: Repository, branch: string): Promise<void> {
  await repository.run(['update-ref', '-d', getRef(branch)])
}
