/** Runs `measure`: measures commits without evidence, oldest first; the judge reads the recording. */

import { toKnownError } from '../../core/errors/known-error.ts'
import { conclude } from '../../core/evaluate/decide.ts'
import type { Phase } from '../../core/evaluate/phase.ts'
import type { Sha } from '../../core/model/commit.ts'
import type { Evidence } from '../../core/model/evidence.ts'
import type { Decision } from '../../core/model/finding.ts'
import type { RunId } from '../../evidence/document.ts'
import type { Hooks } from './progress.ts'
import { openSession, type SessionOptions, type SessionTools } from './session.ts'
import { isShard } from './visible-results.ts'
import { aboutBranch, type OnMeasurement, type Verification, walkBranch } from './walk-branch.ts'

export interface MeasureTools extends SessionTools {
  /** Limits the evidence to a publishable size as the judge does, so that both walks agree. */
  readonly fit: (evidence: Evidence, phase: Phase) => Evidence
}

export interface Measuring extends Omit<Verification, 'decision'> {
  /** A preview of the judgement; null when the walk ended early, or a shard made it. */
  readonly decision: Decision | null
  /** The base first, where it was measured; then the commits, oldest first. */
  readonly measured: readonly MeasuredCommit[]
  /** Why the walk ended early: a `GateError`, or the reason of the abort. Measurements before it count. */
  readonly error: Error | null
  readonly policyDigest: string
}

interface MeasuredCommit {
  readonly commit: Sha
  /** The run of the reused measurement; null when measured now. */
  readonly reused: RunId | null
}

/**
 * Measures the commits of a branch, so that a judge can walk it without running code.
 * @param tools `openMeasurer` opens the one that records
 * @throws GateError when it cannot measure at all
 */
export async function measureBranch(options: SessionOptions, hooks: Hooks, tools: MeasureTools): Promise<Measuring> {
  await using session = await openSession(options, hooks, tools)
  const measured: MeasuredCommit[] = []
  const onMeasurement: OnMeasurement = ({ commit, phase, evidence, reused }) => {
    measured.push({ commit: commit.sha, reused: reused && getRun(reused.measured) })
    return tools.fit(evidence, phase)
  }
  const { policyDigest } = session.criteria
  try {
    const walk = await walkBranch(session, onMeasurement)
    const decision = isShard(session.measurer) ? null : conclude(walk)
    return { decision, measured, error: null, policyDigest, ...aboutBranch(session) }
  } catch (error) {
    return { decision: null, measured, error: toError(error), policyDigest, ...aboutBranch(session) }
  }
}

/** Keeps only the run and its attempt, without the commit. */
export function getRun({ id, attempt }: RunId): RunId {
  return { id, attempt }
}

function toError(thrown: unknown): Error {
  const error = toKnownError(thrown)
  return error instanceof Error ? error : new Error(String(error))
}
