/** Combines the executions of a commit for the comparison. */

import type { Measured } from '../../core/compare/compare.ts'
import type { Commit, Sha } from '../../core/model/commit.ts'
import type { SuiteConfig } from '../../core/model/config.ts'
import type { Coverage, Ratio } from '../../core/model/coverage.ts'
import type { CoverageSummary } from '../../core/model/evidence.ts'
import { type Isolation, weakestIsolation } from '../../core/model/isolation.ts'
import type { Problem } from '../../core/model/test-run.ts'
import { addedLines } from '../../git/added-lines.ts'
import { patchCoverage, unrunLines } from '../../reports/coverage/coverage.ts'
import type { Execution } from '../../test-runner/execution.ts'
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
    policyDigest: session.criteria.policyDigest,
    scope,
    runs: executions.map(({ run }) => run),
    problems: [...problems, ...executions.flatMap((execution) => execution.problems)],
    watch: [],
    counterfactual: null,
    coverage: null,
    durationMs: executions.reduce((sum, { durationMs }) => sum + durationMs, 0),
    isolation: getIsolation(executions),
    ...(executions[0]?.suites ? { suites: executions[0].suites } : {}),
    isOurs: session.isOurs,
    classify: session.classify,
  }
}

/** Returns the weakest isolation. */
export function getIsolation(executions: readonly Execution[]): Isolation | null {
  return weakestIsolation(executions.flatMap(({ isolation }) => isolation ?? []))
}

/** @param from the tree whose lines the commit's lines are compared with */
export async function getCoverage(
  { scratch, suites }: Pick<Session, 'scratch' | 'suites'>,
  from: Sha,
  commit: Commit,
  { coverage }: Execution,
): Promise<Pick<Measured, 'coverage' | 'unrun'>> {
  if (!coverage) return { coverage: null }
  const paths = commit.changes
    .filter((change) => change.class === 'production' && change.after !== null)
    .map(({ path }) => path)
  if (paths.length === 0) return { coverage: toSummary(coverage, null, suites) }
  const added = await addedLines(scratch, from, commit.tree, paths)
  return {
    coverage: toSummary(coverage, patchCoverage(coverage, added), suites),
    unrun: unrunLines(coverage, added),
  }
}

export function toSummary(
  { totals }: Pick<Coverage, 'totals'>,
  patch: Ratio | null,
  suites: readonly SuiteConfig[],
): CoverageSummary {
  const isByDefault = suites.every(({ coverage }) => coverage.length === 0)
  return { totals, patch, ...(isByDefault && { isByDefault }) }
}
