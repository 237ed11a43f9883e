/** Caches data of commits. A commit never changes, so each is read once per process. */
import type { Sha } from '../../../core/model/commit.ts'
import { remember } from '../../../core/util/remember.ts'
import type { GitHub, RepositoryName } from '../../routes.ts'

export type ReadCommit<T> = (github: GitHub, repository: RepositoryName, commit: Sha) => Promise<T>

/** Returns `read` with a cache of the `most` recently used commits. @param isWorth whether a value may be cached */
export function cacheByCommit<T>(read: ReadCommit<T>, most: number, isWorth?: (value: T) => boolean): ReadCommit<T> {
  const answers = remember<T>(most, isWorth)
  return (github, repository, commit) =>
    answers.get(`${repository.owner}/${repository.repo}@${commit}`.toLowerCase(), () =>
      read(github, repository, commit),
    )
}
