/** Runs the drivers with changed functions: what such a run needs, and how it is made. */
import { posix } from 'node:path'
import type { FileSource } from '../../changes/reached.ts'
import { isRegular, readRegular, readTexts, writeEdits } from '../../changes/tree-texts.ts'
import type { RunIndex } from '../../core/compare/compare.ts'
import { productionSince } from '../../core/compare/counterfactual.ts'
import type { TreeEdit } from '../../core/evaluate/measurement-plan.ts'
import type { Commit } from '../../core/model/commit.ts'
import type { EmptiedProduction, FunctionPlace } from '../../core/model/counterfactuals.ts'
import { type Cycle, type GateState, trackedFiles } from '../../core/model/state.ts'
import { isFailing, type TestId } from '../../core/model/test-run.ts'
import { alterData } from '../../rewriting/data.ts'
import type { Altering } from '../../rewriting/data-helpers.ts'
import { canEmpty, emptyBodies, usedOnLoading } from '../../rewriting/index.ts'
import type { Variant } from '../../rewriting/language.ts'
import { strictEqualities } from '../../rewriting/strict.ts'
import type { Execution } from '../../test-runner/execution.ts'
import { MAX_NAMED } from '../trial.ts'
import type { TrialRuns, TrialSession } from '../trial-runs.ts'

export interface EmptiedRequest {
  readonly session: Pick<TrialSession, 'scratch' | 'measurer' | 'classify'>
  readonly state: GateState
  readonly commit: Commit
  /** Finished cycles, and the tests that pass for them and did not pass before. */
  readonly cycles: readonly Cycle[]
  readonly drivers: ReadonlySet<TestId>
}

export interface Work {
  readonly trial: EmptiedRequest
  readonly sources: readonly FileSource[]
  readonly runs: TrialRuns
  /** Names of functions that keep their bodies. */
  readonly kept: ReadonlySet<string>
}

export const passedIn = (run: RunIndex, ids: readonly TestId[]) => ids.filter((id) => run.get(id)?.outcome === 'passed')

/** Keeps the bodies of functions that files need while they load. @param emptied all bodies of the request */
export async function runLoadable(
  request: Work,
  emptied: EmptiedTree,
): Promise<{ work: Work; emptied: EmptiedTree; nothing: RunIndex }> {
  const all = { work: request, emptied, nothing: await runEdits(request, emptied.edits) }
  const { drivers } = request.trial
  if ([...drivers].every((id) => all.nothing.has(id))) return all
  const work = { ...request, kept: await usedOnLoading(request.sources) }
  const fewer = await emptyAll(work, 'nothing')
  if (fewer.functions === 0 || isSameTree(fewer.edits, emptied.edits)) return all
  const again = await runEdits(work, fewer.edits)
  const count = (run: RunIndex) => [...drivers].filter((id) => run.has(id)).length
  return count(again) > count(all.nothing) ? { work, emptied: fewer, nothing: again } : all
}

export async function runVariant(work: Work, variant: Variant): Promise<RunIndex> {
  return runEdits(work, (await emptyAll(work, variant)).edits)
}

/** A test of Go that panics ends those after it, so these run once more without it. */
const MAX_ENDED = 3

export async function runEdits({ trial, runs }: Work, edits: readonly TreeEdit[]): Promise<RunIndex> {
  const files = trackedFiles(trial.cycles)
  let run = await runs.index(edits, files)
  for (let n = 0; n < MAX_ENDED && [...trial.drivers].some((id) => !run.has(id)); n += 1) {
    const without = await withoutFailed(trial, run)
    if (without.length === 0) break
    const rest = await runs.index([...edits, ...without], files)
    if ([...rest.keys()].every((id) => run.has(id))) break
    run = new Map([...rest, ...run])
  }
  return run
}

