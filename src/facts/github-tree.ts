/** Which workflows a commit has: the tree of its `.github` folder, also of commits that a clone no longer holds. */
import type { Sha } from '../core/commit.ts'
import { GateError } from '../core/errors.ts'
import type { GitHub, RepositoryName } from '../github.ts'

const ROUTE = 'GET /repos/{owner}/{repo}/git/trees/{tree_sha}'

/**
 * @param commit a full id, as GitHub's own record of a run names it
 * @returns the tree id; null when the commit has no such folder, or when GitHub knows no such commit
 * @throws GateError `github-unavailable`
 */
export async function githubTreeAt(github: GitHub, repository: RepositoryName, commit: Sha): Promise<Sha | null> {
  try {
    const { data } = await github.request(ROUTE, { ...repository, tree_sha: commit })
    const folder = data.tree.find(({ path, type }) => path === '.github' && type === 'tree')
    return folder?.sha ?? null
  } catch (error) {
    if (error instanceof GateError && error.code === 'github-refused') return null
    throw error
  }
}
