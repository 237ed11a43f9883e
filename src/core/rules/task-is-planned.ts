import { nextSubtask } from '../evaluate/subtask.ts'
import { trailer } from '../model/commit.ts'
import { restate, undo } from './correct.ts'
import type { Rule } from './rule.ts'
import { list } from './text.ts'

export const taskIsPlanned: Rule = {
  code: 'task-is-planned',
  about: 'A `Task:` trailer names a subtask of the plan, and its dependencies are done.',
  why: 'The plan cannot track unplanned work, or work before its dependencies.',
  phases: ['red', 'green', 'refactor'],
  level: 'error',
  needsEvidence: false,
  check(context) {
    const { commit, plan, subtask, state, phase } = context
    if (!plan || subtask === null) return null
    const planned = plan.subtasks.find(({ id }) => id === subtask)
    if (!planned) {
      const ids = plan.subtasks.map(({ id }) => id)
      const next = nextSubtask(state, plan)
      const command = restate(context, 'Task', next)
      return {
        message: `Subtask ${trailer(commit, 'task') ?? subtask} is not in the plan of task ${plan.id}`,
        suggestion: {
          text: `Use one of ${list(ids, 18)}: \`${command}\`.`,
          ...(/^[\w.# :-]+$/.test(next) ? { commands: [command] } : {}),
          needsHead: true,
        },
      }
    }
    const unmet =
      phase === 'red' ? planned.dependencies.filter((id) => !state.proved.has(id) && !state.skipped.has(id)) : []
    if (unmet.length === 0) return null
    return {
      message: `Subtask ${subtask} needs ${list(unmet)} first`,
      suggestion: {
        text: commit.isPending
          ? `Put this change away: \`${undo(commit)}\`. Finish ${unmet[0]} (RED, then GREEN). Then bring the change back: \`git stash pop\`.`
          : `Revert this commit: \`${undo(commit)}\`. Finish ${unmet[0]} (RED, then GREEN). Then commit it again: \`git cherry-pick <this commit>\`.`,
        commands: [undo(commit)],
      },
    }
  },
}
