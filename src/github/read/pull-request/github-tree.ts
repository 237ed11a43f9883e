/** Reads the `.github` folder of a commit through GitHub's API, also of commits that a clone no longer has. */
import { folderTooLarge } from '../../../core/errors/github.ts'
import type { Blob, Sha } from '../../../core/model/commit.ts'
import { remember } from '../../../core/util/remember.ts'
import type { GitHub, RepositoryName } from '../../routes.ts'
import { orNullIfRefused } from '../../status.ts'

const FOLDER = '.github'
const ROUTE = 'GET /repos/{owner}/{repo}/git/trees/{tree_sha}'

/**
 * Returns the tree id of the folder. @param commit a full id from GitHub's record of a run @returns null when the
 * commit has no such folder, or GitHub does not know the commit @throws GateError `github-unavailable`
 */
export async function readGithubTree(github: GitHub, repository: RepositoryName, commit: Sha): Promise<Sha | null> {
  const answer = await orNullIfRefused(github.request(ROUTE, { ...repository, tree_sha: commit }))
  return answer?.data.tree.find(({ path, type }) => path === FOLDER && type === 'tree')?.sha ?? null
}

/**
 * Lists files, links and submodules in the folder, or in its place, by path from the top with their modes. Names of
 * subfolders end with `/`. @throws GateError `limit-exceeded` where GitHub truncates the list, and for a refusal of
 * GitHub
 */
export async function listWorkflowFolder(
  github: GitHub,
  repository: RepositoryName,
  commit: Sha,
): Promise<ReadonlyMap<string, Blob>> {
  const top = await listTree(github, repository, commit)
  const folder = top.find(({ path, type }) => path === FOLDER && type === 'tree')
  const inner = folder === undefined ? [] : await listTree(github, repository, folder.sha)
  const entries = [
    ...top.filter((entry) => entry !== folder),
    ...inner.map((one) => ({ ...one, path: `${FOLDER}/${one.path}` })),
  ]
  return new Map(entries.map(({ path, type, mode, sha }) => [type === 'tree' ? `${path}/` : path, { mode, id: sha }]))
}

async function listTree(github: GitHub, repository: RepositoryName, tree: Sha) {
  const { data } = await github.request(ROUTE, { ...repository, tree_sha: tree })
  if (!data.truncated) return data.tree
  throw folderTooLarge(FOLDER)
}

/** Bound on the cached commits. */
const MAX_TREES = 5_000

export type WorkflowTrees = ReadCommit<Sha | null>

/**
 * Returns `readGithubTree` with a cache by commit. Unknown commits are not cached, because GitHub may know them later.
 */
export function cacheTrees(maxEntries: number = MAX_TREES): WorkflowTrees {
  return cacheByCommit(readGithubTree, maxEntries, (tree) => tree !== null)
}

export type ReadCommit<T> = (github: GitHub, repository: RepositoryName, commit: Sha) => Promise<T>

/**
 * Returns `read` with a cache of the `most` recently used commits: a commit never changes. @param isWorth whether a value
 * may be cached
 */
export function cacheByCommit<T>(read: ReadCommit<T>, most: number, isWorth?: (value: T) => boolean): ReadCommit<T> {
  const answers = remember<T>(most, isWorth)
  return (github, repository, commit) =>
    answers.get(`${repository.owner}/${repository.repo}@${commit}`.toLowerCase(), () =>
      read(github, repository, commit),
    )
}
