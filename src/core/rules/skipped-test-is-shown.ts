import { type Rule, withEvidence } from './rule.ts'
import { list } from './text.ts'

export const skippedTestIsShown: Rule = {
  code: 'skipped-test-is-shown',
  about: 'A new test that is skipped from the start is shown.',
  why: 'A list of tests to write, or a test for another platform, is honest work and proves nothing. Where a file did not load at RED, a test that its own text skips is no driver of the cycle. A reviewer should see which tests never ran.',
  phases: ['green'],
  level: 'warn',
  needs: 'evidence',
  check: withEvidence((_, { newSkipped, omitted }) => {
    if (newSkipped.length === 0) return null
    return {
      message: `Skipped from the start, so nothing proves them: ${list(newSkipped, 3, omitted?.newSkipped)}`,
      suggestion: 'Nothing must be done; a cycle of its own would prove each of them.',
      tests: newSkipped,
    }
  }),
}
