import { untriedProductionIsShown } from '../../../src/core/rules/untried-production-is-shown.ts'
import { change, getEvidence } from '../support.ts'
import { aCycle, holdsRule } from './support.ts'

const green = (untried?: readonly string[]) => ({
  phase: 'green' as const,
  cycle: aCycle(),
  changes: [change('src/a.ts'), change('src/b.ts')],
  evidence: getEvidence(untried === undefined ? {} : { untried }),
})

holdsRule(untriedProductionIsShown, [
  { title: 'all was tried', ...green(), says: null },
  {
    title: 'more files than runs',
    ...green(['src/a.ts', 'src/b.ts']),
    says: 'The budget of `policy.trials.budget` was used up before the gate checked whether a test needs all of this: src/a.ts, src/b.ts',
    step: 'one GREEN for each behaviour',
  },
])
