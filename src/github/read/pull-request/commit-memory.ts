/** What is read of commits: what a commit has never changes, so it is asked for once in a process. */
import type { Sha } from '../../../core/model/commit.ts'
import { remember } from '../../../core/util/remember.ts'
import type { GitHub, RepositoryName } from '../../routes.ts'

export type ReadCommit<T> = (github: GitHub, repository: RepositoryName, commit: Sha) => Promise<T>

/** @returns `read`, that asks once for each of the `most` commits that were asked for last, unless the answer is not worth it */
export function rememberByCommit<T>(read: ReadCommit<T>, most: number, isWorth?: (value: T) => boolean): ReadCommit<T> {
  const answers = remember<T>(most, isWorth)
  return (github, repository, commit) =>
    answers.get(`${repository.owner}/${repository.repo}@${commit}`.toLowerCase(), () =>
      read(github, repository, commit),
    )
}
