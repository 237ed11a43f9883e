/** Reads whether the protection of a branch enforces the gate. */
import { type Enforcement, type GateCheck, getEnforcement } from '../../../core/status/protection.ts'
import type { GitHub, RepositoryName } from '../../routes.ts'
import { readProtection } from './protection.ts'

/** Reads the enforcement. @param branch null: the default branch @throws GateError for a refusal of GitHub */
export async function readEnforcement(
  github: GitHub,
  repository: RepositoryName,
  branch: string | null,
  check: Pick<GateCheck, 'name' | 'appId'>,
): Promise<Enforcement> {
  const protection = await readProtection(github, repository, branch)
  return getEnforcement(protection, { ...check, repository: `${repository.owner}/${repository.repo}` })
}
