/** Runs the drivers with the functions emptied that a GREEN wrote: each driver must fail then. */

import { indexRun, type RunIndex } from '../../core/compare/compare.ts'
import { productionSince } from '../../core/compare/counterfactual.ts'
import type { TreeEdit } from '../../core/evaluate/measurement-plan.ts'
import type { Commit } from '../../core/model/commit.ts'
import type { EmptiedProduction } from '../../core/model/counterfactuals.ts'
import { type Cycle, type GateState, trackedFiles } from '../../core/model/state.ts'
import type { TestId } from '../../core/model/test-run.ts'
import type { Altering } from '../../test-runner/empty/data-helpers.ts'
import { emptyBodies, usedOnLoading } from '../../test-runner/empty/index.ts'
import type { Variant } from '../../test-runner/empty/language.ts'
import type { Execution } from '../../test-runner/execution.ts'
import { namesInFiles, textsOf } from '../changes/names-in-files.ts'
import { type FileSource, reachedSources } from '../changes/reached.ts'
import type { Session } from '../verify/session.ts'
import { alterNamedData } from './altered-data.ts'
import { executeChanged } from './changed-run.ts'
import { readSources } from './changed-sources.ts'
import { findIdleAssertions } from './idle-assertions.ts'
import { findTolerant } from './tolerant.ts'
import { type AlteredRuns, assertsItself, findUnpinned } from './unpinned.ts'
import { findWeakDemands, type Probes, withComment } from './weak-demands.ts'

/** Names of files and functions in evidence: people read them, and rules ask only whether there is one. */
const MAX_NAMED = 20

export interface EmptiedRequest {
  readonly session: Pick<Session, 'scratch' | 'measurer' | 'classify'>
  readonly state: GateState
  readonly commit: Commit
  /** Finished cycles, and the tests that pass for them and did not pass before. */
  readonly cycles: readonly Cycle[]
  readonly drivers: ReadonlySet<TestId>
  /** How long all runs with the code took. */
  readonly tookMs: number
}

export interface EmptiedResult {
  readonly emptied: EmptiedProduction
  readonly executions: readonly Execution[]
}

export async function tryEmptied(trial: EmptiedRequest): Promise<EmptiedResult> {
  const { sources, others } = await readSources(trial.session.scratch, productionSince(trial.state, trial.commit))
  const work: Work = { trial, sources, executions: [], kept: new Set() }
  const first = await emptyAll(work, 'nothing')
  const notEmptied = [...others, ...first.notEmptied].toSorted().slice(0, MAX_NAMED)
  const { functions } = first
  const equalsAll = [
    ...new Set([...first.equalsAll, ...(await findTolerant(trial, sources, (edits) => runEdits(work, edits)))]),
  ].slice(0, MAX_NAMED)
  const seen = await tryDrivers(work, first, notEmptied)
  const idle = await findIdleAssertions(trial, (edits) => executeEdits(work, edits))
  const emptied = {
    functions,
    equalsAll,
    notEmptied,
    ...seen,
    ...(idle.length > 0 && { idle: idle.slice(0, MAX_NAMED) }),
  }
  return { emptied, executions: work.executions }
}

async function tryDrivers(
  work: Work,
  { functions, edits }: Awaited<ReturnType<typeof emptyAll>>,
  notEmptied: readonly string[],
) {
  if (functions === 0) return notEmptied.length > 0 ? tryData(work) : NO_TESTS
  return (await noticeAltered(work, functions)) ?? (await trackDrivers(work, edits))
}

/**
 * Runs the drivers with another value of the only function. When each fails by its own assertion, each demands the value:
 * no empty function can satisfy it, and a run is saved. Among several functions, one may fail for the value of another.
 * @returns null when the drivers have to run with the function emptied
 */
async function noticeAltered(work: Work, functions: number) {
  const drivers = [...work.trial.drivers].toSorted()
  if (functions !== 1 || (await getTrials(work)).functions.length !== 1) return null
  await runVariant(work, 'altered')
  const cases = new Map(work.executions.at(-1)?.run.cases.map((test) => [test.id, test]))
  return drivers.every((id) => assertsItself(cases, id)) ? { ...NO_TESTS, ...(await findLoose(work, drivers)) } : null
}

/** Looks closer at drivers that notice an empty function. */
async function findLoose(work: Work, noticing: readonly TestId[]) {
  const unpinned = noticing.length > 0 ? await findUnpinned(noticing, await getTrials(work)) : []
  const demands = noticing.length > 0 ? await findWeakDemands(noticing, await getProbes(work)) : {}
  return { noticed: noticing.length, unpinned, ...demands }
}

/**
 * Where no function could be emptied: runs the drivers with other values of all data of the commit. Then once more with
 * idle functions in place of those that a call made: another value there stops each driver.
 */
