/** Combines the executions of a commit for the comparison. */

import type { Measured } from '../../core/compare/compare.ts'
import type { Commit } from '../../core/model/commit.ts'
import type { Problem } from '../../core/model/evidence.ts'
import { type Isolation, weakestIsolation } from '../../core/model/isolation.ts'
import type { Execution } from '../../test-runner/measurer.ts'
import type { Session } from './session.ts'

/** Combines executions into one measurement. */
export function getMeasured(
  session: Session,
  commit: Commit,
  scope: Measured['scope'],
  executions: readonly Execution[],
  problems: readonly Problem[],
): Measured {
  return {
    commit,
    policyDigest: session.terms.policyDigest,
    scope,
    runs: executions.map(({ run }) => run),
    problems: [...problems, ...executions.flatMap((execution) => execution.problems)],
    watch: [],
    counterfactual: null,
    coverage: null,
    durationMs: executions.reduce((sum, { durationMs }) => sum + durationMs, 0),
    isolation: getIsolation(executions),
    isOurs: session.isOurs,
    classify: session.classify,
  }
}

/** Returns the weakest isolation. */
export function getIsolation(executions: readonly Execution[]): Isolation | null {
  return weakestIsolation(executions.flatMap(({ isolation }) => isolation ?? []))
}
