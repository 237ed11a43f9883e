import { getPaths } from '../compare/change-set.ts'
import { type Rule, withEvidence } from './rule.ts'
import { list, shellWords } from './text.ts'

export const helperChangeIsShown: Rule = {
  code: 'helper-change-is-shown',
  about: 'The gate shows an old test that passes only because RED changed test code that it shares.',
  why: 'A helper, a mock or a fixture that demands less weakens every test that uses it. When a RED edits such a file, the gate runs the old tests that use it again at GREEN, with the old test files. A new test file of a RED may replace what other tests call. Then the gate runs the old tests of the changed code without the new files. A test that fails then demands less than before, and a reviewer should read why.',
  phases: ['green'],
  level: 'warn',
  needsEvidence: true,
  check: withEvidence(({ state, commit }, { loosened = [] }) => {
    if (loosened.length === 0) return null
    const paths = getPaths(state.otherChanges, 'test')
    const between = `${state.baseline.slice(0, 12)} ${commit.sha.slice(0, 12)}`
    return {
      message: `Old tests pass only because their shared code changed: ${list(loosened)}`,
      suggestion: `Read what it no longer demands: \`git diff ${between} -- ${shellWords(paths, '<test files>')}\`.`,
      tests: loosened,
      paths,
    }
  }),
}
