import { pathsOf } from '../change-set.ts'
import type { Rule } from './rule.ts'

export const greenChangesProduction: Rule = {
  code: 'green-changes-production',
  about: 'GREEN changes production code.',
  why: 'Tests that turn green without any change of production code were turned by something else: a fixture, a configuration, the clock, chance.',
  phases: ['green'],
  level: 'error',
  needs: 'git',
  check({ commit, state }) {
    if (commit.changes.some((change) => change.class === 'production')) return null
    if (pathsOf(state.production, 'production').length > 0) return null
    return {
      message: 'GREEN changes no production file',
      suggestion:
        'Implement the behaviour in production code and commit it with `--trailer "Phase: green"`; documents and chores go without a phase.',
      paths: commit.changes.map(({ path }) => path),
    }
  },
}
