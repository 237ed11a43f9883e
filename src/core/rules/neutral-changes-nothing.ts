import { getPaths } from '../compare/change-set.ts'
import { keepsText } from '../evaluate/phase.ts'
import { suggestSplit } from './red-before-green.ts'
import type { Rule, RuleAdvice, RuleContext } from './rule.ts'
import { getReset, list } from './text.ts'

export const neutralChangesNothing: Rule = {
  code: 'neutral-changes-nothing',
  about:
    'Documents, chores and the start of a task change neither production nor tests, except for comments, formats and imports.',
  why: 'The gate asks for no failing test in a commit without a phase. Production code hidden in a chore would pass unproved.',
  choices: 'State what the commit is: a RED, a GREEN or a REFACTOR.',
  phases: ['neutral', 'start'],
  level: 'error',
  needsEvidence: false,
  check({ commit, subtask }) {
    const paths = getPaths(new Map(commit.changes.map((change) => [change.path, change])), 'production', 'test')
    if (paths.length === 0 || commit.reverts !== undefined || keepsText(commit.changes)) return null
    const changed = new Set(commit.changes.map((change) => change.class))
    return {
      message: `A commit without a phase changes ${list(paths)}`,
      suggestion: {
        text: `Take these files out into RED and GREEN commits: \`${getReset(commit)}\`. State \`Phase: refactor\` only if no behaviour changes.`,
        ...(changed.has('test') ? recommit({ commit, subtask }) : {}),
        needsHead: true,
      },
      paths,
    }
  },
}

/** Splits tests with code into RED and GREEN. Tests alone need only another message: the gate judges what they do. */
function recommit({ commit, subtask }: Pick<RuleContext, 'commit' | 'subtask'>): Pick<RuleAdvice, 'commands'> {
  const ofClass = (of: string) => commit.changes.filter((change) => change.class === of).map(({ path }) => path)
  if (ofClass('production').length === 0)
    return { commands: [commit.isPending ? 'tdd-gate commit' : 'git commit --amend -m "test: ..."'] }
  const { commands } = suggestSplit({ commit, subtask }, ofClass('test'))
  return commands === undefined ? {} : { commands }
}
