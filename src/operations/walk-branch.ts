/** The walk over a branch that measuring, judging and verifying share: one commit after the other, each with its evidence. */
import type { Sha } from '../core/commit.ts'
import { conclude } from '../core/decide.ts'
import type { Evidence } from '../core/evidence.ts'
import type { Decision } from '../core/finding.ts'
import type { Sequence } from '../core/policy.ts'
import { startWalk, step, type Walk } from '../core/walk.ts'
import { measureBase } from './measure-base.ts'
import { measureCommit } from './measure-commit.ts'
import type { Measurement } from './measurement.ts'
import type { Session } from './session.ts'

export interface Verification {
  readonly decision: Decision
  readonly base: Sha
  readonly head: Sha
  readonly sequence: Sequence
  readonly notes: readonly string[]
}

/** Told of every measurement, the base's first; gives the evidence as it is to be decided from. */
export type Take = (measurement: Measurement) => Evidence

/** @throws GateError when nothing can be run, or the abort's reason: what was taken until then stays with who took it. */
export async function walkBranch(session: Session, take: Take = ({ evidence }) => evidence): Promise<Walk> {
  const { subjects, origin, terms, hooks } = session
  const taken = (measurement: Measurement | null) => {
    if (measurement === null) return undefined
    if (measurement.reused) session.reused.set(measurement.commit.sha, measurement.reused)
    return take(measurement)
  }
  let walk = startWalk(origin.sha, origin.tree, taken(await measureBase(session)), terms)
  for (const [index, commit] of subjects.entries()) {
    hooks.signal.throwIfAborted()
    walk = step(
      walk,
      commit,
      taken(await measureCommit(session, walk, commit, { index: index + 1, of: subjects.length })),
    )
    session.trees.set(commit.sha, commit.tree)
  }
  return walk
}

/** What is said of the branch at the end of its walk. */
export function toVerification(session: Session, walk: Walk): Verification {
  return { decision: conclude(walk), ...aboutBranch(session) }
}

/** What can be said of the branch even where the walk did not come to its end. */
export function aboutBranch(session: Session): Omit<Verification, 'decision'> {
  const { origin, range, config, notes, measurer, store } = session
  return {
    base: origin.sha,
    head: range.head,
    sequence: config.policy.sequence,
    notes: [...new Set([...notes, ...measurer.notes(), ...store.notes])],
  }
}