async function tryData(work: Work) {
  const run = await runData(work, null, 'all')
  if (run === null) return NO_TESTS
  const drivers = [...work.trial.drivers].toSorted()
  const loose = passedIn(run, drivers)
  const idle = loose.length < drivers.length ? await runData(work, null, 'calls') : null
  const unpinned = drivers.filter((id) => loose.includes(id) || idle?.get(id)?.outcome === 'passed')
  const untried = drivers.filter((id) => !run.has(id) && !unpinned.includes(id))
  const noticed = drivers.length - unpinned.length - untried.length
  return { ...NO_TESTS, noticed, unpinned, untried, ...toNamesOnly(isAllNew(work) ? getAsserting(work, untried) : []) }
}

/** Runs the drivers with other data, and other values of functions. @returns null where the commit holds no such data */
async function runData(work: Work, names: ReadonlySet<string> | null, altering: Altering): Promise<RunIndex | null> {
  const { session, state, commit } = work.trial
  const request = { ...work, scratch: session.scratch, names, altering }
  const edits = await alterNamedData(request, productionSince(state, commit))
  return edits.length > 0 ? runEdits(work, edits) : null
}

const NO_TESTS = { noticed: 0, hollow: [], weak: [], unpinned: [], untried: [] }

interface Work {
  readonly trial: EmptiedRequest
  readonly sources: readonly FileSource[]
  readonly executions: Execution[]
  /** Functions that keep their bodies. */
  readonly kept: ReadonlySet<string>
}

/** Runs a way only with the drivers that passed the ways before. */
async function trackDrivers(
  request: Work,
  edits: readonly TreeEdit[],
): Promise<Omit<EmptiedProduction, 'functions' | 'equalsAll' | 'notEmptied'>> {
  const { work, nothing } = await runLoadable(request, edits)
  const drivers = [...work.trial.drivers].toSorted()
  const absent = drivers.filter((id) => !nothing.has(id))
  const quiet = passedIn(nothing, drivers)
  const other = quiet.length > 0 ? await runVariant(work, 'other') : EMPTY
  const same = passedIn(other, quiet)
  const gone = same.length > 0 ? await runVariant(work, 'gone') : EMPTY
  const indifferent = passedIn(gone, same)
  const none = indifferent.length > 0 ? await runVariant(await reached(work), 'other') : EMPTY
  const hollow = passedIn(none, indifferent)
  // Without the function a file may end early: what passed with two empty ones demands no more than that.
  const weak = same.filter((id) => !hollow.includes(id))
  const untried = [...absent, ...quiet.filter((id) => !other.has(id))].toSorted()
  const indebted = [...hollow, ...weak, ...untried]
  const noticing = drivers.filter((id) => !indebted.includes(id))
  const shown = indebted.length > 0 ? await findNamesOnly(work, getAsserting(work, [...weak, ...untried])) : {}
  return { hollow, weak, untried, ...shown, ...(await findLoose(work, noticing)) }
}

/**
 * Finds drivers that an assertion refused at RED, though not for what the functions did: with those of before in place,
 * and the new ones empty, a driver of a corrected function fails as it did at RED.
 */
async function findNamesOnly(
  work: Work,
  asserting: readonly TestId[],
): Promise<Pick<EmptiedProduction, 'bodies' | 'namesOnly'>> {
  const { edits, bodies } = await emptyAll(work, 'nothing')
  const named = { bodies: bodies.slice(0, MAX_NAMED) }
  if (asserting.length === 0) return named
  const old = await emptyAll(work, 'before')
  return {
    ...named,
    ...toNamesOnly(isSame(edits, old.edits) ? asserting : passedIn(await runEdits(work, old.edits), asserting)),
  }
}

const toNamesOnly = (ids: readonly TestId[]) => (ids.length > 0 ? { namesOnly: ids.toSorted() } : {})

/** @returns those of the drivers that an assertion of their own refused at RED */
function getAsserting({ trial }: Work, drivers: readonly TestId[]): readonly TestId[] {
  const asserting = new Set(trial.cycles.flatMap((cycle) => cycle.asserting ?? []))
  return drivers.filter((id) => asserting.has(id))
}

/** Returns whether no file of the production was there before: then no driver refused what it said. */
function isAllNew({ trial: { state, commit } }: Work): boolean {
  return [...productionSince(state, commit).values()].every(({ before }) => before === null)
}

function isSame(some: readonly TreeEdit[], others: readonly TreeEdit[]): boolean {
  return some.length === others.length && some.every(({ blob }, n) => blob?.id === others[n]?.blob?.id)
}

/** What the drivers may run with to find out what they demand. */
async function getProbes(work: Work): Promise<Probes> {
  const { session, commit, cycles } = work.trial
  return {
    texts: await textsOf(session.scratch, commit.tree, trackedFiles(cycles)),
    run: (variant) => runVariant(work, variant),
    runWithComment: async () => {
      const ids = await session.scratch.writeBlobs(work.sources.map(({ path, after }) => withComment(path, after)))
      return runEdits(
        work,
        work.sources.map(({ path, mode }, n): TreeEdit => ({ path, blob: { mode, id: ids[n] ?? '' } })),
      )
    },
  }
}

