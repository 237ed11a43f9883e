/** How far a branch is protected for the gate to be more than a word. */
import { type Enforcement, enforcementOf, type GateCheck } from '../../../core/status/protection.ts'
import type { GitHub, RepositoryName } from '../../routes.ts'
import { readProtection } from './protection.ts'

/** @param branch null: the default branch @throws GateError as GitHub's refusal */
export async function readEnforcement(
  github: GitHub,
  repository: RepositoryName,
  branch: string | null,
  check: Pick<GateCheck, 'name' | 'appId'>,
): Promise<Enforcement> {
  const protection = await readProtection(github, repository, branch)
  return enforcementOf(protection, { ...check, repository: `${repository.owner}/${repository.repo}` })
}
