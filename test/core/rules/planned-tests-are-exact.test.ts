import { plannedTestsAreExact } from '../../../src/core/rules/planned-tests-are-exact.ts'
import { change, getEvidence, notLoaded } from '../support.ts'
import { aPlan, aSubtask, holdsRule } from './support.ts'

const plan = aPlan(aSubtask('1', { cycle: { tests: 2, names: ['adds', 'rounds'], coverage: null } }))
const fails = (...ids: string[]) => getEvidence({ comparison: { newlyFailing: ids } })

holdsRule(plannedTestsAreExact, [
  { title: 'no plan', evidence: fails('a.test.ts > adds'), says: null },
  { title: 'as many as planned', plan, evidence: fails('a.test.ts > adds', 'a.test.ts > rounds'), says: null },
  {
    title: 'a third test where two are planned',
    plan,
    evidence: fails('a.test.ts > adds', 'a.test.ts > rounds', 'a.test.ts > ships'),
    says: 'The plan counts 2 failing tests; there are 3. Not in it: a.test.ts > ships',
    step: 'another cycle',
  },
  {
    title: 'a file that does not load yet: its tests are unknown',
    plan,
    changes: [change('a.test.ts', 'test')],
    evidence: getEvidence({ loadFailures: [notLoaded('a.test.ts')] }),
    says: null,
  },
])
