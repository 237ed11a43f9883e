import { getPaths } from '../compare/change-set.ts'
import { keepsText } from '../evaluate/phase.ts'
import type { Rule } from './rule.ts'
import { list } from './text.ts'

export const neutralChangesNothing: Rule = {
  code: 'neutral-changes-nothing',
  about:
    'Documents, chores and the start of a task change neither production nor tests, except for comments, formats and imports.',
  why: 'The gate asks for no failing test in a commit without a phase. Production code hidden in a chore would pass unproved.',
  choices: 'State what the commit is: a RED, a GREEN, or a REFACTOR if no behaviour changes.',
  phases: ['neutral', 'start'],
  level: 'error',
  needsEvidence: false,
  check({ commit }) {
    const paths = getPaths(new Map(commit.changes.map((change) => [change.path, change])), 'production', 'test')
    if (paths.length === 0 || commit.reverts !== undefined || keepsText(commit.changes)) return null
    return {
      message: `A commit without a phase changes ${list(paths)}`,
      paths,
    }
  },
}
