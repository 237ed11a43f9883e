/** Caches trees of `.github` by commit. */
import type { Sha } from '../../../core/model/commit.ts'
import { cacheByCommit, type ReadCommit } from './commit-memory.ts'
import { readGithubTree } from './github-tree.ts'

/** Bound on the cached commits. */
const MAX_TREES = 5_000

export type WorkflowTrees = ReadCommit<Sha | null>

/**
 * Returns `readGithubTree` with a cache by commit. Unknown commits are not cached, because GitHub may know them later.
 */
export function cacheTrees(maxEntries: number = MAX_TREES): WorkflowTrees {
  return cacheByCommit(readGithubTree, maxEntries, (tree) => tree !== null)
}
