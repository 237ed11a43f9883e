import { equalityIsShown } from '../../../src/core/rules/equality-is-shown.ts'
import { change, getEmptied, getEvidence } from '../support.ts'
import { aCycle, holdsRule } from './support.ts'

const green = (equalsAll: readonly string[]) => ({
  phase: 'green' as const,
  cycle: aCycle(),
  changes: [change('src/a.ts')],
  evidence: getEvidence({ emptied: getEmptied({ equalsAll }) }),
})

holdsRule(equalityIsShown, [
  { title: 'functions like any other', ...green([]), says: null },
  {
    title: 'an object that equals everything',
    ...green(['src/a.ts: price.asymmetricMatch']),
    says: 'Equal to other values than a test compares it with: src/a.ts: price.asymmetricMatch',
    step: 'compare the parts of the object in the test',
  },
])
