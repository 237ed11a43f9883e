/** Defines evidence: the measurement of one commit, compared with the baseline and reduced to what decisions need. */
import type { FileClass, Sha } from './commit.ts'
import type {
  EmptiedProduction,
  LateNotice,
  LineNote,
  NearAnswers,
  SurvivingMutant,
  TriedChange,
  TriedMutants,
  VariedTest,
} from './counterfactuals.ts'
import type { Coverage, Ratio } from './coverage.ts'
import type { Isolation } from './isolation.ts'
import type { FailureKind, Missing, Outcome, Problem, SuiteResult, TestId, Totals } from './test-run.ts'

/** `none`: no test run could show the change; `files`: only the changed test files run; `suite`: everything runs. */
export type Scope = 'none' | 'files' | 'suite'

/** A test that fails now, with what a reader needs to understand it. */
export interface FailingTest {
  readonly id: TestId
  readonly file: string | null
  readonly kind: FailureKind
  readonly message: string
  /** The origin of the exception: the first frame inside the tree. */
  readonly at: string | null
  /** The line in `at`, or in `file` when that is null; from 1, absent when no report names it. */
  readonly line?: number
  readonly atClass: FileClass | null
  readonly missing: Missing | null
  /** Whether the missing thing belongs to this project, so that GREEN can create it. */
  readonly isMissingOurs: boolean
}

export interface LoadFailure {
  readonly file: string | null
  readonly kind: FailureKind
  readonly message: string
  readonly missing: Missing | null
  readonly isMissingOurs: boolean
}

/** Sorted lists, so that the order of reports and files does not matter. */
export interface Comparison {
  /** Failing now, not failing before. */
  readonly newlyFailing: readonly TestId[]
  /** Passing now, failing before. */
  readonly fixed: readonly TestId[]
  /** Failing now, passed at the baseline. */
  readonly broken: readonly TestId[]
  /** Ran at the baseline (or drove an open cycle), absent now. */
  readonly vanished: readonly TestId[]
  /** Ran before, skipped now. */
  readonly silenced: readonly TestId[]
}

/**
 * Lists whose ends may be omitted to limit the size of evidence; `watchedPassed`: those of `watched` that passed at
 * first.
 */
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

/** How many entries each list omits; never one that would change a decision. */
export type Omitted = { readonly [L in (typeof OMITTABLE)[number]]?: number }

/** A test of a file that an open cycle tracks: its outcome in every execution, in order. */
export interface TrackedTest {
  readonly id: TestId
  readonly file: string | null
  readonly outcomes: readonly Outcome[]
}

/** Returns tests whose outcome differs between equal executions. */
export function getUnsteady({ watched }: Pick<Evidence, 'watched'>): readonly TrackedTest[] {
  return watched.filter(({ outcomes }) => outcomes.some((outcome) => outcome !== outcomes[0]))
}

/**
 * `rename`: an equal body, apart from imports, under another id; `merge`: its statements stand in another test; `row`:
 * another row of the same table; `driver`: a new failing test of the same file; `removal`: it fails when restored, since
 * the code that it exercised is gone.
 */
export const ANSWERS = ['rename', 'merge', 'row', 'driver', 'removal'] as const

export interface TestReplacement {
  readonly id: TestId
  readonly by: (typeof ANSWERS)[number]
  /** The test that replaces it. */
  readonly to: TestId | null
}

/** Returns new names that pass at once, and those among them that replace tests with the same bodies. */
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

/** Lines of a file, from 1. */
export interface LineRange {
  readonly path: string
  readonly first: number
  readonly last: number
}

/** Lines of production that no test needs. */
export interface UnneededLines extends LineRange {
  /** The change removed the lines below this one, and no test needs that. */
  readonly isRemoved?: true
  /** What the change left out of the function at this line; absent: whole lines below it. */
  readonly code?: string
}

/** What fails without a part of production. */
export const NEEDED_BY = ['driver', 'other-test', 'nothing'] as const

/** A part of a GREEN's production that was reverted alone. */
export interface TriedPart extends LineRange {
  readonly by: (typeof NEEDED_BY)[number]
  /** The first test that failed without it; absent where none did, and where its driver is known by name alone. */
  readonly test?: TestId
}

/** Old forms of tests, run over the head. Sorted lists; people read them, and decisions ask whether they are empty. */
export interface HeldTests {
  /** Drivers of closed cycles that fail as they stood at their GREEN. */
  readonly broken: readonly TestId[]
  /** Such drivers that could not run in that form, or that a RED edited which did not load. */
  readonly doubtful: readonly TestId[]
  /** Tests of the base that pass now and fail in their old form; files, where these do not load. */
  readonly base: readonly string[]
}

