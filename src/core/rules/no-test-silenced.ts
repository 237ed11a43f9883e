import { lostTests, quarantined } from '../compare/lost-tests.ts'
import { type Rule, withEvidence } from './rule.ts'
import { list } from './text.ts'

export const noTestSilenced: Rule = {
  code: 'no-test-silenced',
  about: 'No test that ran before is skipped now: no skip, todo, only or condition.',
  why: 'Skipped is not passed. `.only` on one test silences all the others.',
  choices:
    'Let the tests run again. A flaky test can wait in quarantine: in a commit of tests alone, with a trailer `Quarantine: <why>`.',
  phases: ['red', 'green', 'refactor', 'merge', 'neutral'],
  level: 'error',
  needsEvidence: true,
  check: withEvidence((context, { comparison, omitted }) => {
    const lost = lostTests(context, comparison.silenced)
    const excused = new Set(
      context.phase === 'green' || omitted?.silenced ? [] : quarantined(context.commit, lost, context.state),
    )
    const silenced = lost.filter((id) => !excused.has(id))
    if (silenced.length === 0) return null
    return {
      message: `Skipped now, ran before: ${list(silenced, 3, omitted?.silenced)}`,
      tests: silenced,
    }
  }),
}
