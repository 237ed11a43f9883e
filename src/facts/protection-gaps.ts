/** What a branch's protection lacks for the gate to be more than a word, for people. */
import { type GateCheck, protectionGaps } from '../core/protection.ts'
import type { GitHub, RepositoryName } from '../github.ts'
import { readProtection } from './protection.ts'

/** @returns what is missing and what to do, each as one line; nothing where all is well @throws GateError as GitHub's refusal */
export async function readProtectionGaps(
  github: GitHub,
  repository: RepositoryName,
  branch: string,
  check: Pick<GateCheck, 'name' | 'appId'>,
): Promise<readonly string[]> {
  const protection = await readProtection(github, repository, branch)
  const gaps = protectionGaps(protection, { ...check, repository: `${repository.owner}/${repository.repo}` })
  return gaps.map(({ message, suggestion }) => `${message}. ${suggestion}`)
}
