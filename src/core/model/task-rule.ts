/** Names the rules for TDD task documents, with the level that each has by default. */
import type { Level } from './policy.ts'

export const TASK_RULES = {
  'acceptance-is-measurable': 'warn',
  'counts-agree': 'error',
  'cycle-is-small': 'warn',
  'cycles-are-quantified': 'error',
  'fix-loop-is-planned': 'error',
  'green-is-quantified': 'warn',
  'iterations-are-limited': 'error',
  'paths-are-clear': 'warn',
  'phases-are-three': 'error',
  'red-is-quantified': 'error',
  'refactor-is-quantified': 'warn',
  'ten-tasks-at-most': 'warn',
  'eighteen-tasks-at-most': 'error',
  'two-levels-at-most': 'error',
  'workflow-is-tdd': 'error',
  'words-are-exact': 'error',
} as const satisfies Readonly<Record<string, Exclude<Level, 'off'>>>

export type TaskRuleCode = keyof typeof TASK_RULES
export const TASK_RULE_CODES = Object.keys(TASK_RULES) as readonly TaskRuleCode[]

/** The levels that a project sets, where they differ. */
export type TaskRuleLevels = Readonly<Partial<Record<string, Level>>>

export function getTaskRuleLevel(code: TaskRuleCode, levels: TaskRuleLevels): Level {
  return levels[code] ?? TASK_RULES[code]
}
