import { lostTests } from '../compare/lost-tests.ts'
import { type Rule, withEvidence } from './rule.ts'
import { list } from './text.ts'

export const noTestVanished: Rule = {
  code: 'no-test-vanished',
  about: 'Every test that ran at the baseline commit still runs.',
  why: 'A deleted, renamed, commented out, filtered or excluded test cannot fail. A test file that moves unchanged keeps its tests. After a load error the tests of that file are unknown, not vanished. A merge may remove tests of the base, never those that this task proved.',
  choices:
    'Bring the tests back under their names. If their code got another name, rename it in code and tests first, and the tests themselves in a next commit. If the code goes for good, a maintainer can excuse the commit: `/tdd override no-test-vanished <reason>`.',
  phases: ['red', 'green', 'refactor', 'merge', 'neutral'],
  level: 'error',
  needsEvidence: true,
  check: withEvidence((context, { comparison, omitted }) => {
    const { commit, state } = context
    const unloadable = commit.changes.flatMap(({ path, after }) =>
      after === null && state.knownLoadFailures.has(path) ? [path] : [],
    )
    const vanished = lostTests(context, comparison.vanished)
    if (vanished.length + unloadable.length === 0) return null
    return {
      message: `No longer run: ${list([...vanished, ...unloadable], 3, omitted?.vanished)}`,
      tests: vanished,
      paths: unloadable,
    }
  }),
}
