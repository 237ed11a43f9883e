/** Runs the drivers with changed functions: what such a run needs, and how it is made. */

import type { FileSource } from '../../changes/reached.ts'
import type { RunIndex } from '../../core/compare/compare.ts'
import type { TreeEdit } from '../../core/evaluate/measurement-plan.ts'
import type { Commit } from '../../core/model/commit.ts'
import type { FunctionPlace } from '../../core/model/counterfactuals.ts'
import { type Cycle, type GateState, trackedFiles } from '../../core/model/state.ts'
import type { TestId } from '../../core/model/test-run.ts'
import { emptyBodies, usedOnLoading } from '../../test-runner/empty/index.ts'
import type { Variant } from '../../test-runner/empty/language.ts'
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

export function runEdits({ trial, runs }: Work, edits: readonly TreeEdit[]): Promise<RunIndex> {
  return runs.index(edits, trackedFiles(trial.cycles))
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
