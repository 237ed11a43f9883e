import type { Rule } from './rule.ts'
import { withEvidence } from './rule.ts'
import { list, sayLines } from './text.ts'

export const unrunLinesAreShown: Rule = {
  code: 'unrun-lines-are-shown',
  about: 'Changed lines, and new branches in them, that no test runs are shown at their place.',
  why: 'No test can demand code that it does not run. New branches of JavaScript, TypeScript, Python and Go are made to fail as soon as they run. When every test still passes, no test runs them. So code that behaves differently outside of tests is shown, however it recognises a test. A branch that only throws is left out. The lines that the coverage reports in `test.coverage` call unrun are shown as well.',
  phases: ['green', 'refactor', 'neutral'],
  level: 'warn',
  needs: 'evidence',
  check: withEvidence((_, { unrun = [] }) => {
    if (unrun.length === 0) return null
    return {
      message: `No test runs these changed lines: ${list(unrun.map(sayLines))}`,
      suggestion: 'Write a separate RED for them, or remove these lines, then `git commit --all --amend --no-edit`.',
      needsHead: true,
      paths: [...new Set(unrun.map(({ path }) => path))],
    }
  }),
}
