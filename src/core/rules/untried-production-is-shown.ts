import { DEFAULT_HUNKS } from '../compare/ablation.ts'
import type { Rule } from './rule.ts'
import { withEvidence } from './rule.ts'
import { list } from './text.ts'

export const untriedProductionIsShown: Rule = {
  code: 'untried-production-is-shown',
  about: 'Production of a large GREEN that the gate did not revert piece by piece is shown to the reviewer.',
  why: `Reverting one file or part costs a run of the drivers. By default the gate tries at most ${DEFAULT_HUNKS}, the largest first. It ends when these runs took half a minute and half the time of the runs of the unchanged code. \`test.ablation\` sets other limits. Further pieces may be unproved, although the drivers fail without all of them.`,
  phases: ['green'],
  level: 'warn',
  needs: 'evidence',
  check: withEvidence((_, { untried = [] }) => {
    if (untried.length === 0) return null
    return {
      message: `The budget of \`test.ablation\` was used up before the gate checked whether a test needs all of this: ${list(untried)}`,
      suggestion: 'Read it, and make the next steps smaller: one RED and one GREEN for each behaviour.',
      paths: untried,
    }
  }),
}
