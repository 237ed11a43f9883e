/** Trees of `.github` by commit: what a commit has never changes, so it is asked for once in a process. */
import type { Sha } from '../core/commit.ts'
import type { GitHub, RepositoryName } from '../github.ts'
import { githubTreeAt } from './github-tree.ts'

export interface Remembered<T> {
  /** The value of the key; made where it is not known (any more). */
  readonly get: (key: string, make: () => Promise<T>) => Promise<T>
}

/** As many base branches as one process looks after. */
const MAX_TREES = 5_000

/** Keeps the `most` that were used last. */
export function remember<T>(most: number, isWorth: (value: T) => boolean = () => true): Remembered<T> {
  const known = new Map<string, T>()
  const keep = (key: string, value: T) => {
    known.delete(key)
    known.set(key, value)
    const [oldest] = known.keys()
    if (known.size > most && oldest !== undefined) known.delete(oldest)
  }
  return {
    get: async (key, make) => {
      const found = known.has(key) ? (known.get(key) as T) : await make()
      if (isWorth(found)) keep(key, found)
      return found
    },
  }
}

export type WorkflowTrees = (github: GitHub, repository: RepositoryName, commit: Sha) => Promise<Sha | null>

/** @returns `githubTreeAt` that asks once for every commit; that a commit is not there yet is not remembered */
export function rememberTrees(most: number = MAX_TREES): WorkflowTrees {
  const trees = remember<Sha | null>(most, (tree) => tree !== null)
  return (github, repository, commit) =>
    trees.get(`${repository.owner}/${repository.repo}@${commit}`.toLowerCase(), () =>
      githubTreeAt(github, repository, commit),
    )
}
