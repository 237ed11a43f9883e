/** Defines the facts around a work unit: what its reader may edit, how tests run, and what stands in the way. */

/** Something that must hold before the step can be done. */
export interface UnitPrecondition {
  readonly id:
    | 'on-task-branch'
    | 'task-is-active'
    | 'branch-is-accepted'
    | 'dependencies-are-done'
    | 'attempts-are-left'
  readonly ok: boolean
  readonly message: string
  /** A sentence or a command; empty where all is well. */
  readonly fix: string
}

/** A text of the project that every prompt begins with. */
export interface PromptFile {
  readonly path: string
  readonly text: string
}

export interface WorkContext {
  /** Null for a detached HEAD. */
  readonly branch: string | null
  readonly defaultBranch: string
  /** Files that differ from HEAD, at most MAX_UNCOMMITTED. */
  readonly uncommitted: readonly string[]
  readonly testCommands: readonly { readonly suite: string; readonly directory: string; readonly command: string }[]
  /** How test files are called, such as `test/*.test.ts`; null without any. */
  readonly testConvention: string | null
  /** Test files to take as an example. */
  readonly nearbyTests: readonly string[]
  /** Rules of the project in load order, then those of the phase. */
  readonly prompts: readonly PromptFile[]
  /** A template of the configuration for commit messages. */
  readonly template: string
}

export const MAX_UNCOMMITTED = 20
export const MAX_NEARBY = 5
