/** Evidence: what was measured at one commit, compared with the last settled one and reduced to what decisions need. */
import type { FileClass, Sha } from './commit.ts'
import type { Coverage, Ratio } from './coverage.ts'
import type { Isolation } from './isolation.ts'
import type { FailureKind, Missing, Outcome, TestId, Totals } from './test-run.ts'

/** `none`: nothing that a test run could show has changed; `files`: the changed test files only; `suite`: everything. */
export type Scope = 'none' | 'files' | 'suite'

/** The causes that keep a measurement from being worth anything. */
export const PROBLEM_CODES = [
  'timeout',
  'crash',
  'no-report',
  'unreadable-report',
  'stale-report',
  'tracked-report',
  'incomplete-report',
  'no-tests',
  'unexplained-failure',
  'hidden-failure',
  'canary',
  'setup',
  'command',
  'base',
  /** Where recordings are read: nothing that could be believed was recorded. */
  'not-recorded',
  /** What decisions need of it does not fit into evidence that travels. */
  'too-large',
] as const

export type ProblemCode = (typeof PROBLEM_CODES)[number]

/** A reason why a measurement is worth nothing: it is then never green and never RED. */
export interface Problem {
  readonly code: ProblemCode
  readonly message: string
}

/** A test that fails now, with what a reader needs to see why. */
export interface FailingTest {
  readonly id: TestId
  readonly file: string | null
  readonly kind: FailureKind
  readonly message: string
  /** Where the exception came from: the first frame inside the tree. */
  readonly at: string | null
  /** In `at`, or in `file` where that is null; from 1, absent where no report says it. */
  readonly line?: number
  readonly atClass: FileClass | null
  readonly missing: Missing | null
  /** Whether what is missing belongs to this project, so that GREEN can create it. */
  readonly isMissingOurs: boolean
}

export interface LoadFailure {
  readonly file: string | null
  readonly kind: FailureKind
  readonly message: string
  readonly missing: Missing | null
  readonly isMissingOurs: boolean
}

/** Sorted lists, so that the order of reports and files never shows. */
export interface Comparison {
  /** Failing now, not failing before. */
  readonly newlyFailing: readonly TestId[]
  /** Passing now, failing before. */
  readonly fixed: readonly TestId[]
  /** Failing now, passed at the last settled commit. */
  readonly broken: readonly TestId[]
  /** Ran at the last settled commit (or drove an open cycle), absent now. */
  readonly vanished: readonly TestId[]
  /** Ran before, skipped now. */
  readonly silenced: readonly TestId[]
}

/** Lists whose ends may be left out where evidence has to stay small; `watchedPassed`: those of `watched` that passed at first. */
export const OMITTABLE = [
  'newlyFailing',
  'fixed',
  'broken',
  'vanished',
  'silenced',
  'failing',
  'newPassing',
  'newSkipped',
  'watched',
  'watchedPassed',
  'doubtful',
  'emptyFiles',
] as const

/** How many entries a list had beyond those that are here: never one that would change a decision. */
export type Omitted = { readonly [L in (typeof OMITTABLE)[number]]?: number }

/** A test of a file that an open cycle watches: its outcome in every execution, in order. */
export interface TrackedTest {
  readonly id: TestId
  readonly file: string | null
  readonly outcomes: readonly Outcome[]
}

/**
 * `rename`: an equal body, imports aside, under another id; `row`: another row of the same table; `driver`: a new test of
 * the same file that fails; `removal`: put back, it fails, since what it exercised is gone.
 */
export const ANSWERS = ['rename', 'row', 'driver', 'removal'] as const

export interface Answer {
  readonly id: TestId
  readonly by: (typeof ANSWERS)[number]
  /** The test that stands for it. */
  readonly to: TestId | null
}

/** New names that pass at once, and those among them that stand for tests with the same bodies. */
export function newAndRenamed({ newPassing, answered = [] }: Pick<Evidence, 'newPassing' | 'answered'>): {
  readonly fresh: readonly TestId[]
  readonly renamed: readonly TestId[]
} {
  const targets = new Set(answered.flatMap(({ by, to }) => (by === 'rename' ? [to] : [])))
  return {
    fresh: newPassing.filter((id) => !targets.has(id)),
    renamed: newPassing.filter((id) => targets.has(id)),
  }
}

/** The drivers run once more on a tree where this cycle's production change is taken back. */
export interface Counterfactual {
  /** Drivers that pass without the production change: they prove nothing. */
  readonly stillPassing: readonly TestId[]
}

