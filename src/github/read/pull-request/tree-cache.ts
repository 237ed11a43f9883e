/** Trees of `.github` by commit. */
import type { Sha } from '../../../core/model/commit.ts'
import { type ReadCommit, rememberByCommit } from './commit-memory.ts'
import { githubTreeAt } from './github-tree.ts'

/** As many base branches as one process looks after. */
const MAX_TREES = 5_000

export type WorkflowTrees = ReadCommit<Sha | null>

/** @returns `githubTreeAt` that asks once for every commit; that a commit is not there yet is not remembered */
export function rememberTrees(most: number = MAX_TREES): WorkflowTrees {
  return rememberByCommit(githubTreeAt, most, (tree) => tree !== null)
}
