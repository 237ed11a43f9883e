/** One commit from plan to Evidence: decides nothing, runs what the plan asks for. */
import type { Commit, FileChange, Sha } from '../core/commit.ts'
import { type Basis, type Measured, toEvidence } from '../core/compare.ts'
import { reportDrivers } from '../core/drivers.ts'
import type { CoverageSummary, Evidence, Problem } from '../core/evidence.ts'
import { contextOf } from '../core/judge.ts'
import type { MeasurementPlan } from '../core/measurement-plan.ts'
import { type Cycle, type GateState, openDrivers } from '../core/state.ts'
import { planStep, type Walk } from '../core/walk.ts'
import { addedLines } from '../measure/added-lines.ts'
import type { Execution } from '../measure/measurer.ts'
import { patchCoverage } from '../reports/coverage.ts'
import { findMeasurement, type Measurement } from './measurement.ts'
import { measurementKey } from './measurement-key.ts'
import type { Place } from './progress.ts'
import type { Session } from './session.ts'
import { rememberRun, settledRun, WHOLE } from './settled-run.ts'
import { type Asked, openSight } from './slice.ts'

/**
 * The commit's evidence: found again where an equal measurement has some, else measured.
 * @returns null when nothing has to run
 * @throws GateError when nothing can be run, or the abort's reason
 */
export async function measureCommit(
  session: Session,
  walk: Walk,
  commit: Commit,
  at: Pick<Place, 'index' | 'of'>,
): Promise<Measurement | null> {
  const { state, terms } = walk
  const { phase, subtask, cycle, changes } = contextOf(commit, null, state, terms)
  const place: Place = { ...at, sha: commit.sha, phase, subtask }
  session.hooks.onProgress({ kind: 'commit', ...place })
  const plan = planStep(walk, commit, session.config.test.reruns)
  if (plan.scope === 'none') return null
  const open = openBasis(state, phase === 'red' ? cycle : null)
  const key = measurementKey({
    ...{ commit, parentTree: walk.tree, settledTree: settledTree(session, state), phase, changes: changes.values() },
    ...{ plan, basis: open, cycles: state.cycles.values(), policyDigest: terms.policyDigest },
  })
  const step = { commit, phase, key }
  const found = findMeasurement(session, step, state.settled)
  if (found) return found
  const work: Work = { session, state, commit, plan, place, changes: [...changes.values()] }
  return { ...step, ...(await measure(work, open)), reused: null }
}

/** What one commit's measuring needs to know. */
interface Work {
  readonly session: Session
  readonly state: GateState
  readonly commit: Commit
  readonly plan: MeasurementPlan
  readonly place: Place
  /** What the commit answers for. */
  readonly changes: readonly FileChange[]
}

async function measure(work: Work, open: Omit<Basis, 'settled'>): Promise<Pick<Measurement, 'evidence' | 'runs'>> {
  const { session, state, commit, plan, changes } = work
  const settled = await settledRun(session, state)
  const files = plan.scope === 'files' && settled.isTargetable ? plan.files : null
  const first = await execute(work, files)
  const see = await openSight(askedOf(work, files === null), first.run, { ...open, settled: settled.index })
  const evidenceOf = (measured: Measured) => {
    const seen = see(measured)
    return toEvidence(seen.measured, seen.basis)
  }
  const measured: Measured = {
    ...measuredOf(session, commit, first.scope, [first], settled.problems),
    ...{ watch: plan.files, changes, coverage: await coverageOf(session, state, commit, first) },
  }
  const once = { evidence: evidenceOf(measured), runs: measured.runs }
  if (plan.repeat < 2 || first.problems.length > 0) return once
  const done = work.place.phase === 'green' ? doneIn(once.evidence, state) : null
  if (done?.cycles.length === 0) return once
  const all = await repeat(work, measured, done)
  const counterfactual = all.counterfactual ? [all.counterfactual.run] : []
  return { evidence: evidenceOf(all), runs: [...all.runs, ...counterfactual] }
}

