import type { Command } from './command.ts'
import { done, listItems, refused, startedBefore } from './result.ts'

export const start: Command = {
  name: 'start',
  usage: '/tdd start [task]',
  about: 'Opens the branch and the draft pull request of a task: that of the issue, or the named one.',
  role: 'write',
  isForAuthors: true,
  takes: 'text',
  place: 'issue',
  run({ start: planned, started }) {
    // Also the reply after an interruption before the first one.
    if (started) return startedBefore(started, planned)
    if ('problems' in planned) {
      return refused('The task cannot be started:', listItems(planned.problems), 'See the whole plan with `/tdd plan`.')
    }
    const { plan, branch } = planned.start
    return done(
      [{ kind: 'start', start: planned.start }],
      `Task ${plan.id} starts on branch \`${branch}\`: ${plan.title}.`,
      listItems(planned.warnings),
    )
  },
}