export interface Evidence {
  readonly schemaVersion: 1
  readonly commit: Sha
  readonly tree: Sha
  /** The baseline commit of the comparison; the base's own evidence names the base. */
  readonly comparedWith: Sha
  /** Digest of everything in the policy and configuration that the measurement depends on. */
  readonly policyDigest: string
  readonly scope: Scope
  readonly problems: readonly Problem[]
  readonly totals: Totals & { readonly loadErrors: number }
  readonly comparison: Comparison
  readonly failing: readonly FailingTest[]
  readonly loadFailures: readonly LoadFailure[]
  /** Failures of hooks and of the run, without a test. */
  readonly runErrors: readonly string[]
  /** New tests that pass at once, and new tests that are skipped. */
  readonly newPassing: readonly TestId[]
  readonly newSkipped: readonly TestId[]
  /** Tests of the changed and tracked files. */
  readonly watched: readonly TrackedTest[]
  /** Unstable ids: twice in one run, or with volatile parts in their names. */
  readonly doubtful: readonly TestId[]
  /** Changed test files in which no test was found. */
  readonly emptyFiles: readonly string[]
  /** One more run of the drivers without this cycle's production change: those that pass there prove nothing. */
  readonly counterfactual: { readonly stillPassing: readonly TestId[] } | null
  /** Removed tests with replacements, at most MAX_ANSWERED; absent without any. */
  readonly answered?: readonly TestReplacement[]
  /** Tests that failed and passed in equal runs of this tree; they are not in `failing`. Absent without any. */
  readonly flaky?: readonly TestId[]
  /** Tests that have another name in each run, with the change and without it. */
  readonly changingNames?: readonly TestId[]
  /** Absent without any. */
  readonly varied?: readonly VariedTest[]
  /** Drivers that fail where their texts say the same in another way; absent without any. */
  readonly readsTests?: readonly TestId[]
  /** Absent when it was not tried. */
  readonly emptied?: EmptiedProduction
  /** Production files of a GREEN without which every test passes as well; absent when not tried. */
  readonly unasked?: readonly string[]
  /** Parts of other files without which every test passes as well; absent without any. */
  readonly unaskedLines?: readonly UnneededLines[]
  /** The last one counts where several contain a line. Absent without any. */
  readonly parts?: readonly TriedPart[]
  /** Production files with untried parts, because the number of runs is limited; absent without any. */
  readonly untried?: readonly string[]
  /** What trials changed, in the order of the trials; absent without any. */
  readonly tried?: readonly TriedChange[]
  /** Old tests that pass only with edited test code; absent without any. */
  readonly loosened?: readonly TestId[]
  /** Edited tests that pass with broken code, and failed with it before the edit; absent when not tried. */
  readonly quieted?: readonly TestId[]
  /** Small changes of the code that edited tests noticed before the edit alone; absent when not tried. */
  readonly weaker?: readonly SurvivingMutant[]
  /** Changed data that no test names, and tests that fail without its content; absent when not tried. */
  readonly readData?: { readonly paths: readonly string[]; readonly tests: readonly TestId[] }
  /** Changed lines that no test ran; absent without any, and when no coverage is measured. */
  readonly unrun?: readonly LineRange[]
  /** Absent when none was tried. */
  readonly mutants?: TriedMutants
  /** What tests of this commit notice of the code before it; absent without any. */
  readonly noticedLate?: readonly LateNotice[]
  /** What people accept at changed lines; absent without any. */
  readonly notes?: readonly LineNote[]
  /** Of functions that drivers call with literals; absent without any. */
  readonly answers?: readonly NearAnswers[]
  /** Old lines of branches that a REFACTOR drops and that no test ran; absent without any. */
  readonly dropped?: readonly LineRange[]
  /** Absent unless the commit is at the head and a test file was edited since it was frozen. */
  readonly held?: HeldTests
  /** Of the first run, where several suites ran; absent otherwise. */
  readonly suites?: readonly SuiteResult[]
  readonly coverage: CoverageSummary | null
  readonly durationMs: number
  /** The weakest isolation of its executions. Absent when nothing ran, and in evidence of the version before. */
  readonly isolation?: Isolation
  /** Absent when nothing was omitted. */
  readonly omitted?: Omitted
}

/** Coverage without its lines: the totals, and the covered changed lines. */
export interface CoverageSummary {
  readonly totals: Coverage['totals']
  readonly patch: Ratio | null
  /** The gate measured it by itself: the configuration names no coverage file. Absent: it does. */
  readonly isByDefault?: true
}

/** Entries of the list; more are beyond review. */
export const MAX_ANSWERED = 200

/** Returns true when the measurement is worthless. */
export const isUnmeasured = ({ problems }: Pick<Evidence, 'problems'>): boolean => problems.length > 0

export const EMPTY_COMPARISON: Comparison = { newlyFailing: [], fixed: [], broken: [], vanished: [], silenced: [] }
