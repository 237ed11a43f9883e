/** Rules for the tasks of a session together: how many, and how deep. */
import type { TddTask } from '../tdd-task-shape.ts'
import type { TaskRule, Violation } from './task-rule.ts'

const MANY_TASKS = 10
const MAX_TASKS = 18
const MAX_LEVELS = 2

export const tenTasksAtMost: TaskRule = {
  about: 'A session has at most 10 tasks.',
  checkSession: (tasks) => (countWork(tasks).length > MAX_TASKS ? [] : getSurplus(tasks, MANY_TASKS)),
}

export const eighteenTasksAtMost: TaskRule = {
  about: 'A session has at most 18 tasks.',
  checkSession: (tasks) => getSurplus(tasks, MAX_TASKS),
}

export const twoLevelsAtMost: TaskRule = {
  about: 'A subtask has no subtasks.',
  checkSession: (tasks) =>
    tasks
      .filter(({ id }) => id.split('.').length > MAX_LEVELS)
      .map(({ path, id }) => ({
        path: [...path, 'id'],
        message: `${id} is a subtask of a subtask`,
        suggestion: `Move it up: ${id.split('.').slice(0, MAX_LEVELS).join('.')}.`,
      })),
}

/** A container has its work in its subtasks. */
function countWork(tasks: readonly TddTask[]): readonly TddTask[] {
  return tasks.filter(({ isContainer }) => !isContainer)
}

function getSurplus(tasks: readonly TddTask[], most: number): readonly Violation[] {
  const work = countWork(tasks)
  const first = work[most]
  if (first === undefined) return []
  return [
    {
      path: first.path,
      message: `${work.length} tasks`,
      suggestion: 'Merge features, or split the session into several.',
    },
  ]
}
