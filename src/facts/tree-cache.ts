/** Trees of `.github` by commit: what a commit has never changes, so it is asked for once in a process. */
import type { Sha } from '../core/commit.ts'
import { remember } from '../core/remember.ts'
import type { GitHub, RepositoryName } from '../github.ts'
import { githubTreeAt } from './github-tree.ts'

/** As many base branches as one process looks after. */
const MAX_TREES = 5_000

export type WorkflowTrees = (github: GitHub, repository: RepositoryName, commit: Sha) => Promise<Sha | null>

/** @returns `githubTreeAt` that asks once for every commit; that a commit is not there yet is not remembered */
export function rememberTrees(most: number = MAX_TREES): WorkflowTrees {
  const trees = remember<Sha | null>(most, (tree) => tree !== null)
  return (github, repository, commit) =>
    trees.get(`${repository.owner}/${repository.repo}@${commit}`.toLowerCase(), () =>
      githubTreeAt(github, repository, commit),
    )
}
