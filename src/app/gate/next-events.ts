/** Names the pull requests that an event concerns, and those that must be evaluated again. */
import type { GateEvent, Hint, RepositoryRef } from '../../core/model/event.ts'
import { listOpenPulls, readHeads } from '../../github/read/pull-request/heads.ts'
import { type GitHub, getName } from '../../github/routes.ts'
import { NO_SUCH_COMMIT, orNull } from '../../github/status.ts'
import type { PullRequestEvaluation } from './evaluation.ts'

/** Bound on repeated evaluations of pull requests that share a head. */
const MAX_REEVALUATIONS = 3

/**
 * Names what must be evaluated again. A check belongs to a commit: a parallel evaluation of another pull request with
 * this head may write an outdated result. Groups of the merge queue may have read the old result of the head.
 */
export function findReevaluations(evaluation: PullRequestEvaluation, event: GateEvent): readonly Hint[] {
  const { status, head, written, groups } = evaluation
  const { reevaluations = 0, isRoutine = false } = event.kind === 'pull-request' ? event : {}
  const isSettled = (reevaluations > 0 || isRoutine) && written.check === 'unchanged'
  if (isSettled || reevaluations >= MAX_REEVALUATIONS) return groups
  const numbers = head.members.map((one) => one.status.pullRequest).filter((number) => number !== status.pullRequest)
  return [
    ...numbers.map((number) => ({ kind: 'pull-request' as const, number, reevaluations: reevaluations + 1 })),
    ...groups,
  ]
}

/** Names the pull requests that a hint concerns. */
export async function listPulls(
  github: GitHub,
  repository: RepositoryRef,
  hint: Extract<Hint, { readonly kind: 'head' | 'base' | 'repository' }>,
): Promise<readonly Hint[]> {
  const name = getName(repository)
  if (hint.kind === 'head') {
    const { head } = hint
    // A hint may name a commit that no longer exists.
    const numbers = (await orNull(readHeads(github, name, head), NO_SUCH_COMMIT)) ?? []
    return numbers.map((number) => ({ kind: 'pull-request', number, head }))
  }
  const pulls = await listOpenPulls(github, name, hint.kind === 'base' ? hint.branch : null)
  return pulls.map(({ number, head }) => ({ kind: 'pull-request', number, head: head.sha }))
}
