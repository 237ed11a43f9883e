/** Sets aside the subtasks that other branches of a task claimed. From the first claim on each branch does what it claimed. */
import { trailer } from '../../core/model/commit.ts'
import type { MaintainerDecision } from '../../core/model/maintainer-decision.ts'
import { readClaims } from '../../git/local-refs/claims.ts'
import { getCurrentBranch } from '../../git/local-refs/head.ts'
import { CLAIMED } from '../../render/local-reply.ts'
import { LOCAL } from '../decisions.ts'
import type { Session } from '../verify/session.ts'
import { readBranchStart } from './starts.ts'

const NO_PERSON = { login: '', id: '', isBot: false }
/** Before each decision of a person. */
const FIRST = { at: new Date(0).toISOString(), commentId: '0' }

/** Returns a decision for each subtask that this branch has not begun and not claimed; none where nothing is claimed. */
export async function readSetAside(
  { repository, origin, criteria, subjects }: Pick<Session, 'repository' | 'origin' | 'criteria' | 'subjects'>,
  named?: string,
): Promise<readonly MaintainerDecision[]> {
  const branch = named ?? (await getCurrentBranch(repository))
  const start = branch === null || criteria.plan === null ? null : await readBranchStart(repository, branch, origin.sha)
  const claims = start === null ? [] : await readClaims(repository, start.planDigest)
  if (claims.length === 0) return []
  const branches = new Map(claims.map((claim) => [claim.subtask, claim.branch]))
  const begun = new Set(subjects.map((commit) => trailer(commit, 'task')))
  const others = (criteria.plan?.subtasks ?? []).filter(({ id }) => !begun.has(id) && branches.get(id) !== branch)
  return others.map(({ id }) => {
    const other = branches.get(id)
    const reason = other === undefined ? 'is claimed by no branch: tdd-gate claim' : `is claimed by the branch ${other}`
    const about = { pullRequest: LOCAL, head: '', subtask: id, reason, by: NO_PERSON, where: CLAIMED }
    return { schemaVersion: 1, kind: 'skip', ...about, ...FIRST }
  })
}
