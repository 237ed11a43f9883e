import { unboundParts } from '../status/binding.ts'
import type { Rule } from './rule.ts'
import { VERIFY } from './text.ts'

export const evidenceIsBound: Rule = {
  code: 'evidence-is-bound',
  about: 'Evidence counts only for the commit, tree and policy that it was measured under.',
  why: 'Evidence of another commit, of the same one under a weaker policy or compared with another ground, or of a part of the suite where all of it had to run, is not evidence: the commit counts as not measured.',
  phases: ['red', 'green', 'refactor', 'neutral', 'merge'],
  level: 'error',
  needs: 'git',
  check(context) {
    const wrong = context.evidence ? unboundParts(context.evidence, context) : []
    if (wrong.length === 0) return null
    return {
      message: `The evidence belongs to ${wrong.join(' and ')}`,
      suggestion: `Measure this commit: \`${context.verify ?? VERIFY}\`.`,
    }
  },
}
