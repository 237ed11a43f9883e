import { getPaths } from '../compare/change-set.ts'
import { restate } from './correct.ts'
import type { Rule } from './rule.ts'

export const greenChangesProduction: Rule = {
  code: 'green-changes-production',
  about: 'GREEN changes production code.',
  why: 'Tests that turn green without a change of production code pass for another reason: a fixture, a configuration, the clock, chance.',
  choices: 'Write the code that makes the failing tests pass. Documents and chores take the phase `neutral`.',
  phases: ['green'],
  level: 'error',
  needsEvidence: false,
  check(context) {
    const { commit, state } = context
    if (commit.changes.some((change) => change.class === 'production')) return null
    if (getPaths(state.production, 'production').length > 0) return null
    const isPlain = commit.changes.every((change) => change.class === 'docs' || change.class === 'harness')
    const neutral = restate(context, 'Phase', 'neutral')
    return {
      message: 'GREEN changes no production file',
      suggestion: {
        text: `Implement the behaviour in production code and commit it with \`--trailer "Phase: green"\`. Documents and chores take the neutral phase: \`${neutral}\`.`,
        ...(isPlain && commit.changes.length > 0 ? { commands: [neutral] } : {}),
        needsHead: true,
      },
      paths: commit.changes.map(({ path }) => path),
    }
  },
}
