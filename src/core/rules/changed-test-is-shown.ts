import { type Rule, withEvidence } from './rule.ts'
import { list } from './text.ts'

export const changedTestIsShown: Rule = {
  code: 'changed-test-is-shown',
  about: 'A test that the branch changed, and that fails at the head in its old form, is shown.',
  why: 'Edited test files of the base run at the head in their old form. So do drivers of closed cycles. Some of them cannot run any more; a RED that did not load may have edited others. No measurement shows that the old demand may go, so a reviewer should read the change.',
  phases: ['red', 'green', 'refactor', 'merge', 'neutral'],
  level: 'warn',
  needs: 'evidence',
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
