import { lostTests } from '../lost-tests.ts'
import { type Rule, withEvidence } from './rule.ts'
import { list } from './text.ts'

export const noTestSilenced: Rule = {
  code: 'no-test-silenced',
  about: 'No test that ran before is skipped now: no skip, todo, only or condition.',
  why: 'Skipped is not passed. `.only` on one test silences all the others.',
  phases: ['red', 'green', 'refactor', 'merge', 'neutral'],
  level: 'error',
  needs: 'evidence',
  check: withEvidence((context, { comparison, omitted }) => {
    const silenced = lostTests(context, comparison.silenced)
    if (silenced.length === 0) return null
    return {
      message: `Skipped now, ran before: ${list(silenced, 3, omitted?.silenced)}`,
      suggestion: 'Take out `skip`, `todo`, `only` or the condition, then `git commit -a --amend --no-edit`.',
      tests: silenced,
    }
  }),
}
