import { getMaxAttempts } from '../model/state.ts'
import type { Rule } from './rule.ts'

export const attemptsAreLimited: Rule = {
  code: 'attempts-are-limited',
  about: 'The task pauses after `policy.green.maxAttempts` failed attempts at the tests of one RED.',
  why: 'Repeating the same attempt costs time and erodes the code. The gate counts attempts for the tests of a RED. A RED with the same tests keeps the count, and a RED with another test starts at zero. The next step is a smaller test, or help from a person.',
  choices: 'Revert the attempts, and begin with a smaller failing test of another name. Or ask a maintainer.',
  phases: ['green'],
  level: 'error',
  needsEvidence: true,
  check({ cycle, drivers, policy, state }) {
    if (!cycle || !drivers || drivers.missing.length === 0) return null
    const attempts = cycle.attempts + 1
    if (attempts < getMaxAttempts(state, cycle, policy)) return null
    return {
      message: `${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}, and the drivers still fail: the task is paused`,
      tests: drivers.missing,
    }
  },
}
