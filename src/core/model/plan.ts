/** Defines a Task with its ordered Subtasks, as read from a task document. */

/** How many tests a cycle must add, and which, when the plan names them. */
interface QuantifiedCycle {
  readonly tests: number | null
  readonly names: readonly string[]
  /** Percent of lines. */
  readonly coverage: number | null
}

export interface Subtask {
  /** `42.1` */
  readonly id: string
  readonly title: string
  readonly description: string
  readonly acceptance: readonly string[]
  /** Ids of subtasks that must be done before. */
  readonly dependencies: readonly string[]
  readonly testStrategy: string
  readonly cycle: QuantifiedCycle | null
}

/** The tag of tasks without one, as TaskMaster has it. */
export const DEFAULT_TAG = 'master'

export interface Plan {
  readonly id: string
  readonly title: string
  readonly tag: string
  readonly description: string
  /** In the order of work: dependencies first. */
  readonly subtasks: readonly Subtask[]
}

/** A task of a document with many. */
export interface ListedTask {
  readonly tag: string
  readonly id: string
  readonly title: string
  /** Null where the document has none; a claim of the document, and no proof. */
  readonly status: string | null
  readonly priority: string | null
  /** Ids of tasks that come first. */
  readonly dependencies: readonly string[]
  /** How many there are. */
  readonly subtasks: number
}
