/** The interface of a rule for TDD tasks: what must hold, and the places where it does not. */
import type { TaskFinding } from '../source.ts'
import type { TddTask } from '../tdd-task-shape.ts'

export type Violation = Omit<TaskFinding, 'code'>

export interface TaskRule {
  /** What must hold, in one sentence. */
  readonly about: string
  /** Checks a task by itself. */
  readonly check?: (task: TddTask) => readonly Violation[]
  /** Checks the tasks of a session together. */
  readonly checkSession?: (tasks: readonly TddTask[]) => readonly Violation[]
  /** True where it also holds for a container, whose work is in other documents. */
  readonly isForContainers?: true
}
