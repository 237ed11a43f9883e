import { type Rule, withEvidence } from './rule.ts'
import { list } from './text.ts'

export const flakyTestIsShown: Rule = {
  code: 'flaky-test-is-shown',
  about:
    'A test that failed by chance is shown: it passed when the same run was repeated, or also failed without the change.',
  why: 'The change did not cause two outcomes of one tree. The test is in a file that the commit did not change. It passed alone and in a repeated whole run, or it also failed in a repeated run without the change. Fix it, or quarantine it with a reason.',
  phases: ['green', 'refactor', 'neutral', 'merge'],
  level: 'warn',
  needs: 'evidence',
  check: withEvidence((_, { flaky = [] }) => {
    if (flaky.length === 0) return null
    return {
      message: `Failed by chance, for it passed in a repeated run, or failed without this change as well: ${list(flaky)}`,
      suggestion:
        'This commit needs no change. Fix the test, or skip it in a commit of its own with a trailer `Quarantine: <why>`.',
      tests: flaky,
    }
  }),
}
