/** Measures one commit from plan to Evidence: runs what the plan demands, and decides nothing. */

import { type Basis, type Measured, toEvidence } from '../../core/compare/compare.ts'
import { reportDrivers } from '../../core/compare/drivers.ts'
import { touchedAt } from '../../core/compare/frozen.ts'
import type { MeasurementPlan } from '../../core/evaluate/measurement-plan.ts'
import { getPhase, type Phase } from '../../core/evaluate/phase.ts'
import { completesBranch, type StepPlan, type Walk } from '../../core/evaluate/walk.ts'
import { type Commit, type FileChange, type Sha, trailer } from '../../core/model/commit.ts'
import { dividesSuites } from '../../core/model/config.ts'
import type { Evidence, Scope } from '../../core/model/evidence.ts'
import { weakestIsolation } from '../../core/model/isolation.ts'
import { type Cycle, type GateState, openDrivers } from '../../core/model/state.ts'
import type { TestId, TestRun } from '../../core/model/test-run.ts'
import { type Execution, WHOLE } from '../../test-runner/execution.ts'
import { tryGreen, tryHead, tryTests, tryUpkeep } from '../../trials/index.ts'
import type { TrialSession } from '../../trials/trial-runs.ts'
import { passesAtOnce } from '../../trials/varied.ts'
import { baselineRun, rememberRun } from './baseline-run.ts'
import { getCoverage, getIsolation, getMeasured } from './combine-executions.ts'
import { findChangingNames } from './find-changing-names.ts'
import { findFlaky } from './find-flaky.ts'
import { findMeasurement, type Measurement, type MeasurementParts, measurementKey } from './measurement.ts'
import type { CommitProgress } from './progress.ts'
import { withAnswers } from './replacements.ts'
import { asRepeated, lacksCode, type Repeated, runAgain } from './run-again.ts'
import type { Session } from './session.ts'
import { openVisibleResults, type ShardRequest } from './visible-results.ts'
import { getSkips, rewrittenBy } from './written-skips.ts'

/** One step of a walk: a commit, and what its judgement needs. */
export interface WalkStep {
  readonly session: Session
  readonly walk: Walk
  readonly commit: Commit
  readonly planned: StepPlan
  /** The number of the commit among all. */
  readonly at: Pick<CommitProgress, 'index' | 'of'>
}

/**
 * Returns the commit's evidence: that of an equal measurement, or measured now.
 * @throws GateError when nothing can run, or the abort's reason
 */
export async function measureCommit({ session, walk, commit, planned, at }: WalkStep): Promise<Measurement> {
  const { state } = walk
  const { phase, subtask, cycle, changes, plan } = planned
  const basis = openBasis(state, phase === 'red' ? cycle : null)
  const keys = getKeys({ session, walk, commit, planned, at }, basis)
  for (const key of keys) {
    const found = findMeasurement(session, { commit, phase, key }, state.baseline)
    if (found) return found
  }
  const place: CommitProgress = { ...at, sha: commit.sha, phase, subtask }
  const work: Work = { session, walk, state, commit, plan, place, changes: [...changes.values()] }
  return { commit, phase, key: keys[0], ...(await measure(work, basis)), reused: null }
}

/** Returns the keys of equal measurements, the own one first. */
function getKeys(
  { session, walk: { state, criteria, tree }, commit, planned }: WalkStep,
  basis: Omit<Basis, 'baseline'>,
): readonly [string, ...string[]] {
  const { phase, changes, plan } = planned
  const parts: MeasurementParts = {
    commit,
    parentTree: tree,
    baselineTree: getBaselineTree(session, state),
    phase,
    changes: [...changes.values()],
    plan,
    basis,
    cycles: [...state.cycles.values()],
    policyDigest: criteria.policyDigest,
    ...(phase === 'red' ? getLate(state, commit) : {}),
  }
  const touched = touchedAt(state, commit)
  const isDivided = dividesSuites(session.suites, session.config.test)
  if (touched.size === 0 && plan.scope !== 'files' && !isDivided) return [measurementKey(parts)]
  const held = measurementKey({ ...parts, held: { ...state, touched }, ...(isDivided ? { isWhole: true } : {}) })
  // A measurement at the head also answers every request of a commit before the head.
  return criteria.atHead?.has(commit.sha) ? [held] : [measurementKey(parts), held]
}

