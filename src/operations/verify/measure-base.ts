/** Measures the base: the author is not to blame for tests that already fail there. */

import { type Basis, toEvidence } from '../../core/compare/compare.ts'
import type { MeasurementPlan } from '../../core/evaluate/measurement-plan.ts'
import type { Commit, Sha } from '../../core/model/commit.ts'
import type { Problem } from '../../core/model/test-run.ts'
import { formatCause } from '../../core/rules/text.ts'
import { getContents } from '../../git/cat-file.ts'
import { type Execution, WHOLE } from '../../test-runner/execution.ts'
import { rememberRun } from './baseline-run.ts'
import { getMeasured, toSummary } from './combine-executions.ts'
import { findMeasurement, type Measurement, measurementKey } from './measurement.ts'
import type { Session } from './session.ts'

const PLAN: MeasurementPlan = { scope: 'suite', files: [], repeat: 1, counterfactual: null }

/** Runs the base's whole suite when any commit needs a comparison; returns null otherwise. */
export async function measureBase(session: Session): Promise<Measurement | null> {
  const { origin, subjects, criteria } = session
  const isNeeded = subjects.some(
    ({ parents, changes }) => parents.length > 1 || changes.some((change) => change.class !== 'docs'),
  )
  if (!isNeeded) return null
  const commit = await baseCommit(session)
  const basis: Basis = { commit: origin.sha, baseline: new Map(), openTests: new Set(), openFiles: new Set() }
  const { policyDigest } = criteria
  const nothing = { parentTree: null, baselineTree: null, changes: [], cycles: [] }
  const key = measurementKey({ commit, ...nothing, phase: 'start', plan: PLAN, basis, policyDigest })
  const step = { commit, phase: 'start', key } as const
  return (
    findMeasurement(session, step, origin.sha) ?? { ...step, ...(await measure(session, commit, basis)), reused: null }
  )
}

async function measure(
  session: Session,
  commit: Commit,
  basis: Basis,
): Promise<Pick<Measurement, 'evidence' | 'runs'>> {
  const place = { index: 0, of: session.subjects.length, sha: commit.sha, phase: 'start', subtask: null } as const
  const { onProgress } = session.hooks
  const onStart = () => onProgress({ kind: 'test:run', ...place, files: null, attempt: 1, attempts: 1 })
  const execution = await session.measurer.execute(commit.tree, { ...WHOLE, onStart })
  rememberRun(session, commit.sha, execution)
  const coverage = execution.coverage && toSummary(execution.coverage, null, session.suites)
  const measured = { ...getMeasured(session, commit, 'suite', [execution], nothingLoads(execution)), coverage }
  return { evidence: toEvidence(measured, basis), runs: measured.runs }
}

/** Refuses a base in which no test file loads: any RED that does not load would pass as new. */
export function nothingLoads({ run, problems }: Pick<Execution, 'run' | 'problems'>): readonly Problem[] {
  const [first] = run.loadErrors
  if (first === undefined || run.cases.length > 0 || problems.length > 0) return []
  // Without its build nothing else of it loads either.
  const [why = `${first.file ?? 'unknown file'}: ${formatCause(first)}`] = run.runErrors
  return [{ code: 'base', message: `no test file loads (${why})` }]
}

/** Reads the parents from the object itself: a shallow clone hides those that it cut off. */
async function baseCommit({ scratch, origin: { sha, tree } }: Session): Promise<Commit> {
  const [content] = await getContents(scratch.readObjects, [sha])
  const [head = ''] = content?.toString('latin1').split('\n\n', 1) ?? []
  const parents: readonly Sha[] = [...head.matchAll(/^parent ([0-9a-f]{40,64})$/gm)].map((found) => found[1] ?? '')
  return { sha, tree, parents, subject: 'base', message: '', trailers: [], changes: [], merge: null }
}
