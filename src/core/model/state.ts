/** What the commits judged so far amount to: carried from commit to commit, never stored. */
import { type ChangeSet, NO_CHANGES } from '../compare/change-set.ts'
import type { Sha } from './commit.ts'
import type { Answer, CoverageSummary, Evidence } from './evidence.ts'
import { isUnmeasured } from './evidence.ts'
import { idSet } from './id-set.ts'
import type { Policy } from './policy.ts'
import type { TestId } from './test-run.ts'

/** A subtask whose RED was accepted and whose GREEN is still to come. */
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
  /** What its RED asks for: equal where a later RED of the subtask asks for the same again. */
  readonly identity: string
  /** Everything but production that differed from the settled commit when the drivers were last seen failing ... */
  readonly surroundings: ChangeSet
  /** ... and whether production did not differ: only then is taking it back the same tree. */
  readonly isPristine: boolean
  /** Tries that people granted beyond the policy's. */
  readonly granted?: number
}

export interface FrozenDriver {
  readonly id: TestId
  readonly file: string | null
  /** What it is called since a commit renamed it. */
  readonly now?: TestId
  /** Its file did not load at a later RED: whether that asked for something else is not known. */
  readonly isDoubtful?: true
}

export interface FrozenTests {
  /** Null for the base: every test that it has. */
  readonly drivers: readonly FrozenDriver[] | null
  /** Test files that differ since then. */
  readonly changed: ChangeSet
}

/** By the commit whose tree holds the tests as they were. */
export type Frozen = ReadonlyMap<Sha, FrozenTests>

export interface GateState {
  /** The last commit whose whole suite was measured and accepted; comparisons are made with it. */
  readonly settled: Sha
  /** Failing at the merge base: never a driver, nobody's fault here, and not to be deleted. */
  readonly knownFailing: ReadonlySet<TestId>
  readonly knownLoadFailures: ReadonlySet<string>
  readonly knownRunErrors: ReadonlySet<string>
  readonly coverage: CoverageSummary | null
  /** Production changed since the settled commit: what the counterfactual takes back. */
  readonly production: ChangeSet
  /** Everything else changed since then. */
  readonly surroundings: ChangeSet
  /** What refused commits changed since then and nobody took back: a RED answers for it. */
  readonly tainted: ChangeSet
  /** What commits that were not accepted changed since the last accepted RED: a GREEN answers for it. */
  readonly sinceRed: ChangeSet
  readonly cycles: ReadonlyMap<string, Cycle>
  /** Tests that are gone since the settled commit, with the drivers that accepted REDs put in their place. */
  readonly answered: ReadonlyMap<TestId, Answer>
  /** By identity of a cycle: its tries in vain and those that were granted, which going back does not make undone. */
  readonly tries: ReadonlyMap<string, Pick<Cycle, 'attempts' | 'granted'>>
  /** Subtasks whose GREEN was accepted, in order, with the drivers that proved it and the attempts it took. */
  readonly proved: ReadonlyMap<string, { readonly drivers: readonly string[]; readonly attempts: number }>
  /** Subtasks that had an accepted refactor after their GREEN. */
  readonly refactored: ReadonlySet<string>
  /** Production that accepted refactors changed since the base: no test asked for it. */
  readonly unproved: ChangeSet
  /** Subtasks that people said need not be done: nothing goes on with them by itself. */
  readonly skipped: ReadonlySet<string>
  /** Subtasks that people demanded a new RED of, until it is accepted. */
  readonly reopened: ReadonlySet<string>
  /** Tests of the base, and drivers of closed cycles, with what became of their files. */
  readonly frozen: Frozen
  /** Tests that drove a cycle, or that others answer for: what they were at the base is not asked for. */
  readonly demanded: ReadonlySet<TestId>
  /** Tries that people granted every cycle, where it is not known which they meant. */
  readonly granted: number
}

/** How many tries a cycle has before the task pauses. */
export function getTries({ granted }: Pick<GateState, 'granted'>, cycle: Cycle | undefined, { green }: Policy): number {
  return green.maxAttempts + granted + (cycle?.granted ?? 0)
}

/** What a cycle was granted, as a part of another one: absent where it was nothing. */
export function getGrant({ granted }: Pick<Cycle, 'granted'>): Pick<Cycle, 'granted'> {
  return granted === undefined ? {} : { granted }
}

/** The state before the first commit: the base, as measured (undefined: nothing needed to be). */
export function initialState(base: Sha, evidence: Evidence | undefined): GateState {
  return {
    settled: base,
    ...getKnown(evidence),
    coverage: evidence?.coverage ?? null,
    production: NO_CHANGES,
    surroundings: NO_CHANGES,
    tainted: NO_CHANGES,
    sinceRed: NO_CHANGES,
    cycles: new Map(),
    answered: new Map(),
    tries: new Map(),
    proved: new Map(),
    refactored: new Set(),
    unproved: NO_CHANGES,
    skipped: new Set(),
    reopened: new Set(),
    frozen: new Map([[base, { drivers: null, changed: NO_CHANGES }]]),
    demanded: new Set(),
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

/** Open cycles never change either: one answer for all who ask. */
const driversOf = new WeakMap<GateState['cycles'], OpenDrivers>()

/** Every driver of every open cycle: tests, and files whose tests are all drivers. */
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
