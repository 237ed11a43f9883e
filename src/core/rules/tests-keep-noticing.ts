import { type Rule, withEvidence } from './rule.ts'
import { list } from './text.ts'

export const testsKeepNoticing: Rule = {
  code: 'tests-keep-noticing',
  about:
    'An edited test still fails with broken code: where functions return nothing or other values, as before the edit.',
  why: 'A test without its assertions passes with any code. When a commit edits tests, the gate breaks the functions that they reach, and runs the tests in their new form. Those that pass run as they were before, too: a test that failed then demands less now. Tests that a RED edits beside its drivers are tried and shown at GREEN (`changed-test-is-shown`).',
  choices:
    'Give the tests their assertions back, or take the edit back. If the demand has changed, the test must fail in a RED first.',
  phases: ['red', 'refactor', 'neutral'],
  level: 'error',
  needsEvidence: true,
  check: withEvidence(({ commit }, { quieted = [] }) => {
    if (quieted.length === 0) return null
    const edited = commit.changes.filter((change) => change.class === 'test' && change.before !== null)
    const paths = edited.map(({ path }) => path)
    return {
      message: `With broken code these edited tests pass, and failed before: ${list(quieted)}`,
      tests: quieted,
      paths,
    }
  }),
}
