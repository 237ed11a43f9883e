/** Runs the drivers with the functions emptied that a GREEN wrote: each driver must fail then. */
import { reachedSources, readSources } from '../../changes/reached.ts'
import { isRegular, namesInFiles, readRegular, writeEdits } from '../../changes/tree-texts.ts'
import { indexRun, type RunIndex } from '../../core/compare/compare.ts'
import { productionSince } from '../../core/compare/counterfactual.ts'
import type { EmptiedProduction } from '../../core/model/counterfactuals.ts'
import { trackedFiles } from '../../core/model/state.ts'
import type { TestId } from '../../core/model/test-run.ts'
import { count } from '../../core/util/count.ts'
import { getLastName } from '../../rewriting/bodies.ts'
import { canEmpty, emptyBodies, usedOnLoading } from '../../rewriting/index.ts'
import { noteWhole } from '../notice.ts'
import { type GreenContext, type GreenTrial, MAX_NAMED, MAX_TRIED_FILES } from '../trial.ts'
import type { TrialRuns } from '../trial-runs.ts'
import {
  type EmptiedRequest,
  type EmptiedTree,
  emptyAll,
  executeEdits,
  findNamesOnly,
  findNew,
  findTolerant,
  passEmpty,
  passedIn,
  runData,
  runEdits,
  runLoadable,
  runVariant,
  type Work,
} from './emptied-runs.ts'
import { findIdleAssertions } from './idle-assertions.ts'
import { type AlteredRuns, assertsItself, findUnpinned, findWeakDemands, type Probes, withComment } from './unpinned.ts'

async function tryEmptied(trial: EmptiedRequest, runs: TrialRuns): Promise<EmptiedProduction> {
  const changes = [...productionSince(trial.state, trial.commit).values()]
  const readable = changes.filter(({ path, after }) => isRegular(after) && canEmpty(path)).slice(0, MAX_TRIED_FILES)
  const sources = await readSources(trial.session.scratch, readable)
  const known = new Set(sources.map(({ path }) => path))
  const others = changes.flatMap(({ path }) => (known.has(path) ? [] : [path]))
  const work: Work = { trial, sources, runs, kept: new Set() }
  const first = await emptyAll(work, 'nothing')
  const notEmptied = [...others, ...first.notEmptied].toSorted().slice(0, MAX_NAMED)
  const { functions } = first
  const equalsAll = [...new Set([...first.equalsAll, ...(await findTolerant(work))])].slice(0, MAX_NAMED)
  const seen = await tryDrivers(work, first, notEmptied)
  const idle = await findIdleAssertions(work)
  return { functions, equalsAll, notEmptied, ...seen, ...(idle.length > 0 && { idle: idle.slice(0, MAX_NAMED) }) }
}

async function tryDrivers(work: Work, emptied: EmptiedTree, notEmptied: readonly string[]) {
  const { functions, left } = emptied
  if (functions === 0) {
    const data = notEmptied.length > 0 ? await tryData(work) : null
    return { ...NO_TESTS, ...(data ?? (left.length > 0 ? passEmpty(work, left) : {})) }
  }
  return (await noticeAltered(work, functions)) ?? (await trackDrivers(work, emptied))
}

/**
 * Runs the drivers with another value of the only function. When each fails by its own assertion, each demands the value:
 * no empty function can satisfy it, and a run is saved. Among several functions, one may fail for the value of another.
 * @returns null when the drivers have to run with the function emptied
 */
