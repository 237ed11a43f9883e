/** Defines what `next` answers: the work unit with everything that its reader needs. */

import type { Conclusion, Decision, SubtaskState } from '../core/model/finding.ts'
import type { Plan } from '../core/model/plan.ts'
import type { ShownFailure, WorkContext } from '../core/model/work-context.ts'
import type { WorkUnitJson } from './gate-report/verify-json.ts'
import type { PreconditionJson } from './text/precondition.ts'

export interface NextInput {
  readonly decision: Decision
  readonly plan: Plan | null
  readonly driverFailures: readonly ShownFailure[]
  readonly notes: readonly string[]
  /** Those of the notes that are the same in each call: its text leaves them out. Absent: none. */
  readonly settings?: readonly string[]
  readonly context: WorkContext
}

export interface TaskProgress {
  readonly completed: number
  readonly total: number
  /** From 0 to 100, rounded down: 100 only when everything is done. */
  readonly percentage: number
  /** How many of the completed ones a person skipped. */
  readonly skipped: number
  /** The subtask of the next step; null without one. */
  readonly current: string | null
}

export interface DriverFailure {
  readonly id: string
  readonly kind: string
  readonly message: string
  readonly file: string | null
  readonly line?: number
  /** The code around that line, each line with its number. */
  readonly frame?: readonly string[]
}

/** A GREEN that was tried before. */
export interface EarlierAttempt {
  readonly attempt: number
  readonly commit: string
  readonly subject: string
  readonly stillFailing: readonly string[]
}

export interface UnitContext {
  readonly description: string
  readonly testStrategy: string
  /** The tests that the plan promises; null without such a promise. */
  readonly cycle: Plan['subtasks'][number]['cycle']
  readonly testConvention: string | null
  /** At RED: examples. */
  readonly nearbyTests: readonly string[]
  /** `src/a.js:3-5`: changed lines that no test runs; empty without coverage. */
  readonly leastCovered: readonly string[]
  readonly testCommands: WorkContext['testCommands']
  /** The classes of files that the commit may change, and those that it must not. */
  readonly mayEdit: readonly string[]
  readonly mustNotEdit: readonly string[]
  readonly earlierAttempts: readonly EarlierAttempt[]
}

export interface NextUnit extends WorkUnitJson {
  /** `1.2:green:2`: subtask, phase and number of the attempt. */
  readonly id: string
  readonly driverFailures: readonly DriverFailure[]
  /** Files that the commit must leave as they are. */
  readonly frozen: readonly string[]
  /** Files that the commit is expected to change. */
  readonly expectedFiles: readonly string[]
  readonly context: UnitContext
  readonly preconditions: readonly PreconditionJson[]
  readonly canProceed: boolean
  /** The messages of the preconditions that do not hold. */
  readonly errors: readonly string[]
  /** A commit message to use: subject and trailers. */
  readonly commitMessage: string
  /** What to do in this phase, in general; the project may replace or extend it. */
  readonly phaseInstruction: string
  /** Everything above as one text. */
  readonly prompt: string
}

/** The output of `next --json`, with schema version 1. */
export interface StepJson extends Omit<NextJson, 'settings' | 'next'> {
  readonly next: (Omit<NextUnit, 'prompt'> & { readonly prompt?: string }) | null
}

/** The whole step. */
export interface NextJson {
  readonly schemaVersion: 1
  readonly conclusion: Conclusion
  readonly task: Pick<Plan, 'id' | 'title'> | null
  readonly progress: TaskProgress
  readonly subtasks: readonly SubtaskState[]
  /** Null when nothing is left to do. */
  readonly next: NextUnit | null
  /** Commands for a branch on which nothing is left to do. */
  readonly finish: readonly string[]
  readonly notes: readonly string[]
  /** Those of the notes that are the same in each call. */
  readonly settings: readonly string[]
  /** Files that differ from HEAD: they are not judged. */
  readonly uncommitted: readonly string[]
}
