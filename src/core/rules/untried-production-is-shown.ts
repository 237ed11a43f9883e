import type { Rule } from './rule.ts'
import { withEvidence } from './rule.ts'
import { list } from './text.ts'

export const untriedProductionIsShown: Rule = {
  code: 'untried-production-is-shown',
  about: 'The gate shows production of a large GREEN that it did not revert piece by piece.',
  why: 'Reverting one file or part costs a run of the drivers. The gate tries the largest first, until it has spent half of what is left of `policy.trials.budget`. The drivers fail without all pieces together. They may not need each single piece.',
  phases: ['green'],
  level: 'warn',
  needsEvidence: true,
  check: withEvidence((_, { untried = [] }) => {
    if (untried.length === 0) return null
    return {
      message: `The budget of \`policy.trials.budget\` was used up before the gate checked whether a test needs all of this: ${list(untried)}`,
      suggestion: 'Read it, and make the next steps smaller: one RED and one GREEN for each behaviour.',
      paths: untried,
    }
  }),
}
