import { getPaths } from '../compare/change-set.ts'
import type { Rule } from './rule.ts'
import { CORRECT_FIRST, getOwn, list } from './text.ts'

export const greenKeepsHarness: Rule = {
  code: 'green-keeps-harness',
  about: 'GREEN does not change the test harness.',
  why: 'Runner configuration, set-up files, package scripts and lock files can change the result of any test. Change them in a separate commit without a phase. There the whole suite must give the same outcomes as before. A dependency or setting that is inseparable from its code goes with it in a REFACTOR.',
  choices: 'Put what tests stand on into a commit of its own, before the code.',
  phases: ['green'],
  level: 'error',
  needsEvidence: false,
  check({ sinceRed, commit }) {
    const changed = getPaths(sinceRed, 'harness')
    if (changed.length === 0) return null
    const own = getOwn(changed, commit)
    if (own.length > 0) return { message: `The harness changed together with code: ${list(own)}`, paths: own }
    const message = `An earlier commit changed the harness together with code: ${list(changed)}`
    return { message, paths: changed, suggestion: CORRECT_FIRST }
  },
}
