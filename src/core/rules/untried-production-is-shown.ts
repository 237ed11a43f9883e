import type { Rule } from './rule.ts'
import { withEvidence } from './rule.ts'
import { list } from './text.ts'

/** Runs of one GREEN, each without one file or part of it. */
export const MAX_TRIALS = 6

export const untriedProductionIsShown: Rule = {
  code: 'untried-production-is-shown',
  about: 'Production of a large GREEN that was not taken back alone is shown to the reviewer.',
  why: 'Each file and part that is taken back costs a run of the drivers, so there are at most six, the largest first. What is beyond may ride along unnoticed, though taking all of it back fails the drivers.',
  phases: ['green'],
  level: 'warn',
  needs: 'evidence',
  check: withEvidence((_, { untried = [] }) => {
    if (untried.length === 0) return null
    return {
      message: `Whether a test asks for all of this was not tried, as one GREEN gets ${MAX_TRIALS} runs for it: ${list(untried)}`,
      suggestion: 'Read it; and make the next steps smaller: one RED and one GREEN for each behaviour.',
      paths: untried,
    }
  }),
}