/** Takes the failed tests of Go from their files: under another name a function is no test. */
async function withoutFailed({ session: { scratch }, commit, cycles }: EmptiedRequest, run: RunIndex) {
  const failed = [...run].filter(([, { outcome }]) => isFailing(outcome)).map(([id]) => /Test\w*$/.exec(id)?.[0])
  const files = trackedFiles(cycles).filter((path) => path.endsWith('.go'))
  const tests = await readRegular(scratch, commit.tree, failed.length > 0 ? files : [])
  const edited = tests.flatMap(({ path, mode, text }) => {
    const rest = text.replace(/^func (Test\w*)(?=\()/gm, (all, name) =>
      failed.includes(name) ? `func ended${name}` : all,
    )
    return rest === text ? [] : [{ path, mode, text: rest }]
  })
  return writeEdits(scratch, edited)
}

export function executeEdits({ trial, runs }: Work, edits: readonly TreeEdit[]): Promise<Execution> {
  return runs.change(edits, trackedFiles(trial.cycles))
}

const MAX_NAME = 200
const toPlace = (path: string, name: string): FunctionPlace => ({
  path,
  name: name.endsWith('.') ? '' : name.slice(0, MAX_NAME),
})

export type EmptiedTree = Awaited<ReturnType<typeof emptyAll>>

/** What is emptied, and where it is written. */
interface Emptying extends Pick<Work, 'sources' | 'kept'> {
  readonly trial: { readonly session: Pick<TrialSession, 'scratch'> }
}

export async function emptyAll({ trial, sources, kept }: Emptying, variant: Variant) {
  const all = await Promise.all(sources.map((source) => emptyBodies(source, variant, kept)))
  const changed = sources.flatMap(({ path, mode }, n) =>
    all[n] && all[n].functions.length > 0 ? [{ path, mode, text: all[n].text }] : [],
  )
  return {
    edits: await writeEdits(trial.session.scratch, changed),
    equalsAll: sources.flatMap(({ path }, n) => all[n]?.equalsAll.map((name) => `${path}: ${name}`) ?? []),
    notEmptied: sources.flatMap(({ path }, n) => (all[n]?.isWhole ? [] : [path])),
    bodies: sources.flatMap(({ path }, n) => all[n]?.functions.map((name) => toPlace(path, name)) ?? []),
    left: sources.flatMap(({ path }, n) => all[n]?.left.map((name) => toPlace(path, name)) ?? []),
    functions: all.reduce((sum, emptied) => sum + (emptied?.functions.length ?? 0), 0),
  }
}

function isSameTree(some: readonly TreeEdit[], others: readonly TreeEdit[]): boolean {
  return some.length === others.length && some.every(({ blob }, n) => blob?.id === others[n]?.blob?.id)
}

/** Drivers that asked at RED for no more than a name or a place, though an assertion of their own failed there. */
type Found = Pick<EmptiedProduction, 'bodies' | 'namesOnly'>

/**
 * Tries drivers that pass without the functions, or do not run without them. One that an assertion refused at RED
 * for what a function did fails again with the functions of before in place, and the new ones empty.
 */
export async function findNamesOnly(work: Work, emptied: EmptiedTree, drivers: readonly TestId[]): Promise<Found> {
  const { edits, bodies, left } = emptied
  const asserting = getAsserting(work.trial, drivers)
  const old = asserting.length > 0 ? await emptyAll(work, 'before') : null
  const hasOld = old !== null && !isSameTree(edits, old.edits)
  const namesOnly = hasOld ? passedIn(await runEdits(work, old.edits), asserting) : asserting
  return toFound([...left, ...bodies], namesOnly)
}

/** Where the change itself left nothing but empty bodies, the drivers pass with these. */
export function passEmpty({ trial }: Work, left: readonly FunctionPlace[]): Found & Pick<EmptiedProduction, 'weak'> {
  const weak = [...trial.drivers].toSorted()
  return { weak, ...toFound(left, getAsserting(trial, weak)) }
}

/** Where no file of the production was there before, no driver refused what stood in it. */
export function findNew({ trial }: Work, drivers: readonly TestId[]): Found {
  const changes = [...productionSince(trial.state, trial.commit).values()]
  const isNew = changes.every(({ before }) => before === null)
  return toFound([], isNew ? getAsserting(trial, drivers) : [])
}

function toFound(bodies: readonly FunctionPlace[], ids: readonly TestId[]): Found {
  return {
    ...(bodies.length > 0 && { bodies: bodies.slice(0, MAX_NAMED) }),
    ...(ids.length > 0 && { namesOnly: ids.toSorted() }),
  }
}

/** @returns those of the drivers that an assertion of their own refused at RED */
function getAsserting({ cycles }: Pick<EmptiedRequest, 'cycles'>, drivers: readonly TestId[]): readonly TestId[] {
  const asserting = new Set(cycles.flatMap((cycle) => cycle.asserting ?? []))
  return drivers.filter((id) => asserting.has(id))
}

/**
 * Runs the drivers with strict comparisons.
 * @returns all new comparisons when a driver fails: one of them accepted a very different value
 */
export async function findTolerant(work: Work): Promise<readonly string[]> {
  const { sources, trial } = work
  const strict = await Promise.all(sources.map(strictEqualities))
  const changed = sources.flatMap(({ path, mode }, n) => (strict[n] ? [{ path, mode, text: strict[n].text }] : []))
  if (changed.length === 0) return []
  const index = await runEdits(work, await writeEdits(trial.session.scratch, changed))
  if (![...trial.drivers].some((id) => isFailing(index.get(id)?.outcome ?? 'skipped'))) return []
  return sources.flatMap(({ path }, n) => strict[n]?.names.map((name) => `${path}: ${name}`) ?? [])
}

/** What the drivers name: identifiers, and texts such as paths. Null: all data of the commit. */
type DataNames = ReadonlySet<string> | null

/**
 * Runs the drivers with other data, and other values of functions: an expectation that comes from data follows.
 * @returns null where the commit holds no such data
 */
export async function runData(work: Work, names: DataNames, altering: Altering): Promise<RunIndex | null> {
  const files = [...work.sources, ...(await readNamedData(work.trial, names))]
  const altered = files.map(async ({ path, mode, before, after }) => {
    const emptied = await emptyBodies({ path, before, after }, 'altered', work.kept)
    const code = emptied && emptied.functions.length > 0 ? emptied.text : after
    const text = await alterData(path, code, before ?? '', names, altering)
    return { path, mode, text: text ?? code, hasData: text !== null }
  })
  const made = await Promise.all(altered)
  return made.some(({ hasData }) => hasData) ? runEdits(work, await writeEdits(work.trial.session.scratch, made)) : null
}

/** Reads files that hold data and no code. A text that no driver names would only break what reads it. */
async function readNamedData({ session: { scratch }, state, commit }: EmptiedRequest, names: DataNames) {
  const isNamed = (path: string) =>
    names === null ? path.endsWith('.json') : [...names].some((name) => name.includes(posix.basename(path)))
  const blobs = [...productionSince(state, commit).values()].flatMap(({ path, after }) =>
    isRegular(after) && !canEmpty(path) && isNamed(path) ? [{ path, ...after }] : [],
  )
  const texts = await readTexts(scratch, blobs)
  return blobs.flatMap(({ path, mode, id }) => {
    const after = texts.get(id) ?? null
    return after === null ? [] : [{ path, mode, before: null, after }]
  })
}
