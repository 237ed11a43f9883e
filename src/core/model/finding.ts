/** Defines a broken rule, and the verdicts that follow from findings. */

import type { Phase } from '../evaluate/phase.ts'
import { type Sha, short } from './commit.ts'
import type { LineNote, NearAnswers, SurvivingMutant, TriedChange } from './counterfactuals.ts'
import type { Comparison, CoverageSummary, LineRange, TriedPart } from './evidence.ts'
import type { Level } from './policy.ts'
import type { Suggestion } from './suggestion.ts'
import type { SuiteResult, TestId, Totals } from './test-run.ts'

export interface Finding {
  readonly rule: string
  readonly level: Exclude<Level, 'off'>
  readonly message: string
  /** What the author can do. */
  readonly suggestion: Suggestion
  readonly paths: readonly string[]
  /** Lines in `paths`; absent where the finding is about whole files. */
  readonly lines?: readonly LineRange[]
  readonly tests: readonly TestId[]
  /** Present where a maintainer excused the rule at this commit. */
  readonly excused?: DecisionNote
}

/** `attempt`: a GREEN that breaks no other rule, but whose drivers still fail. `unmeasured`: no valid measurement. */
export type Verdict = 'accepted' | 'attempt' | 'rejected' | 'unmeasured'

/**
 * What holds changed lines of production. `driver`, `other-test`: such a test fails without them; `covered-only`: tests
 * run them, and every test passes without them or with a small change; `nothing`: no test needs them, or runs them.
 */
export interface HeldLines extends LineRange {
  /** `in-part`: a test fails without them, and none with the changes in `unnoticed`. */
  readonly by: TriedPart['by'] | 'covered-only' | 'in-part'
  /** The lines that were changed together, where these are a part of them. */
  readonly piece?: Pick<LineRange, 'first' | 'last'>
  /** The first test that fails without them; absent where none does, and where it is unknown. */
  readonly test?: TestId
  /** Small changes that no test notices; absent without any. */
  readonly unnoticed?: readonly Pick<SurvivingMutant, 'from' | 'to'>[]
}

/**
 * `void`: its line has other code now; `unexplained`: it gives no reason; `refused`: the rule is an error; `stale`: a
 * test needs its line.
 */
export interface JudgedNote extends LineNote {
  readonly is: 'accepted' | 'void' | 'unexplained' | 'refused' | 'stale'
  /** What it stands for. */
  readonly lines: readonly LineRange[]
}

export interface JudgedCommit {
  readonly sha: Sha
  readonly subject: string
  readonly phase: Phase
  /** Present for a RED whose tests pass at once. */
  readonly isCharacterization?: true
  /** Present where the gate made the commit, by laying a part of the head over the base: no repository has it. */
  readonly isLaidOver?: true
  readonly subtask: string | null
  readonly verdict: Verdict
  /** True when a later commit voided this rejection: fixed by a new RED or GREEN, or reverted. */
  readonly isSuperseded: boolean
  readonly findings: readonly Finding[]
  /** Null when nothing had to run. */
  readonly tests: (Totals & { readonly loadErrors: number }) | null
  readonly comparison: Comparison
  /**
   * What this commit proved, for people: at RED the failing tests and the files that do not load, at GREEN the passing
   * drivers.
   */
  readonly proved: readonly string[]
  readonly coverage: CoverageSummary | null
  /** Of an accepted GREEN: sorted, without overlap. Lines that were not tried are in no range. Absent without any. */
  readonly lines?: readonly HeldLines[]
  /** Notes of people at lines that were tried; absent without any. */
  readonly notes?: readonly JudgedNote[]
  /** Of an accepted GREEN: what its functions answer beside the examples of their drivers. Absent without any. */
  readonly answers?: readonly NearAnswers[]
  /** What trials changed, in their order; absent where nothing was tried. */
  readonly tried?: readonly TriedChange[]
  /** The results of several suites, where all of them count; absent without several. */
  readonly suites?: readonly SuiteResult[]
  readonly durationMs: number
}

/** A person's decision, with its author. */
export interface DecisionNote {
  /** Login. */
  readonly by: string
  readonly reason: string
  /** ISO 8601. */
  readonly at: string
  /** Present for a decision that only counts on one machine. */
  readonly where?: string
}

export type SubtaskStatus = 'pending' | 'red' | 'green' | 'done'

export interface SubtaskState {
  readonly id: string
  readonly title: string
  readonly status: SubtaskStatus
  readonly attempts: number
  readonly drivers: readonly string[]
  /** Present when a person decided to skip the subtask. */
  readonly skipped?: DecisionNote
}

export type Conclusion = 'success' | 'failure' | 'in_progress' | 'unmeasurable'

/** The next step, for agents: they need no other text to continue. */
export interface WorkUnit {
  readonly action: 'write-failing-test' | 'make-tests-pass' | 'refactor' | 'fix' | 'measure-again' | 'wait'
  readonly phase: Phase
  readonly subtask: string | null
  readonly title: string
  readonly suggestion: Suggestion
  /** The rule whose finding the suggestion repeats; absent where it repeats none. */
  readonly rule?: string
  readonly acceptance: readonly string[]
  readonly drivers: readonly string[]
  readonly files: readonly string[]
  readonly limits: { readonly attempts: number; readonly maxAttempts: number }
  /** Present where a pull request is judged as a whole: no commit of it is an attempt. */
  readonly isWhole?: true
}

/** Entries of the list; more are beyond review. */
export const MAX_KNOWN = 100

export interface Decision {
  readonly conclusion: Conclusion
  readonly commits: readonly JudgedCommit[]
  readonly subtasks: readonly SubtaskState[]
  readonly next: WorkUnit | null
  /** Tests and files that failed on the base and still fail, at most MAX_KNOWN; absent without any. */
  readonly known?: readonly string[]
  /** Changed production of a branch that proves no subtask, at most MAX_KNOWN; absent without any. */
  readonly unproved?: readonly string[]
  /** Present where a pull request was judged as a whole, and not each of its commits. */
  readonly isWhole?: true
  /** True when no plan defines the task. */
  readonly isUnplanned?: true
  /** Present when a person paused or aborted the task and no maintainer resumed it. */
  readonly stopped?: DecisionNote & { readonly kind: 'pause' | 'abort' }
  /** Present when a person let this head pass, with the gate's own conclusion. */
  readonly overridden?: DecisionNote & { readonly conclusion: Conclusion }
}

/** Names a commit as its reader finds it; a part of the head that was laid over the base has no name of its own. */
export function nameJudged({ sha, phase, isLaidOver }: Pick<JudgedCommit, 'sha' | 'phase' | 'isLaidOver'>): string {
  if (!isLaidOver) return short(sha)
  return phase === 'red' ? 'its tests' : 'its code'
}

export type Attempted = Pick<WorkUnit, 'action' | 'limits' | 'isWhole'>

/** Formats `2 of 3`; empty for a step that is no attempt at failing tests, and before one has failed. */
export function numberAttempt({ action, isWhole, limits: { attempts, maxAttempts } }: Attempted): string {
  if (action !== 'make-tests-pass' || isWhole || attempts === 0) return ''
  return `${Math.min(attempts + 1, maxAttempts)} of ${maxAttempts}`
}
