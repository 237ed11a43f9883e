import { type Rule, withEvidence } from './rule.ts'
import { list } from './text.ts'

export const flakyTestIsShown: Rule = {
  code: 'flaky-test-is-shown',
  about: 'A test that failed, and passed when the same run was repeated, is shown.',
  why: 'Two outcomes of one tree are not caused by the change. The test is in a file that the commit did not change; it passed alone, and in a repeated whole run. Fix it, or quarantine it with a reason.',
  phases: ['green', 'refactor', 'neutral', 'merge'],
  level: 'warn',
  needs: 'evidence',
  check: withEvidence((_, { flaky = [] }) => {
    if (flaky.length === 0) return null
    return {
      message: `Failed, and passed when the same run was repeated: ${list(flaky)}`,
      suggestion:
        'This commit needs no change. Fix the test, or skip it in a commit of its own with a trailer `Quarantine: <why>`.',
      tests: flaky,
    }
  }),
}
