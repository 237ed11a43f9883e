/** Defines the state after the commits judged so far: passed from commit to commit, never stored. */
import { type ChangeSet, NO_CHANGES } from '../compare/change-set.ts'
import type { Commit, Sha } from './commit.ts'
import type { TriedMutants } from './counterfactuals.ts'
import type { CoverageSummary, Evidence, TestReplacement } from './evidence.ts'
import { isUnmeasured } from './evidence.ts'
import { idSet } from './id-set.ts'
import type { Policy } from './policy.ts'
import type { TestId } from './test-run.ts'

/** A subtask with an accepted RED and without its GREEN. */
export interface Cycle {
  readonly subtask: string
  readonly red: Sha
  /** Tests that failed at RED and must pass at GREEN. */
  readonly tests: readonly TestId[]
  /** Test files that could not be loaded at RED: all their tests, at least one, are drivers. */
  readonly files: readonly string[]
  /** Test files to run for this cycle. */
  readonly watch: readonly string[]
  /** Those of `tests` that failed by an assertion of their own, or by an error inside production; absent: none. */
  readonly asserting?: readonly TestId[]
  readonly attempts: number
  /** What its RED demands: equal when a later RED of the subtask demands the same. */
  readonly identity: string
  /** All differences from the baseline, except production, when the drivers last failed. */
  readonly otherChanges: ChangeSet
  /** True if production equalled the baseline when the drivers last failed. Then reverting production gives that tree. */
  readonly isPristine: boolean
  /** Attempts that people granted beyond the policy's. */
  readonly granted?: number
}

export interface FrozenDriver {
  readonly id: TestId
  readonly file: string | null
  /** Its name since a commit renamed it. */
  readonly now?: TestId
  /** Its file did not load at a later RED: whether that one demanded something else is unknown. */
  readonly isDoubtful?: true
}

export interface FrozenTests {
  /** Null for the base: all of its tests. */
  readonly drivers: readonly FrozenDriver[] | null
  /** How many of the commits that change tests came before. */
  readonly since: number
}

/** The test files that any of these cycles tracks, each once, sorted. */
export function trackedFiles(cycles: Iterable<Cycle>): readonly string[] {
  return [...new Set([...cycles].flatMap(({ watch }) => watch))].toSorted()
}

/** By the commit whose tree contains the tests in that form. */
export type Frozen = ReadonlyMap<Sha, FrozenTests>

export interface GateState {
  /** The baseline: the last commit whose whole suite was measured and accepted; later ones are compared with it. */
  readonly baseline: Sha
  /** Failing at the merge base: never a driver, not the author's fault, and not to be deleted. */
  readonly knownFailing: ReadonlySet<TestId>
  readonly knownLoadFailures: ReadonlySet<string>
  readonly knownRunErrors: ReadonlySet<string>
  readonly coverage: CoverageSummary | null
  /** Production changes since the baseline: the counterfactual reverts them. */
  readonly production: ChangeSet
  /** All other changes since then. */
  readonly otherChanges: ChangeSet
  /** Changes of rejected commits since then that no commit reverted: a RED answers for them. */
  readonly unapproved: ChangeSet
  /** Changes of commits that were not accepted since the last accepted RED: a GREEN answers for them. */
  readonly sinceRed: ChangeSet
  readonly cycles: ReadonlyMap<string, Cycle>
  /** Tests that were removed since the baseline, with the drivers of accepted REDs that replace them. */
  readonly answered: ReadonlyMap<TestId, TestReplacement>
  /** By identity of a cycle: its failed and granted attempts, which a revert does not undo. */
  readonly attempts: ReadonlyMap<string, Pick<Cycle, 'attempts' | 'granted'>>
  /** Subtasks with an accepted GREEN, in order, with the drivers that proved it and the number of attempts. */
  readonly proved: ReadonlyMap<string, { readonly drivers: readonly string[]; readonly attempts: number }>
  /** Subtasks with an accepted refactor after their GREEN. */
  readonly refactored: ReadonlySet<string>
  /** Production that accepted refactors changed since the base: no test demanded it. */
  readonly unproved: ChangeSet
  /** Subtasks that people skipped: no commit continues them without a trailer. */
  readonly skipped: ReadonlySet<string>
  /** Subtasks that people reopened, until a new RED is accepted. */
  readonly reopened: ReadonlySet<string>
  /** Tests of the base, and drivers of closed cycles. */
  readonly frozen: Frozen
  /** Small changes that no test noticed, by the accepted commit of their code. */
  readonly unnoticed: ReadonlyMap<Sha, TriedMutants>
  /** The commits that change tests, in order. */
  readonly testCommits: readonly Commit[]
  /** Tests that drove a cycle, or that others replace: their form at the base is no longer demanded. */
  readonly demanded: ReadonlySet<TestId>
  /** Tests that never failed, which an accepted RED has shown to the reviewer. */
  readonly shown: ReadonlySet<TestId>
  /** Attempts that people granted to every cycle, when it is unknown which one they meant. */
  readonly granted: number
}

