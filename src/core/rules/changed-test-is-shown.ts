import { type Rule, withEvidence } from './rule.ts'
import { list } from './text.ts'

export const changedTestIsShown: Rule = {
  code: 'changed-test-is-shown',
  about: 'The gate shows a changed test whose old form fails at the head.',
  why: 'At the head, the gate runs edited tests once more in their old form. These are tests of the base, and drivers of closed cycles. Some old forms cannot run. For others, a RED that did not load hides whether the demand changed. No measurement shows that the old demand may go, so a reviewer should read the change.',
  phases: ['red', 'green', 'refactor', 'merge', 'neutral'],
  level: 'warn',
  needsEvidence: true,
  check: withEvidence(({ commit, atHead, state }, { held }) => {
    if (!held || !atHead?.has(commit.sha)) return null
    const tests = [...held.doubtful, ...held.base]
    if (tests.length === 0) return null
    const [base = state.baseline] = state.frozen.keys()
    return {
      message: `Changed tests fail in their old form: ${list(tests)}`,
      suggestion: `Read what they demanded: \`git diff ${base.slice(0, 12)} ${commit.sha.slice(0, 12)}\`.`,
      tests,
    }
  }),
}
