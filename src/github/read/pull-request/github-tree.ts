/** The `.github` folder of a commit, as git has it; also of commits that a clone no longer holds. */
import type { Blob, Sha } from '../../../core/model/commit.ts'
import { GateError } from '../../../core/model/errors.ts'
import type { GitHub, RepositoryName } from '../../routes.ts'

const FOLDER = '.github'
const ROUTE = 'GET /repos/{owner}/{repo}/git/trees/{tree_sha}'

/**
 * @param commit a full id, as GitHub's own record of a run names it
 * @returns the tree id; null when the commit has no such folder, or when GitHub knows no such commit
 * @throws GateError `github-unavailable`
 */
export async function githubTreeAt(github: GitHub, repository: RepositoryName, commit: Sha): Promise<Sha | null> {
  try {
    const { data } = await github.request(ROUTE, { ...repository, tree_sha: commit })
    const folder = data.tree.find(({ path, type }) => path === FOLDER && type === 'tree')
    return folder?.sha ?? null
  } catch (error) {
    if (error instanceof GateError && error.code === 'github-refused') return null
    throw error
  }
}

/**
 * What lies in it, and what lies in its place: files, links and submodules by path from the top, with their modes. A folder
 * in it is listed with a `/` behind its name.
 * @throws GateError `limit-exceeded` where GitHub lists not all, and as GitHub's refusal
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
  const message = `A folder is larger than GitHub lists, so \`${FOLDER}\` cannot be read.`
  throw new GateError('limit-exceeded', message, 'Keep fewer files in one folder.')
}
