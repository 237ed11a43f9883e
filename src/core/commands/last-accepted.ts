/** Finds the commit to which a revert goes back. */
import type { Sha } from '../model/commit.ts'
import type { Decision } from '../model/finding.ts'

export interface CommitTree {
  readonly sha: Sha
  readonly tree: Sha
}

/** Returns the commit before the first rejected one; otherwise the start of the branch. */
export function findLastAccepted(
  { mergeBase, commits }: { readonly mergeBase: CommitTree; readonly commits: readonly CommitTree[] },
  { commits: judged }: Pick<Decision, 'commits'>,
): CommitTree | null {
  const standing = judged.filter(({ isSuperseded }) => !isSuperseded)
  const blocked = standing.findIndex(({ verdict }) => verdict === 'rejected' || verdict === 'unmeasured')
  const before = blocked < 0 ? standing : standing.slice(0, blocked)
  const last = before.findLast(({ verdict }) => verdict === 'accepted')
  if (last === undefined) return mergeBase
  return commits.find(({ sha }) => sha === last.sha) ?? null
}
