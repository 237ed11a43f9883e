/** `verify`: measures what was not measured yet, judges every commit, and says what to do next. */
import type { Sha } from '../core/commit.ts'
import { conclude } from '../core/decide.ts'
import type { Decision } from '../core/finding.ts'
import type { Sequence } from '../core/policy.ts'
import { startWalk, step } from '../core/walk.ts'
import { measureBase, measureCommit } from './measure-commit.ts'
import type { Hooks } from './progress.ts'
import { openSession, type Session, type SessionOptions } from './session.ts'

export type VerifyOptions = SessionOptions

export interface Verification {
  readonly decision: Decision
  readonly base: Sha
  readonly head: Sha
  readonly sequence: Sequence
  readonly notes: readonly string[]
}

/**
 * Judges the commits between base and head of a repository, by real runs of its tests.
 * @throws GateError for anything that keeps it from judging at all; what concerns one commit is a finding.
 */
export async function verify(options: VerifyOptions, hooks: Hooks): Promise<Verification> {
  await using session = await openSession(options, hooks)
  const { range, config, origin } = session
  const decision = await walkCommits(session, hooks)
  return {
    decision,
    base: origin.sha,
    head: range.head,
    sequence: config.policy.sequence,
    notes: [...new Set([...session.notes, ...session.measurer.notes()])],
  }
}

async function walkCommits(session: Session, hooks: Hooks): Promise<Decision> {
  const { subjects: commits, origin, terms } = session
  let walk = startWalk(origin.sha, origin.tree, await measureBase(session, commits), terms)
  for (const [index, commit] of commits.entries()) {
    hooks.signal.throwIfAborted()
    walk = step(walk, commit, await measureCommit(session, walk, commit, { index: index + 1, of: commits.length }))
    session.trees.set(commit.sha, commit.tree)
  }
  return conclude(walk)
}
