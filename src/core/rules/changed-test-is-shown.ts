import { type Rule, withEvidence } from './rule.ts'
import { list } from './text.ts'

export const changedTestIsShown: Rule = {
  code: 'changed-test-is-shown',
  about: 'A test that was changed on the branch, and as it was no longer passes at the head, is shown.',
  why: 'Edited test files of the base run at the head as they were. Drivers of closed cycles do so, too: some cannot run any more, and some were edited in a RED that did not load. Nothing measured says that the old demand may go: a reviewer should read it.',
  phases: ['red', 'green', 'refactor', 'merge', 'neutral'],
  level: 'warn',
  needs: 'evidence',
  check: withEvidence(({ commit, atHead, state }, { held }) => {
    if (!held || !atHead?.has(commit.sha)) return null
    const tests = [...held.doubtful, ...held.base]
    if (tests.length === 0) return null
    const [base = state.settled] = state.frozen.keys()
    return {
      message: `Tests were changed, and as they were no longer pass: ${list(tests)}`,
      suggestion: `Read what they asked for: \`git diff ${base.slice(0, 12)} ${commit.sha.slice(0, 12)}\`.`,
      tests,
    }
  }),
}
