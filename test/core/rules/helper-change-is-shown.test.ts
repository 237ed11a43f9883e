import { helperChangeIsShown } from '../../../src/core/rules/helper-change-is-shown.ts'
import { change, getEvidence, SETTLED } from '../support.ts'
import { aCycle, holdsRule, setOf } from './support.ts'

const helper = change('test/support/shop.js', 'test', { before: 'v0' })
const green = (loosened?: readonly string[]) => ({
  phase: 'green' as const,
  cycle: aCycle(),
  changes: [change('src/a.ts')],
  state: { otherChanges: setOf(helper, change('test/b.test.js', 'test')) },
  evidence: getEvidence(loosened === undefined ? {} : { loosened }),
})

holdsRule(helperChangeIsShown, [
  { title: 'old tests pass with the old helpers, too', ...green([]), says: null },
  { title: 'no helper was changed', ...green(), says: null },
  {
    title: 'an old test passes with the new helper only',
    ...green(['test/cart.test.js > adds up']),
    says: 'Old tests pass only because their shared code changed: test/cart.test.js > adds up',
    step: `git diff ${SETTLED.slice(0, 12)}`,
  },
])
