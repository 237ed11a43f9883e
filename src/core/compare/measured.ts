/** Defines the input of evidence: the executions of a commit, and its baseline. */

import type { Commit, FileChange, FileClass, Sha } from '../model/commit.ts'
import type { CoverageSummary, Evidence, Scope, TestReplacement, TrackedTest } from '../model/evidence.ts'
import type { Isolation } from '../model/isolation.ts'
import type { Missing, Problem, TestId, TestRun } from '../model/test-run.ts'
import type { ChangingNames } from './changing-names.ts'
import type { Answering } from './test-texts.ts'
import type { RunIndex } from './tracked-tests.ts'

/** The baseline of a comparison. */
export interface Basis {
  /** The baseline commit; for the base itself: the base. */
  readonly commit: Sha
  /** The whole suite at the baseline. */
  readonly baseline: RunIndex
  /** Drivers of open cycles: they count as failing before, whatever the baseline run shows. */
  readonly openTests: ReadonlySet<TestId>
  readonly openFiles: ReadonlySet<string>
  /** Replacements of tests that were removed since then. */
  readonly answered?: ReadonlyMap<TestId, TestReplacement>
}

export interface Measured {
  readonly commit: Commit
  /** The changes that the commit answers for, when these are more than its own. */
  readonly changes?: Iterable<FileChange>
  readonly policyDigest: string
  readonly scope: Exclude<Scope, 'none'>
  /** In order; the first decides, the others must agree. */
  readonly runs: readonly TestRun[]
  readonly problems: readonly Problem[]
  /** Test files that this commit changed or that open cycles track. */
  readonly watch: readonly string[]
  /** The drivers' run without the production change; null: not needed, or not reached. */
  readonly counterfactual: { readonly run: TestRun; readonly drivers: (test: TrackedTest) => boolean } | null
  readonly emptied?: Evidence['emptied'] | null
  readonly unasked?: Evidence['unasked'] | null
  readonly unaskedLines?: Evidence['unaskedLines']
  readonly parts?: Evidence['parts']
  readonly untried?: Evidence['untried']
  readonly tried?: Evidence['tried']
  readonly loosened?: Evidence['loosened'] | null
  readonly quieted?: Evidence['quieted']
  readonly weaker?: Evidence['weaker']
  readonly readData?: Evidence['readData']
  readonly unrun?: Evidence['unrun']
  readonly dropped?: Evidence['dropped']
  readonly mutants?: Evidence['mutants'] | null
  readonly noticedLate?: Evidence['noticedLate']
  readonly notes?: Evidence['notes']
  readonly answers?: Evidence['answers']
  readonly held?: Evidence['held'] | null
  readonly suites?: Evidence['suites']
  readonly coverage: CoverageSummary | null
  readonly durationMs: number
  /** The weakest isolation of all executions; absent when unknown. */
  readonly isolation?: Isolation | null
  /**
   * Changed test files before and after, and the results of the old ones over the new tree; only where tests were
   * removed.
   */
  readonly texts?: Answering['texts']
  readonly withOldTests?: TestRun | null
  /** Tests that never ran before, and that their own texts skip. */
  readonly writtenSkips?: ReadonlySet<TestId>
  /** Failing tests of the first run that passed when it was repeated, or fail without the change too. */
  readonly flaky?: readonly TestId[]
  readonly changing?: ChangingNames
  readonly varied?: Evidence['varied']
  readonly readsTests?: Evidence['readsTests']
  readonly isOurs: (missing: Missing, from: string | null) => boolean
  readonly classify: (path: string) => FileClass
}