/** Of its own files a shard wants what the judge will ask for last: so that it is run once. */
function askedOf({ session, state, commit, plan, place }: Work, isSlice: boolean): Asked {
  const own = { files: plan.files, coverage: false, repeat: plan.repeat, withCanary: place.phase === 'green' }
  return { measurer: session.measurer, tree: commit.tree, settledTree: settledTree(session, state), own, isSlice }
}

/** Cycles that one execution shows as done, and what passed for them, whether a report gives it a file or not. */
interface Done {
  readonly cycles: readonly Cycle[]
  readonly drivers: ReadonlySet<string>
}

function doneIn(evidence: Evidence, state: GateState): Done {
  const cycles = [...state.cycles.values()].filter((open) => reportDrivers(open, evidence).missing.length === 0)
  return { cycles, drivers: new Set(cycles.flatMap((cycle) => reportDrivers(cycle, evidence).passing)) }
}

/** The changed or watched files again, as often as the plan says; at GREEN with the canary, and the counterfactual. */
async function repeat(work: Work, measured: Measured, done: Done | null): Promise<Measured> {
  const { session, commit, plan, place } = work
  const again: Execution[] = []
  for (let time = 2; time <= plan.repeat; time += 1) {
    session.hooks.onProgress({
      kind: 'execution',
      ...place,
      files: plan.files.length,
      attempt: time,
      attempts: plan.repeat,
    })
    const request = { files: plan.files, coverage: false, repeat: time, withCanary: done !== null }
    again.push(await session.measurer.execute(commit.tree, request))
  }
  const counterfactual = done && plan.counterfactual ? await takeBack(work, done.cycles) : null
  return {
    ...measured,
    runs: [...measured.runs, ...again.map(({ run }) => run)],
    problems: [...measured.problems, ...again.flatMap(({ problems }) => problems)],
    counterfactual: counterfactual && { run: counterfactual.run, drivers: ({ id }) => done?.drivers.has(id) ?? false },
    durationMs:
      measured.durationMs +
      [...again, ...(counterfactual ? [counterfactual] : [])].reduce((sum, { durationMs }) => sum + durationMs, 0),
  }
}

/** The drivers on the commit's tree with this cycle's production as it was: whatever stops them there, they do not pass. */
async function takeBack({ session, commit, plan }: Work, cycles: readonly Cycle[]): Promise<Execution> {
  const tree = await session.scratch.composeTree(commit.tree, plan.counterfactual ?? [])
  const files = [...new Set(cycles.flatMap((cycle) => cycle.watch))].toSorted()
  return session.measurer.execute(tree, { files, coverage: false, repeat: 1, withCanary: false })
}

async function execute({ session, commit, plan, place }: Work, files: readonly string[] | null): Promise<Execution> {
  const attempts = files ? plan.repeat : 1
  session.hooks.onProgress({ kind: 'execution', ...place, files: files?.length ?? null, attempt: 1, attempts })
  const execution = await session.measurer.execute(
    commit.tree,
    files === null ? WHOLE : { ...WHOLE, files, coverage: false },
  )
  if (files === null) rememberRun(session, commit.sha, execution)
  return execution
}

/** A new RED of a subtask replaces its drivers: they are no known failures then. */
function openBasis(state: GateState, replaced: Cycle | null): Omit<Basis, 'settled'> {
  const others = new Map([...state.cycles].filter(([id]) => id !== replaced?.subtask))
  const { tests, files } = openDrivers({ ...state, cycles: others })
  return { commit: state.settled, openTests: tests, openFiles: files }
}

function settledTree({ trees, origin }: Session, { settled }: GateState): Sha {
  return trees.get(settled) ?? origin.tree
}

/** Executions of a commit as they are compared. */
export function measuredOf(
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
    isOurs: session.isOurs,
    classify: session.classify,
  }
}

async function coverageOf(
  session: Session,
  state: GateState,
  commit: Commit,
  { coverage }: Execution,
): Promise<CoverageSummary | null> {
  if (!coverage) return null
  const from = settledTree(session, state)
  const paths = commit.changes
    .filter((change) => change.class === 'production' && change.after !== null)
    .map(({ path }) => path)
  const patch =
    paths.length > 0 ? patchCoverage(coverage, await addedLines(session.scratch, from, commit.tree, paths)) : null
  return { totals: coverage.totals, patch }
}
