/** Reads the protection of base branches, which keeps unproved commits out. */
import { GATE_CHECK } from '../../../core/status/checks.ts'
import { type Base, hasPinned } from '../../../core/status/protection.ts'
import type { AppIdentity, GitHub, RepositoryName } from '../../routes.ts'
import { isForbidden } from '../../status.ts'
import { readRequired } from './protection.ts'

/**
 * Reads the protection of a branch. @param defaultBranch from the same evaluation; null where it is unknown @throws
 * GateError for a refusal of GitHub
 */
export type ReadBase = (branch: string, defaultBranch: string | null) => Promise<Base>

/**
 * Creates a reader for one evaluation. It reads each branch once with two requests, and the default branch with none.
 */
export function createBaseReader(github: GitHub, repository: RepositoryName, app: AppIdentity): ReadBase {
  const read = new Map<string, Promise<Base>>()
  return async (branch, defaultBranch) => {
    if (branch === defaultBranch) return { branch, kind: 'default' }
    const base = read.get(branch) ?? readBase(github, repository, branch, app.id)
    read.set(branch, base)
    return base
  }
}

/** Creates a reader for the branch of any repository, the default branch too. @param id of the App */
export function createAnyBaseReader(id: number) {
  return (github: GitHub, repository: RepositoryName, branch: string) => readBase(github, repository, branch, id)
}

/** A protection that the token may not read is reported as unknown, which is never green. */
async function readBase(github: GitHub, repository: RepositoryName, branch: string, id: number): Promise<Base> {
  try {
    const checks = await readRequired(github, repository, branch)
    return { branch, kind: hasPinned(checks, { name: GATE_CHECK, appId: id }) ? 'required' : 'open' }
  } catch (error) {
    if (!isForbidden(error) || !(error instanceof Error)) throw error
    return { branch, kind: 'unknown', reason: error.message }
  }
}
