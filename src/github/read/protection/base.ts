/** What keeps unproved commits out of the branches that are merged into. */
import { GATE_CHECK } from '../../../core/status/checks.ts'
import { type Base, hasPinned } from '../../../core/status/protection.ts'
import type { AppIdentity, GitHub, RepositoryName } from '../../routes.ts'
import { isForbidden } from '../../status.ts'
import { readRequired } from './protection.ts'

/** @param defaultBranch as GitHub named it in the same look; null where nothing named it @throws GateError as GitHub's refusal */
export type ReadBase = (branch: string, defaultBranch: string | null) => Promise<Base>

/** Made for one look: a branch is read once in it, with two requests, and the default branch with none. */
export function baseReader(github: GitHub, repository: RepositoryName, app: AppIdentity): ReadBase {
  const read = new Map<string, Promise<Base>>()
  return async (branch, defaultBranch) => {
    if (branch === defaultBranch) return { branch, kind: 'default' }
    const base = read.get(branch) ?? readBase(github, repository, branch, app)
    read.set(branch, base)
    return base
  }
}

/** What may not be seen is no reason to stop: it is not green, and that is told. */
async function readBase(
  github: GitHub,
  repository: RepositoryName,
  branch: string,
  { id }: AppIdentity,
): Promise<Base> {
  try {
    const checks = await readRequired(github, repository, branch)
    return { branch, kind: hasPinned(checks, { name: GATE_CHECK, appId: id }) ? 'required' : 'open' }
  } catch (error) {
    if (!isForbidden(error) || !(error instanceof Error)) throw error
    return { branch, kind: 'unknown', reason: error.message }
  }
}