/** Returns how many attempts a cycle has before the task pauses. */
export function getMaxAttempts(
  { granted }: Pick<GateState, 'granted'>,
  cycle: Cycle | undefined,
  { green }: Policy,
): number {
  return green.maxAttempts + granted + (cycle?.granted ?? 0)
}

/** Returns a cycle's grant as a partial object: empty without one. */
export function getGrant({ granted }: Pick<Cycle, 'granted'>): Pick<Cycle, 'granted'> {
  return granted === undefined ? {} : { granted }
}

/** Creates the state before the first commit: the base, as measured (undefined: it needed no measurement). */
export function initialState(base: Sha, evidence: Evidence | undefined): GateState {
  return {
    baseline: base,
    ...getKnown(evidence),
    coverage: evidence?.coverage ?? null,
    production: NO_CHANGES,
    otherChanges: NO_CHANGES,
    unapproved: NO_CHANGES,
    sinceRed: NO_CHANGES,
    cycles: new Map(),
    answered: new Map(),
    attempts: new Map(),
    proved: new Map(),
    refactored: new Set(),
    unproved: NO_CHANGES,
    skipped: new Set(),
    reopened: new Set(),
    frozen: new Map([[base, { drivers: null, since: 0 }]]),
    unnoticed: new Map(),
    testCommits: [],
    demanded: new Set(),
    shown: new Set(),
    granted: 0,
  }
}

function getKnown(
  evidence: Evidence | undefined,
): Pick<GateState, 'knownFailing' | 'knownLoadFailures' | 'knownRunErrors'> {
  if (!evidence || isUnmeasured(evidence))
    return { knownFailing: new Set(), knownLoadFailures: new Set(), knownRunErrors: new Set() }
  return {
    knownFailing: new Set(evidence.failing.map(({ id }) => id)),
    knownLoadFailures: new Set(evidence.loadFailures.map(({ file }) => file ?? '')),
    knownRunErrors: new Set(evidence.runErrors),
  }
}

interface OpenDrivers {
  readonly tests: ReadonlySet<TestId>
  readonly files: ReadonlySet<string>
}

/** Cached, because open cycles never change. */
const driversOf = new WeakMap<GateState['cycles'], OpenDrivers>()

/** Returns the drivers of all open cycles: tests, and files whose tests are all drivers. */
export function openDrivers(state: Pick<GateState, 'cycles'>): OpenDrivers {
  const known = driversOf.get(state.cycles)
  if (known) return known
  const cycles = [...state.cycles.values()]
  const [only] = cycles
  const tests = only && cycles.length === 1 ? idSet(only.tests) : new Set(cycles.flatMap((cycle) => cycle.tests))
  const made = { tests, files: new Set(cycles.flatMap(({ files }) => files)) }
  driversOf.set(state.cycles, made)
  return made
}
