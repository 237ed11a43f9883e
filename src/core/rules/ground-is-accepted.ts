import { GROUND_RULE, refusedBaseState } from '../evaluate/base-state.ts'
import type { Rule } from './rule.ts'
import { CORRECT_FIRST, list } from './text.ts'

export const groundIsAccepted: Rule = {
  code: GROUND_RULE,
  about: 'A commit must build on accepted commits. Fix or revert rejected ones first.',
  why: 'A measurement on top of unproved code proves nothing about the commit itself. The gate runs nothing, and asks no other rule, until the author fixes or reverts the first rejected commit.',
  choices: CORRECT_FIRST,
  phases: ['red', 'green'],
  level: 'error',
  needsEvidence: false,
  isDecisive: true,
  check(context) {
    const left = refusedBaseState(context)
    if (left.length === 0) return null
    return {
      message: `Builds on changes of rejected commits: ${list(left)}`,
      paths: left,
    }
  },
}
