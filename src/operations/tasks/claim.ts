/** Runs `claim`: takes a subtask for this branch, so that no other branch of the task takes it too. */
import { noPlanToClaim } from '../../core/errors/usage.ts'
import { type Claim, readClaims, writeClaim } from '../../git/local-refs/claims.ts'
import { getCurrentBranch } from '../../git/local-refs/head.ts'
import { openRepository } from '../../git/repository.ts'
import { CLAIMED } from '../../render/local-reply.ts'
import { findNextStep } from '../next.ts'
import type { Hooks } from '../verify/progress.ts'
import type { SessionOptions } from '../verify/session.ts'
import { readBranchStart } from './starts.ts'

export interface Claimed {
  readonly branch: string
  /** Null: nothing that can begin is left for this branch. */
  readonly claimed: { readonly id: string; readonly title: string } | null
  /** What other branches of the task have. */
  readonly others: readonly Claim[]
}

/**
 * Keeps what this branch has, until it is proved. Takes the first open subtask whose dependencies are proved here.
 * @throws GateError `bad-usage` without a plan
 */
export async function claimSubtask(options: SessionOptions, hooks: Hooks): Promise<Claimed> {
  const repository = hooks.repository ?? (await openRepository(options.repo))
  const branch = await getCurrentBranch(repository)
  const { plan, base, decision } = await findNextStep(options, { ...hooks, repository })
  const start = branch === null ? null : await readBranchStart(repository, branch, base)
  if (branch === null || plan === null || start === null) throw noPlanToClaim()
  // What another branch claimed stands here as skipped.
  const isProved = (id: string) =>
    decision.subtasks.some(
      ({ id: other, status, skipped }) =>
        other === id && (skipped === undefined ? status === 'done' : skipped.where !== CLAIMED),
    )
  const open = plan.subtasks.filter(({ id }) => !isProved(id))
  const before = await readClaims(repository, start.planDigest)
  const own = open.find(({ id }) => before.some((claim) => claim.subtask === id && claim.branch === branch))
  const free = open.filter(({ dependencies }) => dependencies.every(isProved))
  const claimed =
    own ?? (await takeFirst(free, (subtask) => writeClaim(repository, start.planDigest, { subtask, branch })))
  const others = (await readClaims(repository, start.planDigest)).filter((claim) => claim.branch !== branch)
  return { branch, claimed: claimed && { id: claimed.id, title: claimed.title }, others }
}

async function takeFirst<T extends { readonly id: string }>(
  all: readonly T[],
  take: (id: string) => Promise<boolean>,
): Promise<T | null> {
  for (const one of all) if (await take(one.id)) return one
  return null
}
