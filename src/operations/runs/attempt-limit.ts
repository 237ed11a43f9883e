/** Keeps how many attempts a start allows on this branch, on this machine. It may only tighten what the base allows. */
import type { Policy } from '../../core/model/policy.ts'
import { getCurrentBranch } from '../../git/local-refs/head.ts'
import type { Repository } from '../../git/repository.ts'

/** Git removes it with the branch. */
const toKey = (branch: string) => `branch.${branch}.tddGateMaxAttempts`

export async function keepAttemptLimit(repository: Repository, branch: string, limit: number): Promise<void> {
  await repository.git(['config', '--local', toKey(branch), String(limit)])
}

/**
 * Returns the policy with the limit of the branch.
 * @param named the branch; by default the one that is checked out
 */
export async function tightenAttempts(repository: Repository, policy: Policy, named?: string): Promise<Policy> {
  const branch = named ?? (await getCurrentBranch(repository))
  if (branch === null) return policy
  const { stdout } = await repository.run(['config', '--local', '--get', toKey(branch)])
  const limit = Number(stdout.toString().trim())
  const { maxAttempts } = policy.green
  if (!Number.isSafeInteger(limit) || limit < 1 || limit >= maxAttempts) return policy
  return { ...policy, green: { ...policy.green, maxAttempts: limit } }
}
