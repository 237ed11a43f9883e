import { type Rule, withEvidence } from './rule.ts'
import { list } from './text.ts'

export const skippedTestIsShown: Rule = {
  code: 'skipped-test-is-shown',
  about: 'The gate shows a new test that is skipped and never ran.',
  why: 'A list of tests to write, or a test for another platform, is honest work but proves nothing. When a file did not load at RED, a test that its own text skips is no driver of the cycle. A reviewer should see which tests never ran.',
  phases: ['green'],
  level: 'warn',
  needsEvidence: true,
  check: withEvidence((_, { newSkipped, omitted }) => {
    if (newSkipped.length === 0) return null
    return {
      message: `Skipped and never run, so unproved: ${list(newSkipped, 3, omitted?.newSkipped)}`,
      suggestion: 'This commit needs no change. A separate cycle would prove each of them.',
      tests: newSkipped,
    }
  }),
}
