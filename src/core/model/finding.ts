/** A broken rule, and the verdicts that follow from findings. */

import type { Phase } from '../evaluate/phase.ts'
import type { Sha } from './commit.ts'
import type { Comparison, CoverageSummary } from './evidence.ts'
import type { Level } from './policy.ts'
import type { TestId, Totals } from './test-run.ts'

export interface Finding {
  readonly rule: string
  readonly level: Exclude<Level, 'off'>
  readonly message: string
  /** A legal next step, with the exact command where there is one. */
  readonly suggestion: string
  readonly paths: readonly string[]
  readonly tests: readonly TestId[]
  /** What can be pasted into a shell as it is, in order, and is taken by the next judgement; absent where it takes more. */
  readonly commands?: readonly string[]
  /** What is pasted at the head of the branch, after `commands`. `decide` joins them. */
  readonly lastCommands?: readonly string[]
  /** The advice changes the last commit. Only while commits are judged: `decide` leads readers there, and takes it out. */
  readonly needsHead?: true
}

/** `attempt`: an honest GREEN try whose drivers still fail. `unmeasured`: no measurement worth anything. */
export type Verdict = 'accepted' | 'attempt' | 'rejected' | 'unmeasured'

export interface JudgedCommit {
  readonly sha: Sha
  readonly subject: string
  readonly phase: Phase
  readonly subtask: string | null
  readonly verdict: Verdict
  /** True when a later commit made this one's refusal void: mended by a new RED or GREEN, or taken back. */
  readonly isSuperseded: boolean
  readonly findings: readonly Finding[]
  /** Null when nothing had to run. */
  readonly tests: (Totals & { readonly loadErrors: number }) | null
  readonly comparison: Comparison
  /** What this commit proved, for people: at RED the failing tests and the files that do not load, at GREEN the passing drivers. */
  readonly proved: readonly string[]
  readonly coverage: CoverageSummary | null
  readonly durationMs: number
}

/** A person's word, and whose it is. */
export interface Said {
  /** Login. */
  readonly by: string
  readonly reason: string
  /** ISO 8601. */
  readonly at: string
}

export type SubtaskStatus = 'pending' | 'red' | 'green' | 'done'

export interface SubtaskState {
  readonly id: string
  readonly title: string
  readonly status: SubtaskStatus
  readonly attempts: number
  readonly drivers: readonly string[]
  /** There when a person said that it need not be done. */
  readonly skipped?: Said
}

export type Conclusion = 'success' | 'failure' | 'in_progress' | 'unmeasurable'

/** What to do next, for agents: no other text is needed to go on. */
export interface WorkUnit {
  readonly action: 'write-failing-test' | 'make-tests-pass' | 'mend' | 'measure-again' | 'wait'
  readonly phase: Phase
  readonly subtask: string | null
  readonly title: string
  readonly instructions: string
  readonly acceptance: readonly string[]
  readonly drivers: readonly string[]
  readonly files: readonly string[]
  readonly commands: readonly string[]
  readonly limits: { readonly attempts: number; readonly maxAttempts: number }
}

/** As many as anybody reads. */
export const MAX_KNOWN = 100

export interface Decision {
  readonly conclusion: Conclusion
  readonly commits: readonly JudgedCommit[]
  readonly subtasks: readonly SubtaskState[]
  readonly next: WorkUnit | null
  /** What fails on the base already and still does, tests and files, at most MAX_KNOWN; absent where there is none. */
  readonly known?: readonly string[]
  /** Production that changed in a branch which proves no subtask, at most MAX_KNOWN; absent where there is none. */
  readonly unproved?: readonly string[]
  /** True where no plan says what belongs to the task. */
  readonly isUnplanned?: true
  /** There when a person paused or aborted the task, and nobody resumed it. */
  readonly stopped?: Said & { readonly kind: 'pause' | 'abort' }
  /** There when a person let this head pass, with what the gate would have concluded. */
  readonly overridden?: Said & { readonly conclusion: Conclusion }
}
