/** The walk over a branch that measuring, judging and verifying share: one commit after the other, each with its evidence. */

import { commitsAtHead } from '../../core/compare/at-head.ts'
import { conclude } from '../../core/evaluate/decide.ts'
import { distinct, sliceTerms, waysFrom } from '../../core/evaluate/shard.ts'
import { startWalk, step, type Walk } from '../../core/evaluate/walk.ts'
import type { Sha } from '../../core/model/commit.ts'
import type { Evidence } from '../../core/model/evidence.ts'
import type { Decision } from '../../core/model/finding.ts'
import type { Sequence } from '../../core/model/policy.ts'
import { measureBase } from './measure-base.ts'
import { measureCommit } from './measure-commit.ts'
import type { Measurement } from './measurement.ts'
import type { Session } from './session.ts'
import { forgetRuns } from './settled-run.ts'
import { isShard } from './shard.ts'

export interface Verification {
  readonly decision: Decision
  readonly base: Sha
  readonly head: Sha
  readonly sequence: Sequence
  readonly notes: readonly string[]
}

/** Told of every measurement, the base's first; gives the evidence as it is to be decided from. */
export type Take = (measurement: Measurement) => Evidence

/**
 * Where the measurer runs a slice of whole suites, others may see what makes a commit refused: then both ways are gone,
 * so that whatever the judge will ask for has been measured.
 * @returns the way on which nothing is refused but by what was seen here: where everything is seen, the only one
 * @throws GateError when nothing can be run, or the abort's reason: what was taken until then stays with who took it.
 */
export async function walkBranch(session: Session, take: Take = ({ evidence }) => evidence): Promise<Walk> {
  const { subjects, origin, measurer, hooks } = session
  const isSlice = isShard(measurer)
  const terms = isSlice ? sliceTerms(session.terms) : session.terms
  const taken = (measurement: Measurement | null) => {
    if (measurement === null) return undefined
    if (measurement.reused) session.reused.set(measurement.commit.sha, measurement.reused)
    return take(measurement)
  }
  const base = taken(await measureBase(session))
  session.doubts.set(origin.sha, base?.problems ?? [])
  const start = startWalk(origin.sha, origin.tree, base, { ...terms, atHead: commitsAtHead(subjects) })
  let ways: readonly Walk[] = [start]
  for (const [index, commit] of subjects.entries()) {
    hooks.signal.throwIfAborted()
    const next: Walk[] = []
    for (const way of ways) {
      const teller = way === ways[0] ? session : quiet(session)
      const measurement = await measureCommit(teller, way, commit, { index: index + 1, of: subjects.length })
      const evidence = taken(measurement)
      const isPart = isSlice && measurement?.reused === null
      next.push(...(isPart ? waysFrom(way, commit, evidence) : [step(way, commit, evidence)]))
    }
    ways = distinct(next)
    forgetRuns(
      session,
      ways.map(({ state }) => state),
    )
    session.trees.set(commit.sha, commit.tree)
  }
  return ways[0] ?? start
}

/** What is gone a second time for other possibilities is told of where something runs, and not else. */
function quiet(session: Session): Session {
  const { hooks } = session
  const onProgress: typeof hooks.onProgress = (event) => (event.kind === 'commit' ? undefined : hooks.onProgress(event))
  return { ...session, hooks: { ...hooks, onProgress } }
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
