import type { Rule } from './rule.ts'
import { withEvidence } from './rule.ts'
import { list, sayLines } from './text.ts'

export const unrunLinesAreShown: Rule = {
  code: 'unrun-lines-are-shown',
  about: 'Changed lines that no test runs are shown at their place, where coverage is measured.',
  why: 'What no test runs, no test can ask for. The lines come from the coverage that `test.coverage` names; where it names none, nothing is said, since measuring it may slow a suite down several times.',
  phases: ['green', 'refactor'],
  level: 'warn',
  needs: 'evidence',
  check: withEvidence((_, { unrun = [] }) => {
    if (unrun.length === 0) return null
    return {
      message: `No test runs these changed lines: ${list(unrun.map(sayLines))}`,
      suggestion:
        'Give them a RED of their own, or leave them out: take these lines out, then `git commit --all --amend --no-edit`.',
      needsHead: true,
      paths: [...new Set(unrun.map(({ path }) => path))],
    }
  }),
}
