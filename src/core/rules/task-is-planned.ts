import { trailer } from '../model/commit.ts'
import type { Rule } from './rule.ts'
import { list } from './text.ts'

export const taskIsPlanned: Rule = {
  code: 'task-is-planned',
  about: 'A `Task:` trailer names a subtask of the plan, and its dependencies are done.',
  why: 'The plan cannot track unplanned work, or work before its dependencies.',
  choices: 'State a subtask of the plan whose turn it is.',
  phases: ['red', 'green', 'refactor'],
  level: 'error',
  needsEvidence: false,
  check(context) {
    const { commit, plan, subtask, state, phase, skipped } = context
    if (!plan || subtask === null) return null
    const planned = plan.subtasks.find(({ id }) => id === subtask)
    if (!planned) {
      const ids = plan.subtasks.map(({ id }) => id)
      return {
        message: `Subtask ${trailer(commit, 'task') ?? subtask} is not in the plan of task ${plan.id}`,
        suggestion: `Use one of ${list(ids, 18)}.`,
      }
    }
    const isOpen = (id: string) => !state.proved.has(id) && !state.skipped.has(id) && !skipped?.has(id)
    const unmet = phase === 'red' ? planned.dependencies.filter(isOpen) : []
    if (unmet.length === 0) return null
    return {
      message: `Subtask ${subtask} needs ${list(unmet)} first`,
      suggestion: `Finish ${unmet[0]} (RED, then GREEN) before this commit. Or a maintainer skips ${unmet[0]}.`,
    }
  },
}
