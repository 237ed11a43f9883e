import { quarantined, quarantineReason } from '../compare/lost-tests.ts'
import { type Rule, withEvidence } from './rule.ts'
import { list } from './text.ts'

export const quarantineIsShown: Rule = {
  code: 'quarantine-is-shown',
  about: 'The gate shows tests that a commit skips with a reason (`Quarantine: <why>` in the message).',
  why: 'A commit that changes tests alone may skip a flaky test with a reason. It cannot skip tests that this branch proved, or that must still pass at a GREEN. A reviewer must judge the reason.',
  phases: ['red', 'refactor', 'neutral'],
  level: 'warn',
  needsEvidence: true,
  check: withEvidence(({ commit, state }, { comparison }) => {
    const tests = quarantined(commit, comparison.silenced, state)
    if (tests.length === 0) return null
    return {
      message: `Skipped from now on, because "${quarantineReason(commit)}": ${list(tests)}`,
      suggestion: `Read it: \`git show ${commit.sha.slice(0, 12)}\`.`,
      tests,
    }
  }),
}