/** What a RED answers for whose tests may pass at once, which its trailer says, or no trailer denies. */
function getLate({ unnoticed }: GateState, commit: Commit): Pick<MeasurementParts, 'mayPassAtOnce' | 'unnoticed'> {
  const mayPassAtOnce = getPhase(commit).isCharacterization || trailer(commit, 'phase') === undefined
  const survived = [...unnoticed.values()].flatMap((mutants) => mutants.survived)
  return { ...(mayPassAtOnce ? { mayPassAtOnce } : {}), unnoticed: survived }
}

/** The data that measuring one commit needs. */
interface Work {
  readonly session: Session
  readonly walk: Walk
  readonly state: GateState
  readonly commit: Commit
  readonly plan: MeasurementPlan
  readonly place: CommitProgress
  /** The changes that the commit answers for. */
  readonly changes: readonly FileChange[]
}

/** Measures the commit; at the head, also the tests that the branch proved. */
async function measure(work: Work, open: Omit<Basis, 'baseline'>): Promise<Pick<Measurement, 'evidence' | 'runs'>> {
  const { state, commit, walk } = work
  const isLast = ({ measured, evidenceOf }: Shown) => completesBranch(walk, commit, evidenceOf(measured))
  const aimed = await measureChange(work, open, work.plan.scope)
  // The state at the head depends on more than the commit's own files.
  const isPart = aimed.measured.scope === 'files' && isLast(aimed)
  const shown = isPart ? await measureChange(work, open, 'suite') : aimed
  const { measured, runs, evidenceOf } = shown
  const evidence = evidenceOf(measured)
  if (!isLast(shown)) return { evidence, runs }
  const answered = new Set(evidence.answered?.map(({ id }) => id))
  const tried = await tryHead({ session: toTold(work), state, commit, measured }, answered)
  return { evidence: evidenceOf(tried.measured), runs: [...runs, ...tried.runs] }
}

interface Shown {
  readonly measured: Measured
  readonly runs: readonly TestRun[]
  readonly evidenceOf: (measured: Measured) => Evidence
}

/** Names the trials of this commit while they run. */
function toTold({ session, place }: Work): Session & Pick<TrialSession, 'onTrial'> {
  return { ...session, onTrial: (trial) => session.hooks.onProgress({ kind: 'test:trial', ...place, trial }) }
}

async function measureChange(work: Work, open: Omit<Basis, 'baseline'>, scope: Scope): Promise<Shown> {
  const { session, state, commit, plan, changes } = work
  const baseline = await baselineRun(session, state)
  const files = scope === 'files' && baseline.isTargetable ? plan.files : null
  const first = await execute(work, files)
  const see = await openVisibleResults(getRequest(work, files === null), first.run, {
    ...open,
    baseline: baseline.index,
  })
  const getEvidence = (measured: Measured) => {
    const seen = see(measured)
    return toEvidence(seen.measured, seen.basis)
  }
  const { phase } = work.place
  const before = getBaselineTree(session, state)
  const suspicion = { ...work, measurer: session.measurer, baseline: baseline.index, before, phase }
  const flaky = await findFlaky(suspicion, first)
  const measured = await withAnswers({ ...work, phase }, getEvidence, {
    ...getMeasured(session, commit, first.scope, [first], baseline.problems),
    ...(flaky.length > 0 ? { flaky } : {}),
    ...(await findChangingNames(suspicion, first)),
    writtenSkips: await getSkips(
      session,
      { ...open, tree: commit.tree, baseline: baseline.index, rewritten: rewrittenBy(commit, phase) },
      first.run,
    ),
    watch: plan.files,
    changes,
    ...(await getCoverage(session, before, commit, first)),
  })
  const kept = await tryUpkeep(
    { ...work, session: toTold(work), measured },
    { phase, changes, isWhole: files === null },
  )
  const once = { measured: kept.measured, runs: [...measured.runs, ...kept.runs], evidenceOf: getEvidence }
  if (!drives(plan, phase) || first.problems.length > 0) return once
  const done = phase === 'green' ? findFinished(getEvidence(measured), state) : null
  if (done?.cycles.length === 0) return once
  const { measured: all, alike } = await repeat(work, measured, done)
  const context = { ...alike, measured: all }
  const tried = done
    ? await tryGreen({
        ...context,
        green: { ...done, baseline: see(all).basis.baseline, baselineTree: before, without: plan.counterfactual },
      })
    : await tryTests(context, passesAtOnce(getEvidence(all)) ? plan.files : [])
  return { ...tried, runs: [...all.runs, ...tried.runs], evidenceOf: getEvidence }
}

