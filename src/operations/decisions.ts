/** Reads what people decided about the present branch, and judges the branch with it. */
import type { People } from '../core/evaluate/apply-decisions.ts'
import type { MaintainerDecision } from '../core/model/maintainer-decision.ts'
import { readDecisionText } from '../evidence/maintainer-decision.ts'
import { readDecisionTexts } from '../git/local-refs/decisions.ts'
import { getCurrentBranch } from '../git/local-refs/head.ts'
import type { Repository } from '../git/repository.ts'

/** Decisions belong to a pull request. A local branch has none yet, so its decisions share this number. */
export const LOCAL = 1

export interface LocalPeople extends People {
  readonly notes: readonly string[]
}

/** A decision that cannot be read stops nothing: a note names it. */
/** @param named the branch; by default the one that is checked out */
export async function readLocalPeople(repository: Repository, named?: string): Promise<LocalPeople> {
  const branch = named ?? (await getCurrentBranch(repository))
  const texts = branch === null ? [] : await readDecisionTexts(repository, branch)
  const read = texts.map(readDecisionText)
  const decisions = read.filter((one): one is MaintainerDecision => one !== null)
  const lost = read.length - decisions.length
  const note = `Unread: ${lost} of refs/tdd-gate/decisions/${branch}`
  return { pullRequest: LOCAL, decisions, notes: lost === 0 ? [] : [note] }
}
