/** Runs the drivers with changed functions: what such a run needs, and how it is made. */

import { textsOf } from '../../changes/names-in-files.ts'
import type { FileSource } from '../../changes/reached.ts'
import type { RunIndex } from '../../core/compare/compare.ts'
import type { TreeEdit } from '../../core/evaluate/measurement-plan.ts'
import type { Commit } from '../../core/model/commit.ts'
import type { FunctionPlace } from '../../core/model/counterfactuals.ts'
import { type Cycle, type GateState, trackedFiles } from '../../core/model/state.ts'
import { isFailing, type TestId } from '../../core/model/test-run.ts'
import { emptyBodies, usedOnLoading } from '../../rewriting/index.ts'
import type { Variant } from '../../rewriting/language.ts'
import type { Execution } from '../../test-runner/execution.ts'
import type { TrialRuns } from '../trial-runs.ts'
import type { TrialSession } from '../trial-session.ts'

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
  const used = await Promise.all(request.sources.map(usedOnLoading))
  const work = { ...request, kept: new Set(used.flatMap((names) => [...names])) }
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
  const texts = await textsOf(scratch, commit.tree, failed.length > 0 ? files : [])
  const edited = [...texts].flatMap(([path, text]) => {
    const rest = text.replace(/^func (Test\w*)(?=\()/gm, (all, name) =>
      failed.includes(name) ? `func ended${name}` : all,
    )
    return rest === text ? [] : [{ path, rest }]
  })
  const ids = await scratch.writeBlobs(edited.map(({ rest }) => rest))
  return edited.map(({ path }, n): TreeEdit => ({ path, blob: { mode: '100644', id: ids[n] ?? '' } }))
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

export async function emptyAll({ trial, sources, kept }: Work, variant: Variant) {
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
    left: sources.flatMap(({ path }, n) => all[n]?.left.map((name) => toPlace(path, name)) ?? []),
    functions: all.reduce((sum, emptied) => sum + (emptied?.functions.length ?? 0), 0),
  }
}

export function isSameTree(some: readonly TreeEdit[], others: readonly TreeEdit[]): boolean {
  return some.length === others.length && some.every(({ blob }, n) => blob?.id === others[n]?.blob?.id)
}
