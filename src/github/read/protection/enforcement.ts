/** How far a branch is protected for the gate to be more than a word. */
import { type Enforcement, type GateCheck, getEnforcement } from '../../../core/status/protection.ts'
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
  return getEnforcement(protection, { ...check, repository: `${repository.owner}/${repository.repo}` })
}
