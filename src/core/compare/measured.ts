/** What was run for a commit, and what it is compared with: where evidence comes from. */

import type { Commit, FileChange, FileClass, Sha } from '../model/commit.ts'
import type { Answer, CoverageSummary, Evidence, Problem, Scope, TrackedTest } from '../model/evidence.ts'
import type { Isolation } from '../model/isolation.ts'
import type { Missing, TestId, TestRun } from '../model/test-run.ts'
import type { Answering } from './replacements.ts'
import type { RunIndex } from './tracked-tests.ts'

/** What a commit is compared with. */
export interface Basis {
  /** The last settled commit; for the base itself: the base. */
  readonly commit: Sha
  /** The whole suite at the last settled commit. */
  readonly settled: RunIndex
  /** Drivers of open cycles: failing before, whatever the settled run knows. */
  readonly openTests: ReadonlySet<TestId>
  readonly openFiles: ReadonlySet<string>
  /** Who answers for tests that are gone since then. */
  readonly answered?: ReadonlyMap<TestId, Answer>
}

export interface Measured {
  readonly commit: Commit
  /** What the commit answers for, where that is more than its own changes. */
  readonly changes?: Iterable<FileChange>
  readonly policyDigest: string
  readonly scope: Exclude<Scope, 'none'>
  /** In order; the first decides, the others must agree. */
  readonly runs: readonly TestRun[]
  readonly problems: readonly Problem[]
  /** Test files this commit changed or that open cycles watch. */
  readonly watch: readonly string[]
  /** The drivers' run without the production change; null: it was free or not reached. */
  readonly counterfactual: { readonly run: TestRun; readonly drivers: (test: TrackedTest) => boolean } | null
  readonly emptied?: Evidence['emptied'] | null
  readonly unasked?: Evidence['unasked'] | null
  readonly unaskedLines?: Evidence['unaskedLines']
  readonly untried?: Evidence['untried']
  readonly loosened?: Evidence['loosened'] | null
  readonly unrun?: Evidence['unrun']
  readonly held?: Evidence['held'] | null
  readonly coverage: CoverageSummary | null
  readonly durationMs: number
  /** Of all executions, the weakest; absent where nothing says. */
  readonly isolation?: Isolation | null
  /** Changed test files as they were and are, and what the old ones do over the new tree: where tests are gone. */
  readonly texts?: Answering['texts']
  readonly withOldTests?: TestRun | null
  /** Tests that never ran before, and that their own texts skip. */
  readonly writtenSkips?: ReadonlySet<TestId>
  /** Failing tests of the first run that passed when the same run was made again. */
  readonly flaky?: readonly TestId[]
  readonly isOurs: (missing: Missing, from: string | null) => boolean
  readonly classify: (path: string) => FileClass
}
