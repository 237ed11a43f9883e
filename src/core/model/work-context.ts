/** Defines the facts around a work unit: where it is done, how tests run, and what the project prescribes. */

import type { FailingTest, LineRange } from './evidence.ts'

/** The code around a failing assertion. */
export interface CodeFrame {
  readonly path: string
  /** The failing line, from 1. */
  readonly line: number
  /** The number of the first of `lines`. */
  readonly first: number
  readonly lines: readonly string[]
}

/** A failure with its code; without one where no report names a line, or the file is too large. */
export interface ShownFailure extends FailingTest {
  readonly frame?: CodeFrame
}

/** Why `complete` refused the working tree, and the commands that correct it. */
export interface TreeRefusal {
  readonly rule: string
  readonly message: string
  readonly commands: readonly string[]
}

interface TestCommand {
  /** Empty for the only one. */
  readonly suite: string
  readonly directory: string
  readonly command: string
  /** The runner that the command starts, such as `vitest`; absent where it is none of ours. */
  readonly framework?: string
}

export interface WorkContext {
  /** Null for a detached HEAD. */
  readonly branch: string | null
  readonly defaultBranch: string
  /** The remote of the default branch; absent in a repository without one. */
  readonly remote?: string
  /** Files that differ from HEAD, at most MAX_UNCOMMITTED. */
  readonly uncommitted: readonly string[]
  /** Present when `complete` refused the working tree as it is now. */
  readonly refusal?: TreeRefusal
  /** Changed lines that no test ran at the last commit with coverage; absent without any. */
  readonly unrunLines?: readonly LineRange[]
  readonly testCommands: readonly TestCommand[]
  /** How test files are called, such as `test/*.test.ts`; null without any. */
  readonly testConvention: string | null
  /** Test files to take as an example. */
  readonly nearbyTests: readonly string[]
  /** Files that the plan names for this step, or those that follow from them; absent without any. */
  readonly plannedFiles?: readonly string[]
  /** Rules of the project in load order, then those of the phase. */
  readonly prompts: readonly string[]
  /** A template of the configuration for commit messages. */
  readonly template: string
}

export const MAX_UNCOMMITTED = 20
export const MAX_NEARBY = 5
