import { pathsOf } from '../change-set.ts'
import type { Rule } from './rule.ts'
import { list } from './text.ts'

export const neutralChangesNothing: Rule = {
  code: 'neutral-changes-nothing',
  about: 'Documents, chores and the start of a task change neither production nor tests.',
  why: 'A commit without a phase is not measured as one; production code hidden in a chore would pass unproved.',
  phases: ['neutral', 'start'],
  level: 'error',
  needs: 'git',
  check({ commit }) {
    const paths = pathsOf(new Map(commit.changes.map((change) => [change.path, change])), 'production', 'test')
    if (paths.length === 0) return null
    return {
      message: `A commit without a phase changes ${list(paths)}`,
      suggestion:
        'Take these files out into RED and GREEN commits: `git reset --soft HEAD~1 && git restore --staged .`. Only what keeps all behaviour as it is may state the phase refactor.',
      paths,
    }
  },
}
