/** Finds the commits at the head of a branch: they answer for everything that the branch proved. */

import type { PhaseStatement } from '../evaluate/phase.ts'
import type { Commit, FileClass, Sha } from '../model/commit.ts'
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
  return { atHead: commitsAtHead(commits), laterTests: laterTests(commits) }
}

function isProse({ changes }: Commit): boolean {
  return changes.every((change) => change.class === 'docs' && !change.isRead)
}

/** By each commit of code without tests: the next commit of tests without code, where none of both comes before. */
export function laterTests(commits: readonly Commit[]): ReadonlyMap<Sha, Sha> {
  const later = new Map<Sha, Sha>()
  let next: Sha | null = null
  for (const { sha, changes, parents } of commits.toReversed()) {
    const [hasCode, hasTests] = [has(changes, 'production'), has(changes, 'test')]
    if (hasTests || parents.length > 1) next = hasCode || parents.length > 1 ? null : sha
    else if (hasCode && next !== null) later.set(sha, next)
  }
  return new Map([...later].toReversed())
}

const has = (changes: Commit['changes'], of: FileClass) => changes.some((change) => change.class === of)

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