/** The drivers run again on trees where the functions that this cycle wrote have no bodies. Sorted lists. */
export interface EmptiedProduction {
  /** How many functions were emptied. */
  readonly functions: number
  /** New functions that make an object equal to whatever a test compares it with. */
  readonly equalsAll: readonly string[]
  /** Changed production whose effect is in no such body: data, code that runs on loading, other languages. */
  readonly notEmptied: readonly string[]
  /** How many drivers noticed. Tests that passed before the cycle, and did not load at its RED, are none. */
  readonly noticed: number
  /** Drivers that pass whatever the bodies give, and where the names are gone; and with all other code emptied, too. */
  readonly hollow: readonly TestId[]
  /** Drivers that pass whatever the bodies give, and ask only that they do not throw, or for code that was there before. */
  readonly weak: readonly TestId[]
  /** Drivers that pass although the functions return other values of the same types, and fail where they return none. */
  readonly unpinned: readonly TestId[]
  /** Drivers of which no such run tells: their file did not load, or the run did not end. */
  readonly untried: readonly TestId[]
}

/** Lines of a file, from 1. */
export interface Lines {
  readonly path: string
  readonly first: number
  readonly last: number
}

/** Tests as they were, over the head. Sorted lists; people read them, and whether there is one is decided from. */
export interface HeldTests {
  /** Drivers of closed cycles that fail as they were at their GREEN. */
  readonly broken: readonly TestId[]
  /** Such drivers that could not run so, or that a RED edited which did not load. */
  readonly doubtful: readonly TestId[]
  /** Tests of the base that pass, and as they were do not; files, where these do not load. */
  readonly base: readonly string[]
}

export interface Evidence {
  readonly schemaVersion: 1
  readonly commit: Sha
  readonly tree: Sha
  /** The settled commit that the comparison is with; the base's own evidence names the base. */
  readonly comparedWith: Sha
  /** Digest of everything in the policy and configuration that the measurement depends on. */
  readonly policyDigest: string
  readonly scope: Scope
  readonly problems: readonly Problem[]
  readonly totals: Totals & { readonly loadErrors: number }
  readonly comparison: Comparison
  readonly failing: readonly FailingTest[]
  readonly loadFailures: readonly LoadFailure[]
  /** Failures of hooks and of the run that belong to no test. */
  readonly runErrors: readonly string[]
  /** New tests that pass at once, and new tests that are skipped. */
  readonly newPassing: readonly TestId[]
  readonly newSkipped: readonly TestId[]
  /** Tests of the changed and watched files. */
  readonly watched: readonly TrackedTest[]
  /** Ids that cannot be trusted: twice in one run, or with volatile parts in their names. */
  readonly doubtful: readonly TestId[]
  /** Changed test files in which no test was found. */
  readonly emptyFiles: readonly string[]
  readonly counterfactual: Counterfactual | null
  /** Tests that are gone and that others answer for, at most MAX_ANSWERED; absent where there are none. */
  readonly answered?: readonly Answer[]
  /** Tests that failed and passed in equal runs of this tree; they are not in `failing`. Absent where there are none. */
  readonly flaky?: readonly TestId[]
  /** Absent where it was not tried. */
  readonly emptied?: EmptiedProduction
  /** Production files of a GREEN without which every test passes as well; absent where that was not tried. */
  readonly unasked?: readonly string[]
  /** Parts of other files without which every test passes as well; absent where there are none. */
  readonly unaskedLines?: readonly Lines[]
  /** Production files of which something was not tried, for want of runs; absent where all was. */
  readonly untried?: readonly string[]
  /** Old tests that pass only with the test code that was edited since all were green; absent where none uses any. */
  readonly loosened?: readonly TestId[]
  /** Changed lines that no test ran; absent where there are none, and where no coverage is measured. */
  readonly unrun?: readonly Lines[]
  /** Absent where the commit does not stand at the head, and where no test file was edited since it was frozen. */
  readonly held?: HeldTests
  readonly coverage: CoverageSummary | null
  readonly durationMs: number
  /** How its executions were kept apart: the weakest. Absent where nothing ran, and in evidence of the version before. */
  readonly isolation?: Isolation
  /** Absent where nothing was left out. */
  readonly omitted?: Omitted
}

/** Coverage without its lines: the totals, and the changed lines that were covered. */
export interface CoverageSummary {
  readonly totals: Coverage['totals']
  readonly patch: Ratio | null
}

/** As many as anybody reads. */
export const MAX_ANSWERED = 200

/** True when the measurement is worth nothing. */
export function isUnmeasured(evidence: Evidence): boolean {
  return evidence.problems.length > 0
}

export const EMPTY_COMPARISON: Comparison = { newlyFailing: [], fixed: [], broken: [], vanished: [], silenced: [] }
