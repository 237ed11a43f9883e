import type { Evidence } from '../../../src/core/model/evidence.ts'
import { counterfactualFails } from '../../../src/core/rules/counterfactual-fails.ts'
import { change, getEvidence, tracked } from '../support.ts'
import { aCycle, holdsRule, setOf } from './support.ts'

const ID = 'a.test.ts > adds'
const cycle = aCycle()
/** A test helper changed after the drivers were seen failing. */
const elsewhere = { cycles: new Map([['1', cycle]]), otherChanges: setOf(change('helper.ts', 'test')) }
const green = (seen: Partial<Pick<Evidence, 'counterfactual' | 'watched'>>) => ({
  phase: 'green' as const,
  cycle,
  changes: [change('src/a.ts')],
  evidence: getEvidence({ watched: [tracked(ID)], ...seen }),
})

holdsRule(counterfactualFails, [
  { title: 'only production changed since RED: that tree was seen failing', ...green({}), says: null },
  {
    title: 'a helper changed too, and the drivers fail without the code',
    ...green({ counterfactual: { stillPassing: [] } }),
    state: elsewhere,
    says: null,
  },
  {
    title: 'a helper made the drivers pass, not the code',
    ...green({ counterfactual: { stillPassing: [ID] } }),
    state: elsewhere,
    says: 'Pass without the production change too: a.test.ts > adds',
  },
  {
    title: 'drivers of another cycle that pass anyway',
    ...green({ counterfactual: { stillPassing: ['b.test.ts > x'] } }),
    state: elsewhere,
    says: null,
  },
  {
    title: 'it was not tried',
    ...green({}),
    state: elsewhere,
    says: 'The gate did not run the drivers without the production change',
    step: '`tdd-gate verify`',
  },
  {
    title: 'an attempt: its drivers fail with the code, too',
    ...green({ watched: [tracked(ID, 'failed')] }),
    state: elsewhere,
    says: null,
  },
  { title: 'nothing to take back', ...green({}), changes: [], state: elsewhere, says: null },
])
