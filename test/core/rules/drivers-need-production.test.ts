import { driversNeedProduction } from '../../../src/core/rules/drivers-need-production.ts'
import { change, getEmptied, getEvidence, tracked } from '../support.ts'
import { aCycle, holdsRule } from './support.ts'

const [ID, OTHER] = ['a.test.ts > adds', 'a.test.ts > subtracts']
const cycle = aCycle({ tests: [ID, OTHER] })
const green = (seen: Parameters<typeof getEmptied>[0] | null, outcome: 'passed' | 'failed' = 'passed') => ({
  phase: 'green' as const,
  cycle,
  changes: [change('src/a.ts')],
  evidence: getEvidence({
    watched: [tracked(ID, outcome), tracked(OTHER)],
    ...(seen && { emptied: getEmptied(seen) }),
  }),
})

holdsRule(driversNeedProduction, [
  { title: 'each driver fails with the functions emptied', ...green({}), says: null },
  {
    title: 'one passes whatever they do',
    ...green({ hollow: [OTHER] }),
    says: `Pass although the functions of this commit do nothing: ${OTHER}`,
  },
  {
    title: 'one passes whatever a function does, which evidence names',
    ...green({ hollow: [OTHER], bodies: [{ path: 'src/a.ts', name: 'add' }] }),
    says: `Pass although the body of add in src/a.ts is empty: ${OTHER}`,
  },
  {
    title: 'all only ask that nothing throws',
    ...green({ noticed: 0, weak: [ID, OTHER] }),
    says: `Pass although the functions of this commit do nothing: ${ID}, ${OTHER}`,
    step: '`/tdd override drivers-need-production <reason>`',
  },
  { title: 'one asks for more than that nothing throws', ...green({ weak: [OTHER] }), says: null },
  { title: 'a trial was not possible', ...green({ functions: 0 }), says: null },
  { title: 'evidence of before', ...green(null), says: null },
  { title: 'an attempt', ...green({ hollow: [OTHER] }, 'failed'), says: null },
])
