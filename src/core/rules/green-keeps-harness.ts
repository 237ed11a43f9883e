import { getPaths } from '../compare/change-set.ts'
import type { Rule } from './rule.ts'
import { blamePaths, list } from './text.ts'

export const greenKeepsHarness: Rule = {
  code: 'green-keeps-harness',
  about: 'GREEN does not change the test harness.',
  why: 'Runner configuration, set-up files, package scripts and lock files can change the result of any test. Change them in a separate commit without a phase. There the whole suite must give the same outcomes as before. A dependency or setting that is inseparable from its code goes with it in a REFACTOR.',
  choices: 'Put what tests stand on into a commit of its own, before the code.',
  phases: ['green'],
  level: 'error',
  needsEvidence: false,
  check({ sinceRed, commit }) {
    return blamePaths(
      getPaths(sinceRed, 'harness'),
      commit,
      (own) => `The harness changed together with code: ${list(own)}`,
      (earlier) => `An earlier commit changed the harness together with code: ${earlier}`,
    )
  },
}
