/** `verify`: measures what was not measured yet, judges every commit, and says what to do next. */
import type { Hooks } from './progress.ts'
import { openSession, type SessionOptions } from './session.ts'
import { toVerification, type Verification, walkBranch } from './walk-branch.ts'

export type { Verification } from './walk-branch.ts'
export type VerifyOptions = SessionOptions

/**
 * Judges the commits between base and head of a repository, by real runs of its tests.
 * @throws GateError for anything that keeps it from judging at all; what concerns one commit is a finding.
 */
export async function verify(options: VerifyOptions, hooks: Hooks): Promise<Verification> {
  await using session = await openSession(options, hooks)
  return toVerification(session, await walkBranch(session))
}