/** A RED whose tests run only once is tried, too. */
const drives = ({ repeat }: MeasurementPlan, phase: Phase) => repeat > (phase === 'red' ? 0 : 1)

/** The judge will ask for the commit's own files. A shard asks now, so that they run once. */
function getRequest({ session, state, commit, plan, place }: Work, isSlice: boolean): ShardRequest {
  const own = { files: plan.files, coverage: false, repeat: plan.repeat, withCanary: place.phase === 'green' }
  return { measurer: session.measurer, tree: commit.tree, baselineTree: getBaselineTree(session, state), own, isSlice }
}

/** Cycles that one execution shows as finished, and the tests that pass for them, with or without a known file. */
interface Done {
  readonly cycles: readonly Cycle[]
  readonly drivers: ReadonlySet<TestId>
}

function findFinished(evidence: Evidence, state: GateState): Done {
  const cycles = [...state.cycles.values()].filter((open) => reportDrivers(open, evidence).missing.length === 0)
  return { cycles, drivers: new Set(cycles.flatMap((cycle) => reportDrivers(cycle, evidence).passing)) }
}

/** Repeats the changed or tracked files as the plan demands; at GREEN with the canary. */
async function repeat(work: Work, measured: Measured, done: Done | null) {
  const { session, plan, place } = work
  const again: Repeated[] = []
  // GREEN's trials run such tests without the code again.
  const times = lacksCode(measured) && !session.withoutTrials ? 1 : plan.repeat
  for (let time = 2; time <= times; time += 1) {
    const event = {
      kind: 'test:run',
      ...place,
      files: plan.files.length,
      attempt: time,
      attempts: plan.repeat,
    } as const
    const onStart = () => session.hooks.onProgress(event)
    again.push(await runAgain({ ...work, onStart }, done, time))
  }
  const measurer = asRepeated(session.measurer, { withCanary: again.some(({ withCanary }) => withCanary) })
  const repeated: Measured = {
    ...measured,
    runs: [...measured.runs, ...again.map(({ run }) => run)],
    problems: [...measured.problems, ...again.flatMap(({ problems }) => problems)],
    isolation: weakestIsolation([measured.isolation ?? null, getIsolation(again)].filter((one) => one !== null)),
    durationMs: measured.durationMs + again.reduce((sum, { durationMs }) => sum + durationMs, 0),
  }
  const takesFiles = again.every(({ scope }) => scope === 'files')
  return { measured: repeated, alike: { ...work, session: { ...toTold(work), measurer }, takesFiles } }
}

async function execute({ session, commit, plan, place }: Work, files: readonly string[] | null): Promise<Execution> {
  const attempts = files ? plan.repeat : 1
  const { onProgress } = session.hooks
  const onStart = () => onProgress({ kind: 'test:run', ...place, files: files?.length ?? null, attempt: 1, attempts })
  const request = { ...(files === null ? WHOLE : { ...WHOLE, files, coverage: false }), onStart }
  const execution = await session.measurer.execute(commit.tree, request)
  if (execution.isCached) onProgress({ kind: 'test:cached', ...place })
  if (files === null) rememberRun(session, commit.sha, execution)
  return execution
}

/** A new RED of a subtask replaces its drivers: they are not known failures then. */
function openBasis(state: GateState, replaced: Cycle | null): Omit<Basis, 'baseline'> {
  const others = new Map([...state.cycles].filter(([id]) => id !== replaced?.subtask))
  const { tests, files } = openDrivers({ ...state, cycles: others })
  return { commit: state.baseline, openTests: tests, openFiles: files, answered: state.answered }
}

function getBaselineTree({ trees, origin }: Session, { baseline }: GateState): Sha {
  return trees.get(baseline) ?? origin.tree
}
