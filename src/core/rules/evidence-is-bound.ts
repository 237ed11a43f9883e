import { unboundParts } from '../compare/binding.ts'
import { formatCommand } from '../model/gate-command.ts'
import type { Rule } from './rule.ts'

export const evidenceIsBound: Rule = {
  code: 'evidence-is-bound',
  about: 'Evidence counts only for its own commit, tree and policy.',
  why: 'Evidence of another commit, of a weaker policy or of another baseline does not count. Evidence of some files does not count when the whole suite had to run. The commit is then unmeasured.',
  choices: 'Measure the commit again.',
  phases: ['red', 'green', 'refactor', 'neutral', 'merge'],
  level: 'error',
  needsEvidence: false,
  check(context) {
    const wrong = context.evidence ? unboundParts(context.evidence, context) : []
    if (wrong.length === 0) return null
    return {
      message: `The evidence belongs to ${wrong.join(' and ')}`,
      suggestion: `Measure this commit: \`${formatCommand(context.verify)}\`.`,
    }
  },
}
