import { type Rule, withEvidence } from './rule.ts'
import { list } from './text.ts'

export const flakyTestIsShown: Rule = {
  code: 'flaky-test-is-shown',
  about: 'A test that failed, and passed when the same run was made again, is shown.',
  why: 'One tree that gives two outcomes says nothing about the change. The test lives in a file that the commit leaves alone; it passed alone, and in a whole run like the first one. It is worth a repair, or a quarantine with a reason.',
  phases: ['green', 'refactor', 'neutral', 'merge'],
  level: 'warn',
  needs: 'evidence',
  check: withEvidence((_, { flaky = [] }) => {
    if (flaky.length === 0) return null
    return {
      message: `Failed, and passed when the same run was made again: ${list(flaky)}`,
      suggestion:
        'Nothing must be done for this commit. Repair the test, or skip it in a commit of its own with a trailer `Quarantine: <why>`.',
      tests: flaky,
    }
  }),
}
