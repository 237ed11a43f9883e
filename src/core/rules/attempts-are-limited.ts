import { getTries } from '../model/state.ts'
import type { Rule } from './rule.ts'

export const attemptsAreLimited: Rule = {
  code: 'attempts-are-limited',
  about: 'After `green.maxAttempts` failed tries the task pauses.',
  why: "Trying the same thing again and again costs time and erodes the code. What was tried is on record; the next step is to think: smaller subtask, other test, or a person's help.",
  phases: ['green'],
  level: 'error',
  needs: 'evidence',
  check({ cycle, drivers, policy, state }) {
    if (!cycle || !drivers || drivers.missing.length === 0) return null
    const attempts = cycle.attempts + 1
    if (attempts < getTries(state, cycle, policy)) return null
    return {
      message: `${attempts} ${attempts === 1 ? 'try' : 'tries'} and the drivers still fail: the task is paused`,
      suggestion: `Go back to RED (\`git revert --no-edit ${cycle.red.slice(0, 12)}..HEAD\`), and start smaller: a RED commit with an easier test of another name. Or ask a maintainer.`,
      needsHead: true,
      tests: drivers.missing,
    }
  },
}
