import { quarantined, quarantineReason } from '../compare/quarantine.ts'
import { type Rule, withEvidence } from './rule.ts'
import { list } from './text.ts'

export const quarantineIsShown: Rule = {
  code: 'quarantine-is-shown',
  about: 'Tests that are skipped with a reason (`Quarantine: <why>` in the message) are shown.',
  why: 'A flaky test that stops everybody may be put aside, in a commit that changes tests alone and says why. What this branch proved, or waits for, cannot be. Whether the reason is a good one is for a reviewer to say.',
  phases: ['red', 'refactor', 'neutral'],
  level: 'warn',
  needs: 'evidence',
  check: withEvidence(({ commit, state }, { comparison }) => {
    const tests = quarantined(commit, comparison.silenced, state)
    if (tests.length === 0) return null
    return {
      message: `Skipped from here on, because "${quarantineReason(commit)}": ${list(tests)}`,
      suggestion: `Read it: \`git show ${commit.sha.slice(0, 12)}\`.`,
      tests,
    }
  }),
}
