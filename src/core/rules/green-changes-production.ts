import { getPaths } from '../compare/change-set.ts'
import type { Rule } from './rule.ts'

export const greenChangesProduction: Rule = {
  code: 'green-changes-production',
  about: 'GREEN changes production code.',
  why: 'Tests that turn green without a change of production code pass for another reason: a fixture, a configuration, the clock, chance.',
  choices: 'Write the code that makes the failing tests pass. Documents and chores take the phase `neutral`.',
  phases: ['green'],
  level: 'error',
  needsEvidence: false,
  check({ commit, state }) {
    if (commit.changes.some((change) => change.class === 'production')) return null
    if (getPaths(state.production, 'production').length > 0) return null
    return {
      message: 'GREEN changes no production file',
      paths: commit.changes.map(({ path }) => path),
    }
  },
}
