import type { Rule } from './rule.ts'
import { withEvidence } from './rule.ts'
import { list, sayLines } from './text.ts'

export const unrunLinesAreShown: Rule = {
  code: 'unrun-lines-are-shown',
  about: 'Changed lines that no test runs are shown at their place, if coverage is measured.',
  why: 'No test can demand code that it does not run. The lines come from the coverage reports in `test.coverage`. Without that setting this rule is silent, because measuring coverage may slow a suite down several times.',
  phases: ['green', 'refactor'],
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
