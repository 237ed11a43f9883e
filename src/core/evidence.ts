/** Evidence: what was measured at one commit, compared with the last settled one and reduced to what decisions need. */
import type { FileClass, Sha } from './commit.ts'
import type { Coverage, Ratio } from './coverage.ts'
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
export interface WatchedTest {
  readonly id: TestId
  readonly file: string | null
  readonly outcomes: readonly Outcome[]
}

/** The drivers run once more on a tree where this cycle's production change is taken back. */
export interface Counterfactual {
  /** Drivers that pass without the production change: they prove nothing. */
  readonly stillPassing: readonly TestId[]
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
  readonly watched: readonly WatchedTest[]
  /** Ids that cannot be trusted: twice in one run, or with volatile parts in their names. */
  readonly doubtful: readonly TestId[]
  /** Changed test files in which no test was found. */
  readonly emptyFiles: readonly string[]
  readonly counterfactual: Counterfactual | null
  readonly coverage: CoverageSummary | null
  readonly durationMs: number
  /** Absent where nothing was left out. */
  readonly omitted?: Omitted
}

/** Coverage without its lines: the totals, and the changed lines that were covered. */
export interface CoverageSummary {
  readonly totals: Coverage['totals']
  readonly patch: Ratio | null
}

/** True when the measurement is worth nothing. */
export function isUnmeasured(evidence: Evidence): boolean {
  return evidence.problems.length > 0
}

export const EMPTY_COMPARISON: Comparison = { newlyFailing: [], fixed: [], broken: [], vanished: [], silenced: [] }
