/** Decides which drivers run with emptied production, and adds the results to a measurement. */

import { indexRun, type RunIndex } from '../core/compare/compare.ts'
import type { Measured } from '../core/compare/measured.ts'
import type { TestId } from '../core/model/test-run.ts'
import type { Execution } from '../test-runner/execution.ts'
import { type EmptiedResult, tryEmptied } from './emptied.ts'
import type { EmptiedRequest } from './emptied-runs.ts'
import type { TrialSession } from './trial-session.ts'

const RULES = ['drivers-need-production', 'weak-driver-is-shown']

export interface HollowRequest extends Pick<EmptiedRequest, 'state' | 'commit'> {
  readonly session: Pick<TrialSession, 'scratch' | 'measurer' | 'classify' | 'criteria' | 'config' | 'suitesToRun'>
  /** Whether the files of the drivers ran without the rest of the suite; absent: unknown. */
  readonly takesFiles?: boolean
}

export interface Candidates extends Pick<EmptiedRequest, 'cycles' | 'drivers'> {
  /** The run at the baseline. */
  readonly baseline: RunIndex
}

/**
 * Runs the drivers.
 * @returns null when no rule needs it, and when there is nothing to empty
 */
export async function tryHollow(
  request: HollowRequest,
  measured: Measured,
  candidates: Candidates,
): Promise<EmptiedResult | null> {
  const { rules } = request.session.criteria.policy
  const drivers = newAmong(candidates, measured)
  const isWanted = RULES.some((code) => rules[code] !== 'off')
  if (!isWanted || drivers.size === 0 || measured.problems.length > 0) return null
  return tryEmptied({ ...request, cycles: candidates.cycles, drivers, tookMs: measured.durationMs })
}

/**
 * Selects drivers that failed at the baseline. A test that passed there only failed to load at RED: it need not demand
 * anything new. A test that passes without the production change is rejected for that instead.
 */
function newAmong({ drivers, baseline }: Candidates, { counterfactual }: Measured): ReadonlySet<TestId> {
  const without = counterfactual ? indexRun(counterfactual.run) : baseline
  const isOld = (id: TestId) => [baseline, without].some((run) => run.get(id)?.outcome === 'passed')
  return new Set([...drivers].filter((id) => !isOld(id)))
}

/** Adds the runs. A driver that stops there for any reason does not pass, but a missing recording did not stop it. */
export function withRuns(measured: Measured, found: Partial<Measured>, executions: readonly Execution[]): Measured {
  const problems = executions.flatMap((execution) => execution.problems)
  return {
    ...measured,
    ...found,
    problems: [...measured.problems, ...problems.filter(({ code }) => code === 'not-recorded')],
    durationMs: executions.reduce((sum, { durationMs }) => sum + durationMs, measured.durationMs),
  }
}
