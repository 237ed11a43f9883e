/** One commit from plan to Evidence: decides nothing, runs what the plan asks for. */
import type { Commit, Sha } from '../core/commit.ts'
import { type Basis, indexRun, type Measured, type RunIndex, toEvidence } from '../core/compare.ts'
import { reportDrivers } from '../core/drivers.ts'
import type { CoverageSummary, Evidence, Problem } from '../core/evidence.ts'
import { contextOf } from '../core/judge.ts'
import type { MeasurementPlan } from '../core/measurement-plan.ts'
import type { Cycle, GateState } from '../core/state.ts'
import { openDrivers } from '../core/state.ts'
import { planStep, type Walk } from '../core/walk.ts'
import { addedLines } from '../measure/added-lines.ts'
import type { Execution } from '../measure/measurer.ts'
import { patchCoverage } from '../reports/coverage.ts'
import type { Place } from './progress.ts'
import type { Session } from './session.ts'

/** The base's whole suite, when any commit needs something to be compared with. */
export async function measureBase(session: Session, commits: readonly Commit[]): Promise<Evidence | undefined> {
  const isNeeded = commits.some(
    ({ parents, changes }) => parents.length > 1 || changes.some((change) => change.class !== 'docs'),
  )
  if (!isNeeded) return undefined
  const { origin } = session
  const place: Place = { index: 0, of: commits.length, sha: origin.sha, phase: 'start', subtask: null }
  session.hooks.onProgress({ kind: 'execution', ...place, files: null, attempt: 1, attempts: 1 })
  const execution = await session.measurer.execute(origin.tree, {
    files: null,
    coverage: true,
    repeat: 1,
    withCanary: false,
  })
  const commit = baseCommit(origin.sha, origin.tree)
  const basis: Basis = { commit: origin.sha, settled: new Map(), openTests: new Set(), openFiles: new Set() }
  const coverage = execution.coverage && { totals: execution.coverage.totals, patch: null }
  return toEvidence({ ...measuredOf(session, commit, 'suite', [execution], []), coverage }, basis)
}

function baseCommit(sha: Sha, tree: Sha): Commit {
  return { sha, tree, parents: [], subject: 'base', message: '', trailers: [], changes: [], merge: null }
}

/** @returns null when nothing had to run. */
export async function measureCommit(
  session: Session,
  walk: Walk,
  commit: Commit,
  at: Pick<Place, 'index' | 'of'>,
): Promise<Evidence | null> {
  const { phase, subtask, cycle, changes } = contextOf(commit, null, walk.state, session.terms)
  const place: Place = { ...at, sha: commit.sha, phase, subtask }
  session.hooks.onProgress({ kind: 'commit', ...place })
  const plan = planStep(walk, commit, session.config.test.reruns)
  if (plan.scope === 'none') return null
  const settled = await settledRun(session, walk.state)
  const basis = basisOf(walk.state, settled.index, phase === 'red' ? cycle : null)
  const first = await execute(session, commit, plan, settled.isTargetable, place)
  const measured = {
    ...measuredOf(session, commit, first.scope, [first], settled.problems),
    watch: plan.files,
    changes: [...changes.values()],
  }
  const withCoverage = { ...measured, coverage: await coverageOf(session, walk.state, commit, first) }
  const once = toEvidence(withCoverage, basis)
  if (plan.repeat < 2 || first.problems.length > 0) return once
  const done = phase === 'green' ? doneIn(once, walk.state) : null
  if (done?.cycles.length === 0) return once
  return toEvidence(await repeat(session, commit, plan, withCoverage, done, place), basis)
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
async function repeat(
  session: Session,
  commit: Commit,
  plan: MeasurementPlan,
  measured: Measured,
  done: Done | null,
  place: Place,
): Promise<Measured> {
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
  const counterfactual = done && plan.counterfactual ? await takeBack(session, commit, plan, done.cycles) : null
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
async function takeBack(
  session: Session,
  commit: Commit,
  plan: MeasurementPlan,
  cycles: readonly Cycle[],
): Promise<Execution> {
  const tree = await session.scratch.composeTree(commit.tree, plan.counterfactual ?? [])
  const files = [...new Set(cycles.flatMap((cycle) => cycle.watch))].toSorted()
  return session.measurer.execute(tree, { files, coverage: false, repeat: 1, withCanary: false })
}

function execute(
  session: Session,
  commit: Commit,
  plan: MeasurementPlan,
  isTargetable: boolean,
  place: Place,
): Promise<Execution> {
  const files = plan.scope === 'files' && isTargetable ? plan.files : null
  session.hooks.onProgress({
    kind: 'execution',
    ...place,
    files: files?.length ?? null,
    attempt: 1,
    attempts: files ? plan.repeat : 1,
  })
  return session.measurer.execute(commit.tree, { files, coverage: files === null, repeat: 1, withCanary: false })
}

interface SettledRun {
  readonly index: RunIndex
  readonly problems: readonly Problem[]
  /** False when tests have no file: then nobody can tell which of them a targeted run left out. */
  readonly isTargetable: boolean
}

/** The whole suite at the last settled commit; measured before, so it comes from the cache. */
async function settledRun(session: Session, state: GateState): Promise<SettledRun> {
  const known = session.settled.get(state.settled)
  if (known) return known
  const tree = session.trees.get(state.settled) ?? session.origin.tree
  const { run, problems } = await session.measurer.execute(tree, {
    files: null,
    coverage: true,
    repeat: 1,
    withCanary: false,
  })
  const settled = {
    index: indexRun(run),
    problems: problems.map(
      ({ message }): Problem => ({
        code: 'base',
        message: `what it is compared with (${state.settled.slice(0, 9)}) was not measured: ${message}`,
      }),
    ),
    isTargetable: run.cases.every(({ file }) => file !== null),
  }
  session.settled.clear()
  session.settled.set(state.settled, settled)
  return settled
}

/** A new RED of a subtask replaces its drivers: they are no known failures then. */
function basisOf(state: GateState, settled: RunIndex, replaced: Cycle | null): Basis {
  const others = new Map([...state.cycles].filter(([id]) => id !== replaced?.subtask))
  const { tests, files } = openDrivers({ ...state, cycles: others })
  return { commit: state.settled, settled, openTests: tests, openFiles: files }
}

function measuredOf(
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
  const from = session.trees.get(state.settled) ?? session.origin.tree
  const paths = commit.changes
    .filter((change) => change.class === 'production' && change.after !== null)
    .map(({ path }) => path)
  const patch =
    paths.length > 0 ? patchCoverage(coverage, await addedLines(session.scratch, from, commit.tree, paths)) : null
  return { totals: coverage.totals, patch }
}
