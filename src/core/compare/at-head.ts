/** Finds the commits at the head of a branch: they answer for everything that the branch proved. */

import type { PhaseStatement } from '../evaluate/phase.ts'
import type { Commit, Sha } from '../model/commit.ts'
import { type Evidence, isUnmeasured } from '../model/evidence.ts'
import type { DriverReport } from './drivers.ts'

/**
 * Returns the last commit that changes more than prose, and every other commit with its tree. A branch that returns to
 * a tree returns to its measurement.
 */
export function commitsAtHead(commits: readonly Commit[]): ReadonlySet<Sha> {
  const working = new Map<Sha, Sha>()
  let head: Sha | null = null
  for (const commit of commits) {
    head = working.get(commit.tree) ?? (isProse(commit) ? head : commit.tree)
    if (head !== null) working.set(commit.tree, head)
  }
  return new Set(commits.filter((commit) => commit.tree === head && !isProse(commit)).map(({ sha }) => sha))
}

/** Returns the criteria that depend on all commits of the branch. */
export function getBranchCriteria(commits: readonly Commit[]) {
  return { atHead: commitsAtHead(commits) }
}

function isProse({ changes }: Commit): boolean {
  return changes.every((change) => change.class === 'docs' && !change.isRead)
}

interface MeasuredCommit {
  readonly commit: Pick<Commit, 'sha'>
  readonly statement: PhaseStatement
  readonly evidence: Evidence | null
  readonly drivers: DriverReport | null
  readonly atHead?: ReadonlySet<Sha>
}

/** Returns whether a commit at the head completes something: it is no RED, no attempt, and was measured. */
export function answersForBranch({ commit, statement, evidence, drivers, atHead }: MeasuredCommit): boolean {
  const isOpen = (statement.phase === 'red' && !statement.isCharacterization) || (drivers?.missing.length ?? 0) > 0
  return (atHead?.has(commit.sha) ?? false) && !isOpen && evidence !== null && !isUnmeasured(evidence)
}
