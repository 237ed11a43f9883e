import { trailerIsKnown } from '../../../src/core/rules/trailer-is-known.ts'
import { holdsRule } from './support.ts'

holdsRule(trailerIsKnown, [
  { title: 'a known phase', says: null },
  {
    title: 'a misspelt phase',
    phase: 'green',
    unknownPhase: 'gren',
    says: '"Phase: gren" is no phase',
  },
  {
    title: 'a whole novel as a phase',
    phase: 'neutral',
    unknownPhase: 'x'.repeat(500),
    says: `"Phase: ${'x'.repeat(40)}" is no phase`,
    step: 'Use one of red, green, refactor, neutral, start, characterize',
  },
])