async function noticeAltered(work: Work, functions: number) {
  const drivers = [...work.trial.drivers].toSorted()
  if (functions !== 1 || (await getTrials(work)).functions.length !== 1) return null
  const { edits } = await emptyAll(work, 'altered')
  const { run } = await executeEdits(work, edits)
  const cases = new Map(run.cases.map((test) => [test.id, test]))
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
 * @returns null without any data
 */
async function tryData(work: Work) {
  const run = await runData(work, null, 'all')
  if (run === null) return null
  const drivers = [...work.trial.drivers].toSorted()
  const loose = passedIn(run, drivers)
  const idle = loose.length < drivers.length ? await runData(work, null, 'calls') : null
  const unpinned = drivers.filter((id) => loose.includes(id) || idle?.get(id)?.outcome === 'passed')
  const untried = drivers.filter((id) => !run.has(id) && !unpinned.includes(id))
  const noticed = drivers.length - unpinned.length - untried.length
  return { noticed, unpinned, untried, ...findNew(work, untried) }
}

const EMPTY: RunIndex = new Map()
const NO_TESTS = { noticed: 0, hollow: [], weak: [], unpinned: [], untried: [] }

/** Runs a way only with the drivers that passed the ways before. */
async function trackDrivers(request: Work, all: EmptiedTree) {
  const { work, emptied, nothing } = await runLoadable(request, all)
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
  const weak = (await withObjects(work, emptied, same)).filter((id) => !hollow.includes(id))
  const untried = [...absent, ...quiet.filter((id) => !other.has(id))].toSorted()
  const indebted = [...hollow, ...weak, ...untried]
  const noticing = drivers.filter((id) => !indebted.includes(id))
  const shown = indebted.length > 0 ? await findNamesOnly(work, emptied, [...weak, ...untried]) : {}
  return { hollow, weak, untried, ...shown, ...(await findLoose(work, noticing)) }
}

const CONSTRUCTORS = ['__construct', '__init__', 'initialize', 'constructor']

/** Objects without fields equal each other: keeps the drivers that pass where constructors keep their bodies, too. */
async function withObjects(work: Work, { bodies }: EmptiedTree, drivers: readonly TestId[]) {
  const isMade = bodies.some(({ name }) => CONSTRUCTORS.includes(getLastName(name)))
  if (drivers.length === 0 || !isMade) return drivers
  return passedIn(await runVariant({ ...work, kept: new Set([...work.kept, ...CONSTRUCTORS]) }, 'nothing'), drivers)
}

/** What the drivers may run with to find out what they demand. */
async function getProbes(work: Work): Promise<Probes> {
  const { session, commit, cycles } = work.trial
  return {
    texts: (await readRegular(session.scratch, commit.tree, trackedFiles(cycles))).map(({ text }) => text),
    run: (variant) => runVariant(work, variant),
    runWithComment: async () => {
      const texts = work.sources.map(({ path, mode, after }) => ({ path, mode, text: withComment(path, after) }))
      return runEdits(work, await writeEdits(session.scratch, texts))
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

/** Empties all code that the drivers may reach: a driver of older code fails without that code. */
async function reached(work: Work): Promise<Work> {
  const { session, commit } = work.trial
  const tracked = trackedFiles(work.trial.cycles)
  const all = await reachedSources(session.scratch, { tree: commit.tree, from: tracked, classify: session.classify })
  return { ...work, sources: all, kept: await usedOnLoading(all) }
}

export const emptiedProduction: GreenTrial = {
  code: 'emptied-production',
  about: 'empties the functions of a GREEN, and returns other values: each driver must fail',
  rules: ['drivers-need-production', 'weak-driver-is-shown'],
  isVerdict: true,
  run: async (context, runs) => {
    const drivers = newAmong(context)
    if (drivers.size === 0) return null
    const emptied = await tryEmptied({ ...context, cycles: context.green.cycles, drivers }, runs)
    const { functions, hollow, weak, untried } = emptied
    const [test = null] = [...drivers].filter((id) => ![...hollow, ...weak, ...untried].includes(id)).toSorted()
    const change = `${count(functions, 'function')} without a body`
    if (functions > 0) noteWhole(runs, change, drivers.size, test)
    return { emptied }
  },
}

/**
 * Selects drivers that failed at the baseline. A test that passed there only failed to load at RED: it need not demand
 * anything new. A test that passes without the production change is rejected for that instead.
 */
function newAmong({ green: { drivers, baseline }, measured: { counterfactual } }: GreenContext): ReadonlySet<TestId> {
  const without = counterfactual ? indexRun(counterfactual.run) : baseline
  const isOld = (id: TestId) => [baseline, without].some((run) => run.get(id)?.outcome === 'passed')
  return new Set([...drivers].filter((id) => !isOld(id)))
}
