/** Runs `verify`: measures missing commits, judges every commit, and names the next step. */
import type { Hooks } from './progress.ts'
import { openSession, type SessionOptions } from './session.ts'
import { toVerification, type Verification, walkBranch } from './walk-branch.ts'

export type { Verification } from './walk-branch.ts'
export type VerifyOptions = SessionOptions

/**
 * Judges the commits between base and head of a repository by real runs of its tests.
 * @throws GateError when it cannot judge at all; a problem of one commit is a finding
 */
export async function verify(options: VerifyOptions, hooks: Hooks): Promise<Verification> {
  await using session = await openSession(options, hooks)
  return toVerification(session, await walkBranch(session))
}
