/** Reads files of trees in a repository that has no scratch one beside it: each tree is listed anew. */
import type { Objects } from '../../src/git/repository.ts'
import { listTree, type TreeReader } from '../../src/git/trees.ts'

export const getReader = (objects: Objects): TreeReader => ({
  readObjects: objects.readObjects,
  listTree: (tree) => listTree(objects, tree),
})