/** What the drivers may run with: other values of all functions, of one, or of the data that they name as well. */
async function getTrials(work: Work): Promise<AlteredRuns> {
  const rewritten = await Promise.all(work.sources.map((source) => emptyBodies(source, 'dropped', work.kept)))
  const functions = [...new Set(rewritten.flatMap((one) => one?.functions ?? []).map(getLastName))]
  const kept = (only?: string) =>
    only === undefined ? work.kept : new Set([...work.kept, ...functions.filter((name) => name !== only)])
  return {
    functions,
    run: (variant, only) => runVariant({ ...work, kept: kept(only) }, variant),
    runWithData: async () => {
      const { session, commit, cycles, drivers } = work.trial
      const names = await namesInFiles(session.scratch, commit.tree, trackedFiles(cycles))
      const all = await runData(work, names, 'all')
      if (all === null || passedIn(all, [...drivers]).length === drivers.size) return all
      const rows = await runData(work, names, 'rows')
      return new Map([...all, ...[...(rows ?? [])].filter(([, { outcome }]) => outcome === 'passed')])
    },
  }
}

const getLastName = (name: string) => name.split('.').at(-1) ?? name

/** Empties all code that the drivers may reach: a driver of older code fails without that code. */
async function reached(work: Work): Promise<Work> {
  const { session, commit } = work.trial
  const tracked = trackedFiles(work.trial.cycles)
  const all = await reachedSources(session.scratch, { tree: commit.tree, from: tracked, classify: session.classify })
  const used = await Promise.all(all.map(usedOnLoading))
  return { ...work, sources: all, kept: new Set(used.flatMap((names) => [...names])) }
}

const EMPTY: RunIndex = new Map()
const passedIn = (run: RunIndex, ids: readonly TestId[]) => ids.filter((id) => run.get(id)?.outcome === 'passed')

/** Keeps the bodies of functions that files need while they load. */
async function runLoadable(request: Work, edits: readonly TreeEdit[]): Promise<{ work: Work; nothing: RunIndex }> {
  const nothing = await runEdits(request, edits)
  const { drivers } = request.trial
  if ([...drivers].every((id) => nothing.has(id))) return { work: request, nothing }
  const used = await Promise.all(request.sources.map(usedOnLoading))
  const work = { ...request, kept: new Set(used.flatMap((names) => [...names])) }
  const fewer = await emptyAll(work, 'nothing')
  if (fewer.functions === 0 || isSame(fewer.edits, edits)) return { work: request, nothing }
  const again = await runEdits(work, fewer.edits)
  const count = (run: RunIndex) => [...drivers].filter((id) => run.has(id)).length
  return count(again) > count(nothing) ? { work, nothing: again } : { work: request, nothing }
}

async function runVariant(work: Work, variant: Variant): Promise<RunIndex> {
  return runEdits(work, (await emptyAll(work, variant)).edits)
}

async function runEdits(work: Work, edits: readonly TreeEdit[]): Promise<RunIndex> {
  return indexRun((await executeEdits(work, edits)).run)
}

function executeEdits({ trial, executions }: Work, edits: readonly TreeEdit[]): Promise<Execution> {
  const { session, commit, tookMs } = trial
  return executeChanged({ session, commit, tookMs, executions, files: trackedFiles(trial.cycles) }, edits)
}

const MAX_NAME = 200
const toPlace = (path: string, name: string) => ({ path, name: name.endsWith('.') ? '' : name.slice(0, MAX_NAME) })

async function emptyAll({ trial, sources, kept }: Work, variant: Variant) {
  const all = await Promise.all(sources.map((source) => emptyBodies(source, variant, kept)))
  const texts = all.flatMap((emptied) => (emptied && emptied.functions.length > 0 ? [emptied.text] : []))
  const ids = await trial.session.scratch.writeBlobs(texts)
  const edits = sources.flatMap(({ path, mode }, n): TreeEdit[] => {
    const id = (all[n]?.functions.length ?? 0) > 0 ? ids.shift() : undefined
    return id === undefined ? [] : [{ path, blob: { mode, id } }]
  })
  return {
    edits,
    equalsAll: sources.flatMap(({ path }, n) => all[n]?.equalsAll.map((name) => `${path}: ${name}`) ?? []),
    notEmptied: sources.flatMap(({ path }, n) => (all[n]?.isWhole ? [] : [path])),
    bodies: sources.flatMap(({ path }, n) => all[n]?.functions.map((name) => toPlace(path, name)) ?? []),
    functions: all.reduce((sum, emptied) => sum + (emptied?.functions.length ?? 0), 0),
  }
}
