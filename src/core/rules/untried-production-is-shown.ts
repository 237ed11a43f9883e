import type { Rule } from './rule.ts'
import { withEvidence } from './rule.ts'
import { list } from './text.ts'

/** Runs of one GREEN, each without one file or part of it. */
export const MAX_TRIALS = 6

export const untriedProductionIsShown: Rule = {
  code: 'untried-production-is-shown',
  about: 'Production of a large GREEN that the gate did not revert piece by piece is shown to the reviewer.',
  why: 'Reverting one file or part costs a run of the drivers, so the gate tries at most six, the largest first. Further pieces may be unproved, although the drivers fail without all of them.',
  phases: ['green'],
  level: 'warn',
  needs: 'evidence',
  check: withEvidence((_, { untried = [] }) => {
    if (untried.length === 0) return null
    return {
      message: `The gate did not check whether a test needs all of this, because one GREEN gets ${MAX_TRIALS} runs for it: ${list(untried)}`,
      suggestion: 'Read it, and make the next steps smaller: one RED and one GREEN for each behaviour.',
      paths: untried,
    }
  }),
}
