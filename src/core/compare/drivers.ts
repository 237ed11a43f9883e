/** Finds the drivers of a cycle in one measurement. */

import { type Evidence, isUnmeasured, type LoadFailure, type TrackedTest } from '../model/evidence.ts'
import type { Cycle, GateState } from '../model/state.ts'
import type { TestId } from '../model/test-run.ts'
import { nearby } from '../text/nearby.ts'
import { type ChangeSet, getPaths } from './change-set.ts'

export interface DriverReport {
  /** Drivers that passed every time. */
  readonly passing: readonly TestId[]
  /** Drivers that failed, were skipped, were absent or unstable; a file stands for its tests when none was seen. */
  readonly missing: readonly string[]
}

interface TrackedIndex {
  readonly byId: ReadonlyMap<TestId, TrackedTest>
  readonly byFile: ReadonlyMap<string | null, readonly TrackedTest[]>
}

/** Cached, because evidence and cycles never change, and several rules ask for the same pair. */
const indexes = new WeakMap<Evidence, TrackedIndex>()
const reports = new WeakMap<Evidence, WeakMap<object, DriverReport>>()

/** Compares a cycle's drivers with the evidence: every one must pass in every execution. */
export function reportDrivers(cycle: Pick<Cycle, 'tests' | 'files'>, evidence: Evidence): DriverReport {
  const known = reports.get(evidence) ?? new WeakMap<object, DriverReport>()
  reports.set(evidence, known)
  const report = known.get(cycle) ?? makeReport(cycle, evidence)
  known.set(cycle, report)
  return report
}

function makeReport({ tests, files }: Pick<Cycle, 'tests' | 'files'>, evidence: Evidence): DriverReport {
  const { byId, byFile } = getIndex(evidence)
  const passing: TestId[] = []
  const standIns = files.every((file) => byFile.has(file)) ? [] : newWithoutFile(evidence, byFile)
  const getTests = (file: string) =>
    byFile.get(file)?.map(({ id }) => id) ?? (isUnloaded(file, evidence) ? [] : standIns)
  const missing = files.filter((file) => getTests(file).length === 0)
  const inFiles = files.flatMap(getTests)
  const ids = inFiles.length > 0 ? new Set([...tests, ...inFiles]) : tests
  for (const id of ids) (isPassing(byId.get(id)) ? passing : missing).push(id)
  return { passing, missing }
}

/**
 * Returns the new tests of a report without file names: their file is unknown, so they stand for every file without
 * tests.
 */
function newWithoutFile(
  { newPassing, newSkipped, comparison }: Evidence,
  byFile: TrackedIndex['byFile'],
): readonly TestId[] {
  if ([...byFile.keys()].some((file) => file !== null)) return []
  const fresh = new Set([...newPassing, ...newSkipped, ...comparison.newlyFailing])
  return (byFile.get(null) ?? []).flatMap(({ id }) => (fresh.has(id) ? [id] : []))
}

function isUnloaded(file: string, { loadFailures }: Evidence): boolean {
  const places = nearby([file])
  return loadFailures.some((load) => load.file === null || places.has(load.file))
}

/**
 * Returns true when the measurement shows every driver of the cycle passing. A cycle without drivers is never finished.
 */
export function isFinished(cycle: Pick<Cycle, 'tests' | 'files'>, evidence: Evidence): boolean {
  if (isUnmeasured(evidence)) return false
  const { passing, missing } = reportDrivers(cycle, evidence)
  return missing.length === 0 && passing.length > 0
}

interface RedBaseState {
  readonly state: Pick<GateState, 'cycles' | 'knownLoadFailures'>
  readonly cycle: Cycle | null
  readonly changes: ChangeSet
}

/** Returns the paths a RED answers for: its changes and the tests of its own cycle, with their folders. */
export function ownPaths({ changes, cycle }: Pick<RedBaseState, 'changes' | 'cycle'>): ReadonlySet<string> {
  return nearby([...changes.keys(), ...(cycle?.watch ?? [])])
}

/** Returns files that a RED keeps from loading, without those of the base and unchanged ones of other open cycles. */
export function newLoadFailures(baseState: RedBaseState, { loadFailures }: Evidence): readonly LoadFailure[] {
  const own = ownPaths(baseState)
  const others = [...baseState.state.cycles.values()].filter((open) => open !== baseState.cycle)
  const waiting = new Set(others.flatMap(({ files }) => files))
  return loadFailures.filter(({ file }) => {
    if (baseState.state.knownLoadFailures.has(file ?? '')) return false
    return file === null || own.has(file) || !waiting.has(file)
  })
}

/** Returns the changed files that do not load, whether or not they loaded before. */
export function unloadedChanges(
  { changes }: Pick<RedBaseState, 'changes'>,
  { loadFailures }: Evidence,
): readonly LoadFailure[] {
  return loadFailures.filter(({ file }) => file !== null && changes.has(file))
}

/** Returns whether no changed test file loads. */
export function runsNothing(changed: Pick<RedBaseState, 'changes'>, evidence: Evidence): boolean {
  const tests = getPaths(changed.changes, 'test')
  return tests.length > 0 && unloadedChanges(changed, evidence).length >= tests.length
}

function isPassing(test: TrackedTest | undefined): boolean {
  return test !== undefined && test.outcomes.length > 0 && test.outcomes.every((outcome) => outcome === 'passed')
}

function getIndex(evidence: Evidence): TrackedIndex {
  const known = indexes.get(evidence)
  if (known) return known
  const index: TrackedIndex = {
    byId: new Map(evidence.watched.map((test) => [test.id, test])),
    byFile: Map.groupBy(evidence.watched, ({ file }) => file),
  }
  indexes.set(evidence, index)
  return index
}
