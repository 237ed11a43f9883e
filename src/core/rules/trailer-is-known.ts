import { STATED_PHASES } from '../evaluate/phase.ts'
import type { Rule } from './rule.ts'

export const trailerIsKnown: Rule = {
  code: 'trailer-is-known',
  about: 'A `Phase:` trailer names a phase.',
  why: 'Without this rule the gate would guess the phase of a misspelt trailer.',
  choices: 'State a phase that exists.',
  phases: ['red', 'green', 'refactor', 'neutral', 'start'],
  level: 'error',
  needsEvidence: false,
  check({ statement }) {
    if (statement.unknown === null) return null
    return {
      message: `"Phase: ${statement.unknown.slice(0, 40)}" is no phase`,
      suggestion: `Use one of ${STATED_PHASES.join(', ')}.`,
    }
  },
}
