import { pathsOf } from '../change-set.ts'
import type { Rule } from './rule.ts'
import { list } from './text.ts'

export const refactorKeepsApart: Rule = {
  code: 'refactor-keeps-apart',
  about: 'A REFACTOR commit changes production or tests, not both, and only where the policy allows refactoring.',
  why: 'When both move at once, nothing holds still to measure the other by. Restructure code under unchanged tests, or tests over unchanged code.',
  phases: ['refactor'],
  level: 'error',
  needs: 'git',
  check({ changes, policy }) {
    if (policy.refactor === 'off') {
      return {
        message: 'The policy of this project has no REFACTOR phase',
        suggestion: 'Commit the change as part of a RED-GREEN cycle.',
      }
    }
    const tests = pathsOf(changes, 'test')
    const production = pathsOf(changes, 'production')
    if (tests.length === 0 || production.length === 0) return null
    return {
      message: `REFACTOR changes tests (${list(tests)}) and production (${list(production)}) in one commit`,
      suggestion:
        'Split it: `git reset --soft HEAD~1 && git restore --staged .`, then one commit for production and one for tests, each with `--trailer "Phase: refactor"`.',
      paths: [...tests, ...production],
    }
  },
}
