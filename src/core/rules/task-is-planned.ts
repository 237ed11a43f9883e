import { nextSubtask } from '../evaluate/subtask.ts'
import { type Commit, trailer } from '../model/commit.ts'
import { restate, undo } from './correct.ts'
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
    const isOpen = (id: string) => !state.proved.has(id) && !state.skipped.has(id) && !skipped?.has(id)
    const unmet = phase === 'red' ? planned.dependencies.filter(isOpen) : []
    if (unmet.length === 0) return null
    const back = takeBack(commit)
    return {
      message: `Subtask ${subtask} needs ${list(unmet)} first`,
      suggestion: {
        text: commit.isPending
          ? `Put this change away: \`${back}\`. Finish ${unmet[0]} (RED, then GREEN). Then bring the change back: \`git stash pop\`.`
          : `Revert this commit and those after it: \`${back}\`. Finish ${unmet[0]} (RED, then GREEN). Then commit them again: \`git cherry-pick <the commits>\`. Or a maintainer skips ${unmet[0]}.`,
        commands: [back],
      },
    }
  },
}

/** Takes the commit back, with those that build on it. */
function takeBack(commit: Commit): string {
  const isRange = commit.isPending !== true && commit.parents.length > 0
  return isRange ? `git revert --no-edit ${commit.sha.slice(0, 12)}~1..HEAD` : undo(commit)
}
