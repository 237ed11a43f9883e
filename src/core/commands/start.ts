import type { Command } from './command.ts'
import { done, list, refused, startedBefore } from './result.ts'

export const start: Command = {
  name: 'start',
  usage: '/tdd start [task]',
  about:
    'Opens the branch and the draft pull request of a task: the one that the issue describes, or the one that is named.',
  role: 'write',
  isForAuthors: true,
  takes: 'words',
  place: 'issue',
  run({ start: planned, started }) {
    // Also said to whoever asked for it, when they were cut off before they were answered.
    if (started) return startedBefore(started, planned)
    if ('problems' in planned) {
      return refused('The task cannot be started:', list(planned.problems), 'See all of it with `/tdd plan`.')
    }
    const { plan, branch } = planned.start
    return done(
      [{ kind: 'start', start: planned.start }],
      `Task ${plan.id} starts on branch \`${branch}\`: ${plan.title}.`,
      list(planned.warnings),
    )
  },
}
