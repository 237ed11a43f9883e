/** The registry of rules for TDD tasks, in the order of their findings. */
import type { TaskRuleCode } from '../../core/model/task-rule.ts'
import type { TaskFinding } from '../source.ts'
import type { TddTask } from '../tdd-task-shape.ts'
import { countsAgree, cycleIsSmall, cyclesAreQuantified } from './cycles.ts'
import { eighteenTasksAtMost, tenTasksAtMost, twoLevelsAtMost } from './session.ts'
import {
  acceptanceIsMeasurable,
  greenIsQuantified,
  pathsAreClear,
  redIsQuantified,
  refactorIsQuantified,
  wordsAreExact,
} from './steps.ts'
import type { TaskRule, Violation } from './task-rule.ts'
import { fixLoopIsPlanned, iterationsAreLimited, phasesAreThree, workflowIsTdd } from './workflow.ts'

export const taskRules: Readonly<Record<TaskRuleCode, TaskRule>> = {
  'workflow-is-tdd': workflowIsTdd,
  'iterations-are-limited': iterationsAreLimited,
  'phases-are-three': phasesAreThree,
  'fix-loop-is-planned': fixLoopIsPlanned,
  'red-is-quantified': redIsQuantified,
  'green-is-quantified': greenIsQuantified,
  'refactor-is-quantified': refactorIsQuantified,
  'acceptance-is-measurable': acceptanceIsMeasurable,
  'words-are-exact': wordsAreExact,
  'paths-are-clear': pathsAreClear,
  'cycles-are-quantified': cyclesAreQuantified,
  'counts-agree': countsAgree,
  'cycle-is-small': cycleIsSmall,
  'ten-tasks-at-most': tenTasksAtMost,
  'eighteen-tasks-at-most': eighteenTasksAtMost,
  'two-levels-at-most': twoLevelsAtMost,
}

/** Checks tasks by the rules for one task, and the whole session by those for sessions. */
export function checkTasks(tasks: readonly TddTask[], session: readonly TddTask[]): readonly TaskFinding[] {
  return Object.entries(taskRules).flatMap(([code, { check, checkSession, isForContainers = false }]) => {
    const checked = tasks.filter(({ isContainer }) => !isContainer || isForContainers)
    const found: readonly Violation[] = [...(check ? checked.flatMap(check) : []), ...(checkSession?.(session) ?? [])]
    return found.map((violation) => ({ ...violation, code: code as TaskRuleCode }))
  })
}
