/** Which drivers are tried with production emptied, and what becomes of a measurement by that. */
import { indexRun, type RunIndex } from '../../core/compare/compare.ts'
import type { Measured } from '../../core/compare/measured.ts'
import type { TestId } from '../../core/model/test-run.ts'
import type { Execution } from '../../test-runner/measurer.ts'
import type { Session } from '../verify/session.ts'
import { type Trial, type Tried, tryEmptied } from './emptied.ts'

const RULES = ['drivers-need-production', 'weak-driver-is-shown']

export interface Asked extends Pick<Trial, 'state' | 'commit'> {
  readonly session: Pick<Session, 'scratch' | 'measurer' | 'classify' | 'terms' | 'config'>
}

export interface Candidates extends Pick<Trial, 'cycles' | 'drivers'> {
  /** The run at the last settled commit. */
  readonly settled: RunIndex
}

/** @returns null where no rule asks for it, and where there is nothing to try */
export async function tryHollow(asked: Asked, measured: Measured, candidates: Candidates): Promise<Tried | null> {
  const { rules } = asked.session.terms.policy
  const drivers = newAmong(candidates, measured)
  const isWanted = RULES.some((code) => rules[code] !== 'off')
  if (!isWanted || drivers.size === 0 || measured.problems.length > 0) return null
  return tryEmptied({ ...asked, cycles: candidates.cycles, drivers, tookMs: measured.durationMs })
}

/**
 * What passed at the last settled commit too was only kept from loading at RED: it need not ask for anything new. What
 * passes without the production change is refused for that.
 */
function newAmong({ drivers, settled }: Candidates, { counterfactual }: Measured): ReadonlySet<TestId> {
  const without = counterfactual ? indexRun(counterfactual.run) : settled
  const isOld = (id: TestId) => [settled, without].some((run) => run.get(id)?.outcome === 'passed')
  return new Set([...drivers].filter((id) => !isOld(id)))
}

/** Whatever stops a driver there, it does not pass; but what was not recorded did not stop it. */
export function withRuns(measured: Measured, found: Partial<Measured>, executions: readonly Execution[]): Measured {
  const problems = executions.flatMap((execution) => execution.problems)
  return {
    ...{ ...measured, ...found },
    problems: [...measured.problems, ...problems.filter(({ code }) => code === 'not-recorded')],
    durationMs: executions.reduce((sum, { durationMs }) => sum + durationMs, measured.durationMs),
  }
}
